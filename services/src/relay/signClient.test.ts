import { randomUUID } from 'node:crypto'
import { projectId, startTestRelay, type TestRelay } from '@latchkey/testkit/src/relay/startTestRelay.ts'
import { until } from '@latchkey/testkit/src/until.ts'
import { SignClient } from '@walletconnect/sign-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memory, postgres, type Stores } from './testing/sharedStores.js'

type Client = Awaited<ReturnType<typeof SignClient.init>>

const address = '0x000000000000000000000000000000000000dEaD'
const granted = { accounts: [`eip155:1:${address}`], methods: ['personal_sign'], events: ['accountsChanged'] }
const metadata = { name: 'Test', description: '', url: 'http://localhost', icons: [] }

let stores: Stores
/** The page's relay and the wallet's: one and the same, or two replicas. */
let relays: readonly TestRelay[]
let page: Client
let wallet: Client

async function createClient(relayUrl: string): Promise<Client> {
  const items = new Map<string, string>()
  return SignClient.init({
    relayUrl,
    projectId,
    metadata,
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: randomUUID(),
    storage: {
      getItem: async (key) => {
        const text = items.get(key)
        return text === undefined ? undefined : JSON.parse(text)
      },
      setItem: async (key, value) => void items.set(key, JSON.stringify(value)),
      removeItem: async (key) => void items.delete(key),
      getKeys: async () => [...items.keys()],
      getEntries: async () => [...items].map(([key, text]) => [key, JSON.parse(text)]),
    },
  })
}

async function stop(client: Client): Promise<void> {
  client.core.heartbeat.stop()
  await client.core.relayer.transportClose()
}

async function connect() {
  const { uri, approval } = await page.connect({
    optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['accountsChanged'] } },
  })
  wallet.once('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: { eip155: granted } }))
  await wallet.pair({ uri: uri ?? '' })
  return approval()
}

const sockets = () => relays.reduce((sum, { relay }) => sum + relay.stats().sockets, 0)

const ask = (topic: string) =>
  page.request<string>({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params: ['0x00', address] } })

describe.each([
  ['one relay on memory', memory, 1],
  ['each at its own replica on PostgreSQL', postgres, 2],
] as const)('createRelay, with sign-client on both ends: %s', (_name, open, count) => {
  beforeAll(async () => {
    // Read by the client: no attestation service, no telemetry, one core per client.
    process.env.IS_VITEST = 'true'
    process.env.DISABLE_GLOBAL_CORE = 'true'
    stores = await open()
    const { createStore, pollInterval } = stores
    const start = () => startTestRelay({ store: createStore(), limits: { pingInterval: 5_000, pollInterval } })
    relays = await Promise.all(Array.from({ length: count }, start))
    ;[page, wallet] = await Promise.all([createClient(relays[0]?.url ?? ''), createClient(relays.at(-1)?.url ?? '')])
    wallet.on('session_request', ({ id, topic }) => {
      void wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: `signed ${topic}` } })
    })
  }, 60_000)

  afterAll(async () => {
    await Promise.all([stop(page), stop(wallet)])
    for (const relay of relays) await relay.close()
    await stores.close()
  })

  test('behavior: pairs, settles, requests, updates and deletes', async () => {
    const session = await connect()
    expect(session.namespaces.eip155?.accounts).toEqual(granted.accounts)
    expect(await ask(session.topic)).toBe(`signed ${session.topic}`)

    const updated = new Promise((resolve) => page.once('session_update', ({ params }) => resolve(params.namespaces.eip155?.accounts)))
    const accounts = [...granted.accounts, `eip155:1:${address.replace('dEaD', 'bEEF')}`]
    await wallet.update({ topic: session.topic, namespaces: { eip155: { ...granted, accounts } } })
    expect(await updated).toEqual(accounts)

    const deleted = new Promise((resolve) => page.once('session_delete', ({ topic }) => resolve(topic)))
    await wallet.disconnect({ topic: session.topic, reason: { code: 6000, message: 'User disconnected' } })
    expect(await deleted).toBe(session.topic)
    expect(relays.flatMap(({ errors }) => errors)).toEqual([])
  })

  test('behavior: both ends come back after the sockets were cut, and lose no request', async () => {
    const { topic } = await connect()
    expect(await ask(topic)).toBe(`signed ${topic}`)
    for (const relay of relays) relay.cut()
    await until(() => !page.core.relayer.connected && !wallet.core.relayer.connected, 'both to notice')
    expect(await ask(topic)).toBe(`signed ${topic}`)
    await until(() => sockets() === 2, 'both to be back')
  })

  test('behavior: a request made while the wallet is away waits for it', async () => {
    const { topic } = await connect()
    await wallet.core.relayer.transportClose()
    const answer = ask(topic)
    await until(() => sockets() === 1, 'the wallet to be away')
    await wallet.core.relayer.transportOpen()
    expect(await answer).toBe(`signed ${topic}`)
  })
})
