import type { CaipNetworkId, NamespaceId } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'
import type { Sent } from '../namespaces/transactions.js'

/** What a transaction is for: each view follows its own. */
export type TransactionPurpose = 'send' | 'approve' | 'swap'

/**
 * How it stands with a transaction.
 *
 * - `asking`: the wallet asks the user
 * - `unsure`: the page was left while the wallet was asking, so nobody knows whether it was sent
 * - `pending`: sent
 * - `dropped`: no node knows it any more; it may still come back
 * - `replaced`: another transaction of the account was mined in its place
 */
export type TransactionStatus = 'asking' | 'unsure' | 'pending' | 'confirmed' | 'failed' | 'dropped' | 'replaced'

/** A call of an address, as it is kept: amounts are decimal text. */
export type KeptCall = { readonly to: string; readonly value: string; readonly data?: string }

/** A transaction of this dialog, until the user has seen how it ended. */
export type Transaction = {
  readonly id: string
  readonly purpose: TransactionPurpose
  readonly namespace: NamespaceId
  readonly networkId: CaipNetworkId
  readonly from: string
  readonly status: TransactionStatus
  /** Milliseconds since 1970: when the wallet was asked. */
  readonly at: number
  /** What the wallet answered; undefined while it asks, and when its answer was never heard. */
  readonly sent?: Sent
  /** Of the transaction on the chain; of a batch or a user operation once that is known. */
  readonly hash?: string
  readonly nonce?: number
  /** Of the transaction that was mined in its place, when that is known. */
  readonly replacedBy?: string
  /** What the contract, or the account's own contract, said when it failed. */
  readonly reason?: string
  readonly calls: readonly KeptCall[]
  /** What the view that sent it has to show of it. Cloneable to JSON; whoever reads it checks it. */
  readonly about?: unknown
}

export type TransactionsState = { readonly transactions: readonly Transaction[] }

/** Transactions of this dialog, the newest first. */
export const transactionsStore = perDialog(() => createStore<TransactionsState>(() => ({ transactions: [] })))

/** Nothing more will happen to it, as far as anybody can know. Pure. */
export const isOver = ({ status }: Pick<Transaction, 'status'>) =>
  status === 'confirmed' || status === 'failed' || status === 'replaced' || status === 'dropped'
