import type { Provider } from '../sdk/modal.js'
import { logEvent } from './eventLog.js'

/** The same provider, with each request, its answer and its time in the event log. */
export function loggedProvider(provider: Provider): Provider {
  return {
    on: (event, listener) => provider.on(event, listener),
    removeListener: (event, listener) => provider.removeListener(event, listener),
    request: (args) => timed(args.method, () => provider.request(args)),
  }
}

/** Does something, and writes how it ended and how long it took into the event log. */
export async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  try {
    const result = await work()
    logEvent('provider', name, result, { took: performance.now() - start })
    return result
  } catch (error) {
    logEvent('provider', name, describeError(error), { failed: true, took: performance.now() - start })
    throw error
  }
}

/** Code and message of anything thrown, the way a developer wants to read it. */
export function describeError(error: unknown): string {
  const { code, message, shortMessage } = (error ?? {}) as { code?: unknown; message?: unknown; shortMessage?: unknown }
  const sentence = String(shortMessage ?? message ?? error)
  return typeof code === 'number' ? `${code} ${sentence}` : sentence
}
