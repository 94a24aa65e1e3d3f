import type { Provider } from '../sdk/modal.js'
import { logEvent } from './eventLog.js'

/** The same provider, with each request, its answer and its time in the event log. */
export function loggedProvider(provider: Provider): Provider {
  return {
    on: (event, listener) => provider.on(event, listener),
    removeListener: (event, listener) => provider.removeListener(event, listener),
    async request(args) {
      const start = performance.now()
      try {
        const result = await provider.request(args)
        logEvent('provider', args.method, result, { took: performance.now() - start })
        return result
      } catch (error) {
        logEvent('provider', args.method, describeError(error), { failed: true, took: performance.now() - start })
        throw error
      }
    },
  }
}

/** Code and message of anything thrown, the way a developer wants to read it. */
export function describeError(error: unknown): string {
  const { code, message, shortMessage } = (error ?? {}) as { code?: unknown; message?: unknown; shortMessage?: unknown }
  const sentence = String(shortMessage ?? message ?? error)
  return typeof code === 'number' ? `${code} ${sentence}` : sentence
}
