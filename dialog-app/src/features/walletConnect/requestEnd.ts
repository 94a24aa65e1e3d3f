import { codes, reasonOf, toWireError } from '@latchkey/protocol'
import type { AskingEnd } from '../../state/asking.js'

/** What a user is told of a request that failed without them; undefined when the wallet answered it, and they know. */
export function endOf(error: unknown): AskingEnd | undefined {
  const reason = reasonOf(error)
  if (reason === 'request_expired') return 'expired'
  if (reason === 'relay_unreachable') return 'unsent'
  if (reason === 'tab_closed') return 'unsure'
  return toWireError(error).code === codes.disconnected ? 'ended' : undefined
}
