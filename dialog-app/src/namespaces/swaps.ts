import type { ApproveTransaction, CaipNetworkId, SwapContracts, SwapTransaction } from '@latchkey/protocol'
import type { RpcClient } from '../api/rpc.js'
import type { AddressCall } from './transactions.js'

type Rpc = Pick<RpcClient, 'request'>

/** What the user was shown. Addresses in lower case; the native coin is `nativeTokenAddress`. */
export type SwapTerms = {
  readonly networkId: CaipNetworkId
  /** Who sells, and receives. */
  readonly account: string
  readonly from: string
  readonly to: string
  /** The network of `to`, where it is another one than that of `from`. */
  readonly toNetworkId?: CaipNetworkId
  /** What is sold, in the smallest unit. */
  readonly amount: bigint
  /** Less may never be received. */
  readonly minimum: bigint
  /** The contracts that swaps go through, by the operator's word and not by the provider's. */
  readonly contracts: SwapContracts
}

/** What a transaction that a provider built does otherwise than the user was shown. */
export type Mismatch = 'contract' | 'spender' | 'account' | 'recipient' | 'token' | 'amount' | 'minimum' | 'unreadable'

/** A transaction that a provider built is not what the user was shown. */
export class MismatchError extends Error {
  override readonly name = 'MismatchError'
  constructor(readonly mismatch: Mismatch) {
    super(mismatch)
  }
}

/** How a chain family swaps: it reads what a provider built, byte by byte, and what came of it. */
export type Swaps = {
  /** Whether swaps between these tokens take the first one by an allowance. */
  needsAllowance(terms: Pick<SwapTerms, 'from' | 'to' | 'toNetworkId' | 'contracts'>): boolean
  /**
   * The call that allows swaps to take a token.
   *
   * @param allowance exactly what it allows
   * @throws MismatchError for one that does anything else
   */
  readApproval(transaction: ApproveTransaction, terms: SwapTerms, allowance: bigint): AddressCall
  /**
   * The call that swaps, and the least that it gives.
   *
   * @throws MismatchError for one that does anything else
   */
  readSwap(transaction: SwapTransaction, terms: SwapTerms): { readonly call: AddressCall; readonly minimum: bigint }
  /**
   * As `readSwap`, where what is received arrives on another network: the least is what the bridge pays out there, or gives back.
   *
   * @throws MismatchError for one that does anything else
   */
  readCrossing(transaction: SwapTransaction, terms: SwapTerms): Promise<{ readonly call: AddressCall; readonly minimum: bigint }>
  /** What an account has of a token. @throws RpcError as the JSON-RPC client */
  balanceOf(rpc: Rpc, account: string, token: string): Promise<bigint>
  /** Digits behind the decimal point of a token's amounts, as its contract says; undefined for one that does not say. @throws RpcError as the JSON-RPC client */
  decimalsOf(rpc: Rpc, token: string): Promise<number | undefined>
  /** Whether a call would go through now. @throws RpcError when the node does not answer */
  wouldSucceed(rpc: Rpc, account: string, call: AddressCall): Promise<boolean>
  /**
   * What a chain charges for calls in addition to their gas, in its coin. For a swap that is not built yet, calldata of the usual length is assumed.
   *
   * @param isContract the account is a contract (ERC-4337)
   * @throws RpcError as the JSON-RPC client
   */
  dataFeeOf(rpc: Rpc, calls: readonly AddressCall[] | undefined, isContract: boolean): Promise<bigint>
  /** What an account received of a token by a swap in a transaction; undefined when that cannot be told. @throws RpcError as the JSON-RPC client */
  received(rpc: Rpc, hash: string, terms: Pick<SwapTerms, 'account' | 'to' | 'contracts'>): Promise<bigint | undefined>
}
