import type { Attach, WorkerEvent, WorkerHandlers } from './contract.js'
import { createCore } from './core.js'
import { serve } from './serve.js'

/**
 * Runs the Worker: tables of methods behind messages, nothing else. It holds no React and draws nothing. It ends when the document that started it
 * ends it, with everything in it.
 */
function runWorker(): void {
  const emit = (event: WorkerEvent) => postMessage(event)
  let core: ReturnType<typeof createCore> | undefined
  let attached: MessagePort | undefined

  const start: WorkerHandlers['start'] = async ({ boot }) => {
    core ??= createCore(boot, emit)
    await core
  }

  serve(
    { postMessage: (message) => postMessage(message), addEventListener: (type, listener) => addEventListener(type, listener) },
    async () => ({
      start,
      ...(await core)?.methods,
    }),
  )

  // The wallet's own window has a channel of its own, with methods that no other channel knows. One at a time: an older one is closed.
  addEventListener('message', ({ data, ports: [port] }: MessageEvent<Attach>) => {
    if (!('attach' in data) || !port) return
    attached?.close()
    attached = port
    serve(port, async () => (await core)?.security())
    port.start()
  })
}

runWorker()
