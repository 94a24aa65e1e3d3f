import type { CaipNetworkId } from '@latchkey/protocol'
import type { RpcClient } from '../api/rpc.js'
import type { ChainCall } from './transactions.js'

type Rpc = Pick<RpcClient, 'request'>

/** An amount of a token, or of the native coin, for somebody. */
export type Transfer = {
  readonly networkId: CaipNetworkId
  readonly from: string
  /** In the family's canonical spelling. */
  readonly to: string
  /** Of the token; left out for the native coin. */
  readonly contract?: string
  /** Of the token or the coin. */
  readonly decimals: number
  /** In the smallest unit. */
  readonly amount: bigint
}

/** What the bytes of a built transfer do, read from the bytes alone. */
export type TransferRead = Pick<Transfer, 'to' | 'contract' | 'amount'>

/** What a transfer costs, in the smallest unit of the native coin. */
export type TransferCost = {
  /** What the network is likely to take. */
  readonly fee: bigint
  /** The most that a wallet may set aside for it: what Max leaves. */
  readonly highest: bigint
  /** What the recipient's account for the token costs, which it does not have yet: the sender pays it, and does not get it back. */
  readonly account?: bigint
  /** Whether somebody else pays the fee, which is 0 then, according to the wallet. Left out when the wallet did not answer. */
  readonly isSponsored?: boolean
}

export type BuiltTransfer = {
  readonly calls: readonly ChainCall[]
  readonly cost: TransferCost
  /** The sender's balance of the token, from the chain. */
  readonly balance: bigint
  /** The sender's balance of the native coin. */
  readonly nativeBalance: bigint
  /** What the recipient gets of the amount, where the token may keep a part of it; left out where it is all. */
  readonly arrives?: bigint
}

export type RecipientFacts = {
  /** A program lives there: whoever wrote it decides what happens to the coins. */
  readonly isContract: boolean
  /** The contract that acts for a key's account, in a family that has that. */
  readonly acting?: string
}

/** How a chain family moves coins and tokens from one account to another. */
export type Transfers = {
  /**
   * Builds a transfer, and tries it out.
   *
   * @param isContract the sender's account is a contract (ERC-4337)
   * @throws RpcError the node's own: the network would refuse it
   */
  build(transfer: Transfer, rpc: Rpc, isContract: boolean): Promise<BuiltTransfer>
  /** @throws RpcError the node's own */
  costOf(transfer: Omit<Transfer, 'amount' | 'to'>, rpc: Rpc, isContract: boolean): Promise<TransferCost>
  /** @throws Error for anything that is not exactly one transfer */
  read(calls: readonly ChainCall[], transfer: Pick<Transfer, 'from' | 'decimals'>): TransferRead | Promise<TransferRead>
  /** @throws RpcError the node's own */
  recipient(address: string, rpc: Rpc): Promise<RecipientFacts>
  /** Milliseconds until a transfer is likely to be in the chain; undefined where nobody can tell. @throws RpcError the node's own */
  arrival(rpc: Rpc): Promise<number | undefined>
}
