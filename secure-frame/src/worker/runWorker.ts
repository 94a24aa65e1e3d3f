import { type Bridge, createBridge, type Handlers, portMessenger } from '@latchkey/protocol/bridge'
import type { DocumentApi, WalletApi, WorkerApi, WorkerEvent } from './contract.js'
import { createCore } from './core.js'
import type { SecurityApi } from './security/contract.js'

type Nothing = Record<string, never>

/**
 * Runs the Worker: tables of methods behind messages, nothing else. It holds no React and draws nothing. It ends when the document that started it
 * ends it, with everything in it.
 */
export function runWorker(): void {
  let core: ReturnType<typeof createCore> | undefined
  let security: Bridge<Nothing> | undefined

  // The user's own decisions come over another channel than what the dialog asks, so that it cannot use up their calls. What comes over a port
  // before its methods are there waits in the port.
  const methods: Handlers<WorkerApi> = {
    async start({ boot, port }) {
      core ??= createCore(boot, emit)
      const { methods } = await core
      createBridge<WalletApi, Nothing>({ messenger: portMessenger(port), methods })
    },
    async decide(decision, context) {
      return (await core)?.decide(decision, context) ?? false
    },
    async setLimit(limit, context) {
      await (await core)?.setLimit(limit, context)
    },
    // The wallet's own window has a channel of its own, with methods that no other channel knows. One at a time: an older one is closed.
    async serveSecurity({ port }) {
      security?.destroy()
      security = undefined
      try {
        const methods = await (await core)?.security()
        if (methods) security = createBridge<SecurityApi, Nothing>({ messenger: portMessenger(port), methods })
      } finally {
        if (!security) port.close()
      }
    },
  }
  const page = createBridge<WorkerApi, DocumentApi>({ messenger: portMessenger(self), methods })
  // A document that is gone hears nothing, and needs nothing.
  const emit = (event: WorkerEvent) => void page.call('heard', event).catch(() => undefined)
}
