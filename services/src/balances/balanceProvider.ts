import type { TokenFacts } from '../chainReads/tokenFacts.js'
import type { Chain } from '../config/chains.js'

/** What an address holds of one token. */
export type Holding = {
  /** Null: the native coin. */
  readonly token: TokenFacts | null
  /** In the smallest unit. */
  readonly quantity: bigint
}

export type BalanceQuestion = {
  readonly chain: Chain
  /** As the chain's family writes it; on EVM chains lower case. */
  readonly address: string
  /** Tokens to ask for beyond the ones that the provider knows of. */
  readonly tokens: readonly string[]
  readonly signal: AbortSignal
}

/** Something that knows what addresses hold. Nothing in its answers is believed but by the rules of `openBalances.ts`. */
export type BalanceProvider = {
  /** Short name, for the header `x-source` and the log. */
  readonly name: string
  readonly serves: (chain: Chain) => boolean
  /**
   * The native coin first, then tokens; holdings of zero only for `tokens`.
   *
   * @throws Error when it cannot be asked, or answers nonsense
   */
  readonly holdingsOf: (question: BalanceQuestion) => Promise<readonly Holding[]>
}
