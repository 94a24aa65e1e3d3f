import { limits } from '@latchkey/protocol'
import { wait } from './wait.js'

export type RetryOptions = {
  /** Milliseconds before a repetition, or a function of how many failed so far (1, 2, …). */
  readonly delay?: number | ((failures: number) => number)
  /** Repetitions after the first try. */
  readonly count?: number
  readonly shouldRetry?: (error: unknown) => boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs `action` until it succeeds: by default 2 repetitions, 100 ms apart.
 * Only for actions that may run twice: never for a signature or a send.
 *
 * @returns what `action` returns
 * @throws the last error of `action`, or the signal's reason
 */
export async function retry<T>(action: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { delay = limits.retryDelay, count = limits.retryCount, shouldRetry = () => true, signal } = options
  for (let failures = 1; ; failures++) {
    signal?.throwIfAborted()
    try {
      return await action()
    } catch (error) {
      if (failures > count || !shouldRetry(error)) throw error
      await wait(typeof delay === 'function' ? delay(failures) : delay, signal)
    }
  }
}
