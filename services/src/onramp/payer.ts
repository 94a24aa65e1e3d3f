import type { Chain } from '../config/chains.js'
import type { SandboxOrder } from './sandboxOrders.js'

/** A coin that the sandbox may pay out. `token`: as the chain's family writes addresses; null for the native coin. */
export type Coin = { readonly symbol: string; readonly name: string; readonly decimals: number; readonly token: string | null }

/** A payout that is signed: only this one is ever sent. */
export type Signed = {
  /** By which it can be known that it can never be mined any more: on EVM chains the nonce, on Solana the last block height that accepts it. */
  readonly nonce: number
  readonly raw: string
  readonly hash: string
}

/** How a chain family pays orders out, from one account of the operator's. */
export type Payer = {
  /** The account that pays. */
  readonly address: string
  /** An address as it is written down; undefined for what is none. */
  readonly addressOf: (text: string) => string | undefined
  /** A token's address as it is written down. */
  readonly tokenOf: (text: string) => string
  /** Those of the coins of which the account has some. @throws NodeError */
  readonly stockOf: (chain: Chain, coins: readonly Coin[]) => Promise<readonly Coin[]>
  /** What the network takes for a payout, in the smallest unit of its coin. @throws NodeError */
  readonly feeOf: (chain: Chain, coin: Coin) => Promise<bigint>
  /** @throws where the account cannot pay, or the node does not answer, or answers nonsense */
  readonly sign: (chain: Chain, order: SandboxOrder) => Promise<Signed>
  /** Sends it unless the chain has it, and returns its status. `lost`: it can never be mined any more. @throws NodeError */
  readonly follow: (chain: Chain, signed: Signed) => Promise<'done' | 'failed' | 'pending' | 'lost'>
}
