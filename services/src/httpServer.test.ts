import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { until } from '@latchkey/testkit/src/until.ts'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hostnameOf } from './edge/edge.js'
import { watchForwarded } from './http/watchForwarded.js'
import { createHttpServer, listen, stop, trackSockets } from './httpServer.js'

describe('the log of a request', () => {
  const hosts = { api: 'api.localhost', dialog: 'dialog.localhost' }

  test.each([
    [hosts.dialog, '/sdk.js', 200, 'debug'],
    [hosts.dialog, '/assets/first-Ab1.css?x=1', 304, 'debug'],
    [hosts.dialog, '/latchkey-sdk.tgz', 200, 'debug'],
    [hosts.dialog, '/', 200, 'info'],
    [hosts.dialog, '/index.html', 200, 'info'],
    [hosts.dialog, '/gone.js', 404, 'info'],
    [hosts.dialog, '/sdk.js', 503, 'warn'],
    [hosts.api, '/ready', 503, 'warn'],
    [hosts.api, '/getWallets', 500, 'warn'],
    [hosts.api, '/v1/account/vitalik.eth', 200, 'info'],
  ])('behavior: %s%s with %i is at %s', async (host, path, status, level) => {
    const lines: string[] = []
    const server = createHttpServer({
      edge: async () => new Response(null, { status }),
      gateway: async () => undefined,
      relay: undefined,
      isApiHost: (header) => header?.startsWith(hosts.api) === true,
      log: pino(
        { level: 'debug', formatters: { level: (label) => ({ level: label }) } },
        { write: (line: string) => void lines.push(line) },
      ),
      hashAddresses: false,
    })
    const cut = trackSockets(server)
    const port = await listen(server, '127.0.0.1', 0)
    expect((await ask(port, `http://${host}${path}`)).status).toBe(status)
    await expect.poll(() => lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual([level])
    await stop(server, cut, 100)
  })
})

describe('a Host header', () => {
  const host = fc.oneof(
    fc.constantFrom('', ':', 'app.localhost:', 'a b', 'app.localhost/x', 'user@host', '[', '[::1', 'host:123456', 'пример', '{}', '%00'),
    fc.string({ unit: fc.constantFrom(...'a.:/[]@ %-_\\?#"'), maxLength: 12 }),
  )

  test('error: one that is malformed is answered with 400 at once, and the server goes on', async () => {
    const served = new Response('served')
    const server = createHttpServer({
      edge: async () => served.clone(),
      gateway: async () => undefined,
      relay: undefined,
      isApiHost: () => false,
      log: pino({ level: 'silent' }),
      hashAddresses: false,
    })
    const cut = trackSockets(server)
    const port = await listen(server, '127.0.0.1', 0)
    const statusOf = (value: string) =>
      new Promise<string>((resolve, reject) => {
        let received = ''
        connect(port, '127.0.0.1')
          .on('data', (data) => (received += data.toString()))
          .on('end', () => resolve(received.split(' ')[1] ?? ''))
          .on('error', reject)
          .end(Buffer.from(`GET / HTTP/1.1\r\nHost: ${value}\r\nConnection: close\r\n\r\n`))
      })
    await fc.assert(
      fc.asyncProperty(host, async (value) => {
        expect(await statusOf(value)).toBe(hostnameOf(value.trim()) === null ? '400' : '200')
      }),
    )
    await stop(server, cut, 100)
  })
})

describe('watchForwarded', () => {
  const asked = async (trustedProxies: number) => {
    const told: string[] = []
    const server = createServer((_request, response) => response.end())
    watchForwarded(server, trustedProxies, { warn: (sentence: string) => void told.push(sentence) } as never)
    const cut = trackSockets(server)
    const port = await listen(server, '127.0.0.1', 0)
    await ask(port, 'http://api.localhost/')
    const before = [...told]
    for (let count = 0; count < 3; count += 1) await ask(port, 'http://api.localhost/', { headers: { 'x-forwarded-for': '192.0.2.1' } })
    await stop(server, cut, 100)
    return { before, told }
  }

  test('error: a proxy in front of a server that trusts none is said once', async () => {
    expect(await asked(0)).toEqual({ before: [], told: [expect.stringContaining('trustedProxies is 0')] })
  })

  test('behavior: where a proxy is trusted, nothing is said', async () => {
    expect(await asked(1)).toEqual({ before: [], told: [] })
  })
})

describe('an upgrade that nobody serves', () => {
  let server: Server
  let cut: () => void
  let port: number
  beforeEach(async () => {
    server = createHttpServer({
      edge: async () => new Response('served'),
      gateway: async () => undefined,
      relay: undefined,
      isApiHost: (header) => ['api.localhost'].includes(header?.split(':')[0] ?? ''),
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
