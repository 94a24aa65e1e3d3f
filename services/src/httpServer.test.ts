import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { until } from '@latchkey/testkit/src/until.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHttpServer, listen, stop, trackSockets } from './httpServer.js'

describe('an upgrade that nobody serves', () => {
  let server: Server
  let cut: () => void
  let port: number
  beforeEach(async () => {
    server = createHttpServer({
      edge: async () => new Response('served'),
      gateway: async () => undefined,
      relay: undefined,
      apiHosts: ['api.localhost'],
      log: pino({ level: 'silent' }),
      hashAddresses: false,
    })
    cut = trackSockets(server)
    port = await listen(server, '127.0.0.1', 0)
  })
  afterEach(() => stop(server, cut, 100))

  const request = 'GET /relay HTTP/1.1\r\nHost: api.localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

  test('error: a client that resets the connection does not end the process', async () => {
    const thrown: unknown[] = []
    const note = (error: unknown) => void thrown.push(error)
    process.on('uncaughtException', note)
    for (let count = 0; count < 20; count += 1) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(request, () => socket.resetAndDestroy())
      await once(socket, 'close')
    }
    await expect.poll(() => new Promise((resolve) => server.getConnections((_error, open) => resolve(open)))).toBe(0)
    process.off('uncaughtException', note)
    expect(thrown).toEqual([])
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('served')
  })

  test('error: a client that keeps its end of the connection open is let go', async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => undefined)
    socket.write(request)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /)
    await until(() => {
      socket.write('still here')
      return socket.destroyed
    }, 'the connection to end')
  })
})
