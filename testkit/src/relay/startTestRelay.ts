import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { createMemoryStore, createRelay, type RelayOptions } from '@latchkey/services/src/relay/index.ts'

export const projectId = 'a'.repeat(32)

/** A relay on a free port. `cut` kills every socket without a goodbye, as a broken network does. */
export async function startTestRelay(options: Partial<RelayOptions> & { readonly port?: number } = {}) {
  const sockets = new Set<Socket>()
  const errors: unknown[] = []
  const server = createServer((_request, response) => response.writeHead(404).end())
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `ws://127.0.0.1:${port}`
  const relay = createRelay({
    audiences: [url],
    isProject: (id) => id === projectId,
    store: createMemoryStore(),
    onError: (error) => errors.push(error),
    ...options,
  })
  server.on('upgrade', relay.handleUpgrade)
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url,
    port,
    relay,
    errors,
    cut,
    async close() {
      await relay.close()
      const closed = new Promise((resolve) => server.close(resolve))
      cut()
      await closed
    },
  }
}

export type TestRelay = Awaited<ReturnType<typeof startTestRelay>>
