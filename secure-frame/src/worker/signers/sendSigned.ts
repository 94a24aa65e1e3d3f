import { RpcError } from '@latchkey/protocol'
import { secureReasonOf } from '../auth/failure.js'
import { wait } from '../auth/wait.js'

/** Milliseconds before each repetition. */
const pauses = [500, 2_000]

/** In the words of nodes and bundlers: this very thing is there already, because the answer to it got lost. */
const known = /already.?known|\bknown transaction|already (?:in|exists|been processed)|same hash was already/i
const isKnown = (error: unknown) => error instanceof RpcError && known.test(error.message)

/**
 * Sends something signed, which can happen once only. When the answer gets lost it may be there all the same; called failed, it would be asked for again,
 * and happen twice. So it is looked for, and sent again.
 *
 * @param find looks for it at the node; null when it is not there
 * @throws RpcError the node's refusal; 'offline' when nobody can tell
 */
export async function sendSigned(send: () => Promise<unknown>, find: () => Promise<unknown>): Promise<void> {
  const left = [...pauses]
  for (;;)
    try {
      await send()
      return
    } catch (error) {
      if (isKnown(error) || (await find().catch(() => null))) return
      const pause = secureReasonOf(error) === 'offline' ? left.shift() : undefined
      if (pause === undefined) throw error
      await wait(pause)
    }
}
