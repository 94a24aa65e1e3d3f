import type { NamespaceId, WireError } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'
import type { ChainCall } from '../namespaces/transactions.js'
import type { TransferCost } from '../namespaces/transfers.js'
import type { Token } from './portfolio.js'

export type { TransferCost } from '../namespaces/transfers.js'

/** What is to be known of an address before one sends there. */
export type RecipientWarning = 'own' | 'firstTime' | 'contract' | 'lookAlike' | 'nameMoved'

/** Who gets it, as far as it is known. */
export type Recipient =
  | { readonly status: 'none' | 'checking' }
  /** `like`: another address that looks the same at both ends. `before`: the address that the name stood for when it was sent to last. */
  | {
      readonly status: 'known'
      readonly address: string
      readonly name?: string
      readonly warnings: readonly RecipientWarning[]
      readonly like?: string
      readonly before?: string
    }
  | { readonly status: 'otherFamily'; readonly family: NamespaceId }
  | { readonly status: 'invalid' | 'noName' | 'failed' | 'token' }

/** What a page wants sent. The user may only say yes or no to it. */
export type SendPreset = {
  readonly id: string
  /** CAIP-10 of a token, or the CAIP-2 id of a network for its native coin. */
  readonly token: string
  /** A decimal number. */
  readonly amount: string
  readonly recipient: string
}

/** Why the last try did not send anything. `error` is what the wallet or the node said. */
export type SendFailure = { readonly problem: string; readonly error: WireError }

export type SendDraft = {
  /** As it was chosen, or shown when an amount was written; undefined takes the dearest one. */
  readonly token?: Token
  /** As the user wrote it, in the token or in the currency. */
  readonly amount: string
  readonly inFiat: boolean
  /** All that there is, apart from the fee: it follows the balance. */
  readonly isMax: boolean
  /** As the user wrote it. */
  readonly receiver: string
  readonly recipient: Recipient
  /** Account and network for which the recipient was looked at. */
  readonly recipientFor?: string
  readonly preset?: SendPreset
  /** Of the chosen token, on the network of the account; undefined while it is not known. */
  readonly cost?: TransferCost
  /** Of which token, account and network that is asked for, or known. */
  readonly costFor?: string
  readonly failure?: SendFailure
}

export const initialDraft: SendDraft = { amount: '', inFiat: false, isMax: false, receiver: '', recipient: { status: 'none' } }

/** What the user is about to send. It stays until it was sent. */
export const sendStore = perDialog(() => createStore<SendDraft>(() => initialDraft))

/** What is shown before a transfer is sent, and what is sent then. */
export type SendReview = {
  /** Account and network: see `OnNetwork`. */
  readonly key: string
  readonly token: Token
  /** In the smallest unit. */
  readonly amount: bigint
  readonly address: string
  readonly name?: string
  readonly warnings: readonly RecipientWarning[]
  readonly like?: string
  /** The address that the name stood for when it was sent to last, where it is another one. */
  readonly before?: string
  readonly cost: TransferCost
  readonly calls: readonly ChainCall[]
  /** Of the token and of the native coin, before. */
  readonly balance: bigint
  readonly nativeBalance: bigint
  /** What the recipient gets, where the token keeps a part of the amount. */
  readonly arrives?: bigint
  /** Milliseconds until it is likely to be in the chain. */
  readonly arrival?: number
}

export type ReviewState = {
  /** `asking`: the wallet asks the user. */
  readonly status: 'none' | 'building' | 'ready' | 'asking' | 'failed'
  readonly review?: SendReview
  /** The account or the network changed after the user had seen it: they look again. */
  readonly changed?: boolean
  readonly failure?: SendFailure
}

export const reviewStore = perDialog(() => createStore<ReviewState>(() => ({ status: 'none' })))
