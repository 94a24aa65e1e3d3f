import type { Chain } from '../../config/chains.js'
import type { ByHeight } from '../logsRange.js'
import type { Call } from '../parseBody.js'
import type { Outcome } from '../readReply.js'

/**
 * How a method may be treated. `read`: asked again, shared, kept. `once`: never asked twice, because the node remembers the first time.
 * `change`: the same, and what was known about the chain is void afterwards.
 */
export type Effect = 'read' | 'once' | 'change'

/** What the gateway has to know about a chain family; everything else about a chain is the same for all of them. */
export type Family = {
  readonly effectOf: (method: string) => Effect
  /** What is decided without a node: answers and refusals. Null when a node has to be asked. */
  readonly rulesOf: (chain: Chain, maxLogsRange: number) => (call: Call) => Outcome | ByHeight | null
  /** True for reads whose answer two callers at the same moment may share. */
  readonly isShareable: (method: string, params: string) => boolean
  /** Milliseconds for which an answer is kept. */
  readonly keepFor: (chain: Pick<Chain, 'blockTime'>, method: string, raw: string) => number
  /** A method without parameters that answers the height of the chain. */
  readonly heightMethod: string
  /** What tells which chain a node is of, and whether that is the chain of a CAIP-2 id. */
  readonly identity: {
    readonly method: string
    readonly params: readonly unknown[]
    readonly matches: (answer: string, caipNetworkId: string) => boolean
  }
  /** Blocks that a node may be behind the best one, at least. */
  readonly lag: number
  /** True for a node's own error, as opposed to an answer about the request: another node may do better. */
  readonly isNodeFault: (outcome: Outcome | undefined | null) => boolean
  /** True for such an error that may be gone a little later. */
  readonly refusesForNow: (outcome: Outcome | undefined | null) => boolean
  /** True for reads that a node answers with `null` when it has not come so far yet: another node may know. */
  readonly mayLag: (method: string) => boolean
  /**
   * What an error means when the same was sent before, and only its answer got lost: the hash to answer. `check` is a call that tells whether
   * it is so, where the error alone does not.
   */
  readonly sentBefore?: (call: Call, outcome: Outcome) => { readonly hash: string; readonly check?: Call } | null
  /** True for HTTP statuses that carry an answer in their body. */
  readonly isAnswer: (status: number) => boolean
}
