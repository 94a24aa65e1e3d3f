import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jsonRpc } from '@latchkey/testkit/src/chains/jsonRpc.js'
import { localSolanaId } from '@latchkey/testkit/src/chains/solana/genesis.js'
import { openAnyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
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
      expect(changes.hasRoom(other)).toBe(false)
      expect(changes.subscribe(other, address, nothing, nothing)).toBeUndefined()
    }
  })

  test('behavior: so many addresses of a chain are listened to; of another one nothing is said until there is room', async () => {
    const { chain, changes, address } = await opened()
    // Nobody answers: nothing is asked of the node for so many.
    const dead = { ...chain, upstreams: chain.upstreams.map((one) => ({ ...one, url: 'http://127.0.0.1:9' })) }
    const stops = Array.from({ length: 200 }, (_, index) => changes.subscribe(dead, `${index}`, nothing, nothing))
    expect(changes.hasRoom(dead)).toBe(false)
    expect(changes.subscribe(dead, address, nothing, nothing)).toBeUndefined()
    stops[0]?.()
    expect(changes.hasRoom(dead)).toBe(true)
    for (const stop of stops) stop?.()
  })
})

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
})

/** A server with a chain that nobody indexes, and a Solana chain with a node. */
async function served(node: string): Promise<RunningServices> {
  const database: TestDatabase = await openAnyDatabase()
  closing.push(database.remove)
  const coin = { name: 'Solana', symbol: 'SOL', decimals: 9 }
  const running = await startTestServices({
    database: database.options,
    node: 'http://127.0.0.1:9',
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

  test('error: a stream does not tell of a Solana chain whose node takes no websockets', async () => {
    const running = await served('http://127.0.0.1:9')
    const text = stream(running, (await generateKeyPairSigner()).address)
    await vi.waitFor(() => expect(text()).toContain('event: chains\ndata: {"chains":[]}'), 15_000)
    expect(text().match(/event:/g)).toHaveLength(1)
  }, 60_000)
})
