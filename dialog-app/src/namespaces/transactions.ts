import type { CaipNetworkId, transactionErrors } from '@latchkey/protocol'
import type { RpcClient } from '../api/rpc.js'

/** A call of an address, on chain families that have them (EVM). `value` is in the smallest unit of the native coin, `data` hex. */
export type AddressCall = { readonly to: string; readonly value: bigint; readonly data?: string; readonly gas?: bigint }
/** A whole transaction without its signatures, as the chain family serializes it (Solana). */
export type SerializedTransaction = { readonly serialized: Uint8Array }
/** What a chain is asked to do. */
export type ChainCall = AddressCall | SerializedTransaction

/** What a wallet answered to a transaction: its hash, or the id of a batch of calls (EIP-5792). */
export type Sent = { readonly kind: 'hash'; readonly hash: string } | { readonly kind: 'calls'; readonly id: string }

/** Why a transaction did not happen, as far as the network or its node says. */
export type NodeProblem = Exclude<keyof typeof transactionErrors, 'unknownNode'> | 'expired'

/** How it stands with a transaction now. */
export type TransactionLook = {
  /** `missing`: the node knows nothing of it. `replaced`: another one of the account was mined in its place. */
  readonly status: 'pending' | 'missing' | 'confirmed' | 'failed' | 'replaced'
  /** Of the transaction that it is in, once that is known. */
  readonly hash?: string
  /** The place in the order of the account's transactions, where the family has one. */
  readonly nonce?: number
  /** What the contract, or the account's own contract, said when it failed. */
  readonly reason?: string
}

type Rpc = Pick<RpcClient, 'request'>
/** Asks the wallet, as a page would. */
export type AskWallet = (method: string, params: unknown) => Promise<unknown>

export type TransactionTools = { readonly rpc: Rpc; readonly ask: AskWallet }

/** What is known of a transaction that is looked at. */
export type LookedAt = { readonly sent: Sent; readonly from: string; readonly nonce?: number | undefined }

export type Submission = {
  readonly from: string
  readonly networkId: CaipNetworkId
  readonly calls: readonly ChainCall[]
  /** The account is a contract (ERC-4337): what it does is known by the id of a batch before it is in a transaction. */
  readonly isContract: boolean
}

/** How a chain family sends transactions, and finds out what became of them. */
export type Transactions = {
  /** Milliseconds between two looks at one that is on its way. */
  readonly lookEvery: number
  /**
   * The number that the account's next transaction will have, where the family counts them: by it a transaction is found again whose answer never came.
   *
   * @throws RpcError as the JSON-RPC client
   */
  nextNonce?(rpc: Rpc, from: string): Promise<number>
  /**
   * Whether the wallet does several calls with one approval, and all of them or none (EIP-5792). Never throws.
   */
  canBatch?(ask: AskWallet, from: string, networkId: CaipNetworkId): Promise<boolean>
  /**
   * Asks the wallet to sign and send.
   *
   * @throws RpcError the wallet's own; -32603 for an answer that names no transaction
   */
  submit(what: Submission, tools: TransactionTools): Promise<Sent>
  /** @throws RpcError as the JSON-RPC client, or the wallet's own for a batch */
  look(what: LookedAt, tools: TransactionTools): Promise<TransactionLook>
  /** Whether a transaction of the chain is one that was asked for: the one with these calls. @throws RpcError as the JSON-RPC client */
  isSame?(rpc: Rpc, hash: string, calls: readonly ChainCall[]): Promise<boolean>
  /**
   * What a confirmed transfer of a token brought its recipient: some tokens keep a part of the amount.
   *
   * @returns undefined for calls that are no such transfer; null where the chain does not say
   * @throws RpcError as the JSON-RPC client
   */
  arrived?(rpc: Rpc, hash: string, calls: readonly ChainCall[]): Promise<bigint | null | undefined>
  /** What an error of a node says; undefined for one that says nothing known. */
  problemOf(error: unknown): NodeProblem | undefined
}
