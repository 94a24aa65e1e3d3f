import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { jsonRpc } from '@latchkey/testkit/src/chains/jsonRpc.js'
import { localSolanaId } from '@latchkey/testkit/src/chains/solana/genesis.js'
import { openAnyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import type { ConfigInput } from '../config/schema.js'
import type { RunningServices } from '../startServices.js'
import { openSolana, startSolana } from '../testing/upstreams.js'
import { openSolanaChanges } from './solanaChanges.js'
import { type Mention, openSolanaLogs } from './solanaLogs.js'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const nothing = () => {}

async function opened() {
  const node = await startSolana()
  const { gateway, chain } = await openSolana(node.url)
  const changes = openSolanaChanges(gateway.ask, pino({ level: 'silent' }))
  closing.push(node.close, gateway.close, changes.close)
  const { address } = await generateKeyPairSigner()
  const give = () => jsonRpc(node.url, 'requestAirdrop', [address, 1_000_000_000])
  return { node, chain, changes, address, give }
}

describe('openSolanaChanges', () => {
  test('behavior: what an address gets is told within two seconds, from when the node says that it tells, until nobody listens', async () => {
    const { chain, changes, address, give } = await opened()
    const heard: (Mention | undefined)[] = []
    const told: boolean[] = []
    const stop = changes.subscribe(
      chain,
      address,
      (mention) => heard.push(mention),
      (isTold) => told.push(isTold),
    )
    await vi.waitFor(() => expect(heard).toEqual([undefined]), 10_000)
    expect(told).toEqual([true])
    const signature = await give()
    await vi.waitFor(() => expect(heard).toContainEqual({ signature, failed: false }), 2_000)
    stop?.()
    heard.length = 0
    await give()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(heard).toEqual([])
  })

  test('behavior: a chain of another family, or without a node, has nothing to hear', async () => {
    const { chain, changes, address } = await opened()
    for (const other of [
      { ...chain, caipNetworkId: 'eip155:1' },
      { ...chain, upstreams: [] },
    ] as const) {
      expect(changes.hasRoom(other, address)).toBe(false)
      expect(changes.subscribe(other, address, nothing, nothing)).toBeUndefined()
    }
  })

  test('behavior: so many addresses of a chain are listened to; of another one nothing is said until there is room', async () => {
    const { chain, changes, address } = await opened()
    // Nobody answers: nothing is asked of the node for so many.
    const dead = { ...chain, upstreams: chain.upstreams.map((one) => ({ ...one, url: 'http://127.0.0.1:9' })) }
    const stops = Array.from({ length: 200 }, (_, index) => changes.subscribe(dead, `${index}`, nothing, nothing))
    expect(changes.hasRoom(dead, address)).toBe(false)
    expect(changes.subscribe(dead, address, nothing, nothing)).toBeUndefined()
    stops[0]?.()
    expect(changes.hasRoom(dead, address)).toBe(true)
    for (const stop of stops) stop?.()
  })

  test('behavior: an address that many listen to is one of them, and asked of the node once, until the last one leaves', async () => {
    const { port, asked, answer, tell } = await recordingNode()
    const { gateway, chain } = await openSolana(`http://127.0.0.1:${port}`)
    const changes = openSolanaChanges(gateway.ask, pino({ level: 'silent' }))
    closing.push(gateway.close, changes.close)
    const heard: string[][] = [[], [], []]
    const listen = (lines: string[]) =>
      changes.subscribe(
        chain,
        'watched',
        (mention) => lines.push(mention?.signature ?? 'missed'),
        (isTold) => lines.push(isTold ? 'told' : 'lost'),
      )
    const first = [listen(heard[0] ?? []), listen(heard[1] ?? [])]
    await vi.waitFor(() => expect(asked).toHaveLength(1), 10_000)
    answer()
    await vi.waitFor(() => expect(heard).toEqual([['told', 'missed'], ['told', 'missed'], []]), 10_000)
    // Whoever comes when the node tells already.
    const last = listen(heard[2] ?? [])
    expect(heard[2]).toEqual(['told', 'missed'])
    tell('signed')
    await vi.waitFor(() => expect(heard.map((lines) => lines.at(-1))).toEqual(['signed', 'signed', 'signed']), 10_000)
    for (const stop of first) stop?.()
    first[0]?.()
    const full = Array.from({ length: 199 }, (_, index) => changes.subscribe(chain, `${index}`, nothing, nothing))
    expect([changes.hasRoom(chain, 'watched'), changes.hasRoom(chain, 'another')]).toEqual([true, false])
    for (const stop of full) stop?.()
    expect(asked.filter(({ params }) => params[0].mentions?.[0] === 'watched')).toHaveLength(1)
    last?.()
    await vi.waitFor(() => expect(asked).toContainEqual(expect.objectContaining({ method: 'logsUnsubscribe', params: [101] })), 10_000)
  })
})

type Asked = {
  readonly id: number
  readonly method: string
  readonly params: readonly [{ readonly mentions?: readonly string[] }]
}

/** A node that keeps what it is asked by websocket, and answers subscriptions 101, 102 and so on, when it is told to. `tell` says that something happened. */
async function recordingNode() {
  const server = createServer(async (request, response) => {
    const { id } = JSON.parse(Buffer.concat(await request.toArray()).toString())
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { context: { slot: 1 }, value: [] } }))
  })
  const sockets = new WebSocketServer({ server })
  const asked: Asked[] = []
  const send = (message: object) => {
    for (const socket of sockets.clients) socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
  }
  sockets.on('connection', (socket) => socket.on('message', (data) => asked.push(JSON.parse(String(data)))))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(
    () => server.close(),
    () => {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
    },
  )
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    answer: () => {
      for (const [index, { id, method }] of asked.entries()) if (method === 'logsSubscribe') send({ id, result: 101 + index })
    },
    tell: (signature: string) =>
      send({ method: 'logsNotification', params: { subscription: 101, result: { value: { signature, err: null, logs: [] } } } }),
  }
}

describe('openSolanaLogs', () => {
  test('error: a connection that ends is there again by itself, and what may have been missed is said', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
    closing.push(() => server.close())
    await once(server, 'listening')
    const asked: string[] = []
    server.on('connection', (socket) => {
      socket.on('message', (data) => {
        const { id, params } = JSON.parse(String(data))
        asked.push(params[0].mentions[0])
        socket.send('no JSON')
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: 7 }))
        if (asked.length === 1) socket.terminate()
        else {
          const result = { context: { slot: 1 }, value: { signature: 'signed', err: {}, logs: [] } }
          socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'logsNotification', params: { subscription: 7, result } }))
        }
      })
    })
    const { port } = server.address() as AddressInfo
    const logs = openSolanaLogs(`http://127.0.0.1:${port}`, pino({ level: 'silent' }))
    closing.push(logs.close)
    const heard: (Mention | undefined)[] = []
    let lost = 0
    logs.subscribe(
      'account',
      (mention) => heard.push(mention),
      () => {
        lost += 1
      },
    )
    await vi.waitFor(() => expect(heard).toEqual([undefined, undefined, { signature: 'signed', failed: true }]), 10_000)
    expect(asked).toEqual(['account', 'account'])
    expect(lost).toBe(1)
  })

  test('error: a node that went away without a word is noticed, and asked again', async () => {
    // It answers what it is asked, and no ping: as a connection does that a router on the way has forgotten.
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false })
    closing.push(() => server.close())
    await once(server, 'listening')
    server.on('connection', (socket) => {
      socket.on('message', (data) => socket.send(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(String(data)).id, result: 7 })))
    })
    const logs = openSolanaLogs(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, pino({ level: 'silent' }), 50)
    closing.push(logs.close)
    const heard: string[] = []
    logs.subscribe(
      'account',
      () => heard.push('told'),
      () => heard.push('lost'),
    )
    await vi.waitFor(() => expect(heard.slice(0, 3)).toEqual(['told', 'lost', 'told']), 10_000)
  })

  test('behavior: whoever leaves before the node has answered is unsubscribed once it has', async () => {
    const { port, asked, answer } = await recordingNode()
    const logs = openSolanaLogs(`http://127.0.0.1:${port}`, pino({ level: 'silent' }))
    closing.push(logs.close)
    logs.subscribe('stays', nothing)
    const leave = logs.subscribe('leaves', nothing)
    await vi.waitFor(() => expect(asked.map(({ params }) => params[0].mentions?.[0])).toEqual(['stays', 'leaves']), 10_000)
    leave()
    answer()
    await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ method: 'logsUnsubscribe', params: [102] }), 10_000)
  })
})

/** A server with a chain that nobody indexes, and a Solana chain with a node. */
async function served(node: string, more: Partial<ConfigInput> = {}): Promise<RunningServices> {
  const database: TestDatabase = await openAnyDatabase()
  closing.push(database.remove)
  const coin = { name: 'Solana', symbol: 'SOL', decimals: 9 }
  const running = await startTestServices({
    database: database.options,
    node: 'http://127.0.0.1:9',
    ...more,
    chains: [
      {
        id: 31_337,
        name: 'Local',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        upstreams: [{ url: 'http://127.0.0.1:9' }],
      },
      { caip2: localSolanaId, name: 'Local Solana', nativeCurrency: coin, testnet: true, upstreams: [{ url: node }] },
    ],
  })
  closing.push(running.close)
  return running
}

/** Everything that a stream has said so far. */
function stream({ port }: RunningServices, address: string): () => string {
  const control = new AbortController()
  closing.push(() => control.abort())
  const { host } = new URL(urls.api)
  const path = `/v1/account/${address}/changes?projectId=open`
  let text = ''
  request({ host: '127.0.0.1', port, path, headers: { host }, signal: control.signal }, (response) => {
    expect(response.statusCode).toBe(200)
    response.on('data', (chunk) => {
      text += chunk
    })
    response.on('error', () => {})
  })
    .on('error', () => {})
    .end()
  return () => text
}

describe('GET /v1/account/{address}/changes', () => {
  test('behavior: what a Solana address gets arrives in the stream, from when it says that it tells of the chain', async () => {
    const node = await startSolana()
    closing.push(node.close)
    const running = await served(node.url)
    const { address } = await generateKeyPairSigner()
    const text = stream(running, address)
    const change = (hash: string) => `data: ${JSON.stringify({ chain: localSolanaId, hash, status: 'confirmed' })}`
    // Listening: what happened before is asked for.
    await vi.waitFor(() => expect(text()).toContain(change('')), 15_000)
    expect(text()).toContain(`event: chains\ndata: {"chains":["${localSolanaId}"]}`)
    const signature = await jsonRpc(node.url, 'requestAirdrop', [address, 1_000_000_000])
    await vi.waitFor(() => expect(text()).toContain(change(signature)), 2_000)
  }, 60_000)

  test('error: a reader that does not read what happens is let go, and its stream is not kept in memory', async () => {
    const node = await recordingNode()
    const running = await served(`http://127.0.0.1:${node.port}`)
    const { address } = await generateKeyPairSigner()
    const socket = connect(running.port, '127.0.0.1').pause()
    closing.push(() => socket.destroy())
    socket.on('error', nothing)
    socket.write(`GET /v1/account/${address}/changes?projectId=open HTTP/1.1\r\nHost: ${new URL(urls.api).host}\r\n\r\n`)
    await vi.waitFor(() => expect(node.asked).toHaveLength(1), 15_000)
    node.answer()
    // More than the buffers of two sockets take.
    for (let count = 0; count < 200; count += 1) {
      for (let mention = 0; mention < 500; mention += 1) node.tell(`${count} ${mention}`.padEnd(100, '.'))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await vi.waitFor(() => expect(node.asked.map(({ method }) => method)).toContain('logsUnsubscribe'), 20_000)
  }, 90_000)

  test('error: one client has so many streams; what it closes, it can open again, and others can meanwhile', async () => {
    const running = await served('http://127.0.0.1:9', { trustedProxies: 1, limits: { api: { perSecond: 1_000, burst: 1_000 } } })
    const { address } = await generateKeyPairSigner()
    /** Opens a stream and leaves it open. */
    const enter = async (client: string) => {
      const headers = { host: new URL(urls.api).host, 'x-forwarded-for': client }
      const asking = request({
        host: '127.0.0.1',
        port: running.port,
        path: `/v1/account/${address}/changes?projectId=open`,
        headers,
        agent: false,
      })
      asking.on('error', nothing).end()
      closing.push(() => asking.destroy())
      const [{ statusCode, headers: answered }] = (await once(asking, 'response')) as [IncomingMessage]
      return { status: statusCode, retryAfter: answered['retry-after'], leave: () => asking.destroy() }
    }
    const open = await Promise.all(Array.from({ length: 200 }, () => enter('203.0.113.1')))
    expect(open.filter(({ status }) => status !== 200)).toEqual([])
    expect(await enter('203.0.113.1')).toMatchObject({ status: 429, retryAfter: '30' })
    expect(await enter('203.0.113.2')).toMatchObject({ status: 200 })
    open[0]?.leave()
    await vi.waitFor(async () => expect(await enter('203.0.113.1')).toMatchObject({ status: 200 }), 10_000)
  }, 60_000)

  test('error: a stream does not tell of a Solana chain whose node takes no websockets', async () => {
    const running = await served('http://127.0.0.1:9')
    const text = stream(running, (await generateKeyPairSigner()).address)
    await vi.waitFor(() => expect(text()).toContain('event: chains\ndata: {"chains":[]}'), 15_000)
    expect(text().match(/event:/g)).toHaveLength(1)
  }, 60_000)
})
