import { connect } from 'node:net'
import { everyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { connectRawClient, randomTopic } from '@latchkey/testkit/src/relay/rawClient.ts'
import { projectId } from '@latchkey/testkit/src/relay/startTestRelay.ts'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { quietPort } from '@latchkey/testkit/src/server/serverProcess.ts'
import { projects, startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { until } from '@latchkey/testkit/src/until.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRelay } from './startRelay.js'
import type { RunningServices } from './startServices.js'
import { writeSites } from './testing/sites.js'

const chains = [{ id: 1 }]
const project = { id: projectId, name: 'Wallets', mode: 'development' as const }

/** The status line of an upgrade that is asked for and refused. */
const upgrade = (port: number, path: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`),
    )
    socket.once('data', (data) => {
      socket.destroy()
      resolve(String(data).split('\r\n')[0] ?? '')
    })
    socket.once('error', reject)
  })

describe.each(everyDatabase)('startRelay on $kind', ({ open }) => {
  let database: TestDatabase
  let relay: Awaited<ReturnType<typeof startRelay>>
  let url: string
  beforeAll(async () => {
    database = await open()
    const port = await quietPort()
    url = `ws://127.0.0.1:${port}`
    const config = { urls, chains, projects: [project], log: { level: 'silent' as const }, database: database.options, relay: { url } }
    relay = await startRelay({ ...config, listen: { port } })
  }, 120_000)
  afterAll(async () => {
    await relay.close()
    await database.remove()
  }, 120_000)

  test('behavior: a process of its own carries messages under the address that clients know, and answers probes', async () => {
    const [one, other, topic] = [await connectRawClient(url), await connectRawClient(url), randomTopic()]
    await other.call('irn_subscribe', { topic })
    await one.call('irn_publish', { topic, message: 'hello', ttl: 300, tag: 1108 })
    await until(() => other.deliveries[0], 'the message')
    expect((await ask(relay.port, 'http://10.0.0.1/ready')).status).toBe(200)
    expect((await ask(relay.port, 'http://10.0.0.1/getWallets')).status).toBe(404)
    expect(await upgrade(relay.port, '/elsewhere')).toContain('404')
  })
})

describe.each(everyDatabase)('the relay of startServices on $kind', ({ open }) => {
  let database: TestDatabase
  let sites: Awaited<ReturnType<typeof writeSites>>
  let running: RunningServices | undefined
  beforeAll(async () => {
    ;[database, sites] = await Promise.all([open(), writeSites()])
  }, 120_000)
  afterAll(async () => {
    await running?.close()
    await Promise.all([database.remove(), sites.remove()])
  }, 120_000)
  const start = async (relay: object, port = 0) => {
    await running?.close()
    const config = { database: database.options, folders: sites.folders, node: 'http://127.0.0.1:1', projects: [...projects, project] }
    running = await startTestServices({ ...config, relay, listen: { port }, urls: { ...urls, api: `http://127.0.0.1:${port || 1}` } })
    return running
  }

  test.each([
    [{}, 403],
    [{ url: 'wss://relay.example.com' }, 404],
    [{ url: 'wss://relay.example.com', enabled: false }, 404],
    [{ url: 'wss://relay.example.com', enabled: true }, 403],
  ])(
    'behavior: with %j an upgrade without a token is answered with %i',
    async (relay, status) => {
      const port = await quietPort()
      await start(relay, port)
      const answer = await upgrade(port, '/relay')
      expect(answer).toContain(status === 404 ? '404' : '403')
    },
    60_000,
  )

  test('behavior: stopping says 1001 to open sockets, cuts those that do not answer, and ends', async () => {
    const port = await quietPort()
    const { close } = await start({}, port)
    const url = `ws://127.0.0.1:${port}/relay`
    const [client, deaf] = [await connectRawClient(url), await connectRawClient(url)]
    deaf.socket.pause()
    const refused = connect(port, '127.0.0.1', () =>
      refused.write('GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    )
    await new Promise((resolve) => refused.once('data', resolve))
    await close()
    running = undefined
    expect(await until(client.closed, 'the close')).toMatchObject({ code: 1001 })
    refused.destroy()
  })
})
