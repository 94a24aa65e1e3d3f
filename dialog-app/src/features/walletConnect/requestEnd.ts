import { codes, toWireError } from '@latchkey/protocol'
import type { AskingEnd } from '../../state/asking.js'

/** What a person is told of a request that failed without them; undefined when the wallet answered it, and they know. */
export function endOf(error: unknown): AskingEnd | undefined {
  const { code, data } = toWireError(error)
  const reason = typeof data === 'object' && data !== null ? Reflect.get(data, 'reason') : undefined
  if (reason === 'request_expired') return 'expired'
  if (reason === 'relay_unreachable') return 'unsent'
  if (reason === 'tab_closed') return 'unsure'
  return code === codes.disconnected ? 'ended' : undefined
}
