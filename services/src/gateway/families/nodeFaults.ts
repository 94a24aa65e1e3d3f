import { codes } from '@latchkey/protocol'
import type { Outcome } from '../readReply.js'

/** Words of nodes that have the request but cannot answer it: another node may. */
const words = /rate.?limit|quota|too many requests|capacity|upgrade|subscription|header not found|try again|node error|temporar/i

/**
 * Tells a node's own error from an answer about the request.
 *
 * @param codes JSON-RPC codes that mean such an error, whatever their words
 */
export const faultOf =
  (codes: readonly number[]) =>
  (outcome: Outcome | undefined | null): boolean => {
    if (outcome?.kind !== 'error') return false
    if (codes.includes(outcome.code)) return true
    return outcome.code <= -32_000 && outcome.code >= -32_099 && words.test(outcome.message)
  }

/** Whether a node only refuses for now, because of a limit or of a state that it does not have yet: asked again later, it may answer. */
export const refusesForNow = faultOf([codes.limitExceeded])

/** Statuses that carry an answer in their body. */
export const plainStatuses = (status: number): boolean => (status >= 200 && status < 300) || status === 400
