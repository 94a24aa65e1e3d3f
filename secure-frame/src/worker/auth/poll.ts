import { AccountRefusal, secureReasonOf } from './failure.js'
import { wait } from './wait.js'

/** Milliseconds for which the server may be out of reach while a user is waited for: a phone between two networks, a server that starts anew. */
const patience = 30_000

/** Whether the same question may have an answer the next time. */
const isPassing = (error: unknown) =>
  error instanceof AccountRefusal && error.field === 'provider_failed' ? true : secureReasonOf(error) === 'offline'

/**
 * Asks until there is an answer. What a user does elsewhere is not lost because one question was: only a server that cannot be reached for 30 s ends it.
 *
 * @param ask undefined while there is no answer
 * @param pause milliseconds between two questions
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
      if (signal.aborted || !isPassing(error) || Date.now() - failingSince >= patience) throw error
    }
    await wait(pause, signal)
  }
}
