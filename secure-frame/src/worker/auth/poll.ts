import { AccountRefusal, secureReasonOf } from './failure.js'
import { wait } from './wait.js'

/** Milliseconds for which the server may be unreachable during a login: a phone that changes networks, a server that restarts. */
const timeout = 30_000

/** Whether the next poll may succeed. */
const isPassing = (error: unknown) =>
  error instanceof AccountRefusal && error.field === 'provider_failed' ? true : secureReasonOf(error) === 'offline'

/**
 * Polls until there is an answer. A failed request does not end a login that the user completes elsewhere: only a server that is unreachable for 30 s does.
 *
 * @param ask undefined while there is no answer
 * @param pause milliseconds between two polls
 * @throws what `ask` threw; RpcError 4001 'Something went wrong' when the signal fires
 */
export async function poll<T>(ask: () => Promise<T | undefined>, pause: number, signal: AbortSignal): Promise<T> {
  let failingSince: number | undefined
  for (;;) {
    try {
      const answer = await ask()
      if (answer !== undefined) return answer
      failingSince = undefined
    } catch (error) {
      failingSince ??= Date.now()
      if (signal.aborted || !isPassing(error) || Date.now() - failingSince >= timeout) throw error
    }
    await wait(pause, signal)
  }
}
