import { once } from 'node:events'
import { request } from 'node:http'
import { connectRawClient, randomTopic } from '@latchkey/testkit/src/relay/rawClient.ts'
import { projectId, startTestRelay, type TestRelay } from '@latchkey/testkit/src/relay/startTestRelay.ts'
import { createTestKey, createTestToken } from '@latchkey/testkit/src/relay/token.js'
import { until } from '@latchkey/testkit/src/until.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import type { RelayOptions } from './index.js'
import { expiredToken, invalidProject } from './refusal.js'
import { memory, postgres, type Stores } from './testing/sharedStores.js'

const publishTo = (topic: string, message: string, more: object = {}) => ({ topic, message, ttl: 300, tag: 1108, ...more })
const texts = (client: { deliveries: readonly { message: string }[] }) => client.deliveries.map(({ message }) => message)

/** What a refused upgrade answers. */
function upgrade(url: string, query: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'sec-websocket-version': '13',
    }
    const call = request(`${url.replace('ws', 'http')}/?${query}`, { headers }, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    call.on('error', reject)
    call.end()
  })
}

describe.each([
  ['one on memory', memory, 1],
  ['two replicas on PostgreSQL', postgres, 2],
] as const)('createRelay, %s', (_name, open, count) => {
  const started: TestRelay[] = []
  let stores: Stores
  beforeAll(async () => {
    stores = await open()
  }, 60_000)
  afterAll(() => stores.close())

  /** Relays that serve the same clients; `other` is the last of them. */
  const start = async ({ limits, ...options }: Partial<RelayOptions> = {}) => {
    const { createStore } = stores
    // A replica that has just started may not be listening yet.
    const pollInterval = 50
    const settings = () => ({ ...options, store: createStore(), limits: { pollInterval, ...limits } })
    const relays: TestRelay[] = []
    for (let index = 0; index < count; index += 1) relays.push(await startTestRelay(settings()))
    started.push(...relays)
    const [first, last] = [relays[0], relays.at(-1)]
    if (!first || !last) throw new Error('No relay was started')
    return { ...first, other: last.url }
  }
  afterEach(async () => {
    for (const relay of started.splice(0)) await relay.close()
  })

  test('behavior: delivers to subscribers, not to the sender, with the subscription id clients compute', async () => {
    const { url, other: otherUrl } = await start()
    const [one, other] = [await connectRawClient(url), await connectRawClient(otherUrl)]
    const topic = randomTopic()
    const id = await other.call('irn_subscribe', { topic })
    await one.call('irn_subscribe', { topic })
    expect(await one.call('irn_publish', publishTo(topic, 'hello'))).toBe(true)
    await until(() => other.deliveries[0], 'the message')
    expect(other.deliveries[0]).toMatchObject({ topic, message: 'hello', tag: 1108, subscription: id })
    await one.call('irn_fetchMessages', { topic })
    expect(one.deliveries).toEqual([])
  })

  test('behavior: echoes ids verbatim, and a mailbox waits for its reader', async () => {
    const { url, other: elsewhere } = await start()
    const one = await connectRawClient(url)
    const topic = randomTopic()
    one.socket.send(
      `{"id":1757000000000123457,"jsonrpc":"2.0","method":"irn_publish","params":${JSON.stringify(publishTo(topic, 'later'))}}`,
    )
    await until(() => one.frames.includes('{"id":1757000000000123457,"jsonrpc":"2.0","result":true}'), 'the echo')
    const late = await connectRawClient(elsewhere)
    await late.call('irn_batchSubscribe', { topics: [randomTopic(), topic] })
    await until(() => texts(late).includes('later'), 'the waiting message')
  })

  test('behavior: an acknowledged message is not delivered again, an unacknowledged one is', async () => {
    const { url, other } = await start()
    const topic = randomTopic()
    const sender = await connectRawClient(url)
    const reader = await connectRawClient(other)
    await reader.call('irn_subscribe', { topic })
    await sender.call('irn_publish', publishTo(topic, 'first'))
    await until(() => texts(reader).length === 1, 'the first message')
    reader.setAcknowledge(false)
    await sender.call('irn_publish', publishTo(topic, 'second'))
    await until(() => texts(reader).length === 2, 'the second message')
    reader.close()
    const again = await connectRawClient(url, { key: reader.key })
    await again.call('irn_subscribe', { topic })
    await until(() => texts(again).length > 0, 'the redelivery')
    expect(texts(again)).toEqual(['second'])
  })

  test('behavior: sends again what is not acknowledged, a limited number of times', async () => {
    const { url, other } = await start({ limits: { redeliverAfter: 1, redeliveries: 2, pingInterval: 500 } })
    const topic = randomTopic()
    const reader = await connectRawClient(other, { acknowledge: false })
    const sender = await connectRawClient(url)
    await reader.call('irn_subscribe', { topic })
    await sender.call('irn_publish', publishTo(topic, 'again'))
    await until(() => texts(reader).length === 3, 'two redeliveries')
    reader.acknowledge(reader.deliveries[0]?.id ?? 0)
    await expect.poll(() => reader.call('irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })
    expect(texts(reader)).toEqual(['again', 'again', 'again'])
  })

  test('behavior: messages expire by their ttl', async () => {
    let now = Date.now()
    const { url, other } = await start({ now: () => now })
    const [topic, sender] = [randomTopic(), await connectRawClient(url)]
    await sender.call('irn_publish', publishTo(topic, 'short', { ttl: 10 }))
    await sender.call('irn_publish', publishTo(topic, 'long', { ttl: 1_000 }))
    now += 10_000
    const reader = await connectRawClient(other)
    await reader.call('irn_subscribe', { topic })
    await until(() => texts(reader).length > 0, 'the living message')
    expect(texts(reader)).toEqual(['long'])
  })

  test('behavior: a repeated publish is answered and delivered once', async () => {
    const { url, other } = await start()
    const [topic, sender, reader] = [randomTopic(), await connectRawClient(url), await connectRawClient(other)]
    await reader.call('irn_subscribe', { topic })
    await sender.call('irn_batchPublish', { messages: [publishTo(topic, 'same'), publishTo(topic, 'same'), publishTo(topic, 'end')] })
    await until(() => texts(reader).includes('end'), 'the last message')
    expect(texts(reader)).toEqual(['same', 'end'])
  })

  test('behavior: fetchMessages tells what waits, batchReceive acknowledges by hash', async () => {
    const { url, other } = await start()
    const [topic, sender, reader] = [randomTopic(), await connectRawClient(url), await connectRawClient(other)]
    await sender.call('irn_publish', publishTo(topic, 'fetched'))
    const answer = await reader.call('irn_batchFetchMessages', { topics: [topic] })
    expect(answer).toMatchObject({ messages: [{ topic, message: 'fetched', tag: 1108 }], hasMore: false })
    const messageId = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from('fetched'))).toString('hex')
    expect(await reader.call('irn_batchReceive', { receipts: [{ topic, messageId }] })).toBe(true)
    expect(await reader.call('irn_fetchMessages', { topic })).toEqual({ messages: [], hasMore: false })
  })

  test('behavior: unsubscribing ends delivery', async () => {
    const { url, other } = await start()
    const [topic, rest, sender, reader] = [randomTopic(), randomTopic(), await connectRawClient(url), await connectRawClient(other)]
    await reader.call('irn_batchSubscribe', { topics: [topic, rest] })
    expect(await reader.call('irn_unsubscribe', { topic, id: 'any' })).toBe(true)
    await sender.call('irn_publish', publishTo(topic, 'unheard'))
    await sender.call('irn_publish', publishTo(rest, 'heard'))
    await until(() => texts(reader).length > 0, 'the other topic')
    expect(texts(reader)).toEqual(['heard'])
  })

  test('behavior: proposing and approving a session subscribe their caller', async () => {
    const { url, other } = await start()
    const [page, wallet] = [await connectRawClient(url), await connectRawClient(other)]
    const [pairingTopic, sessionTopic] = [randomTopic(), randomTopic()]
    await page.call('wc_proposeSession', { pairingTopic, sessionProposal: 'proposal', correlationId: 1757000000000123 })
    await wallet.call('irn_subscribe', { topic: pairingTopic })
    await until(() => wallet.deliveries[0], 'the proposal')
    expect(wallet.deliveries[0]).toMatchObject({ message: 'proposal', tag: 1100 })
    const approval = { pairingTopic, sessionTopic, sessionProposalResponse: 'response', sessionSettlementRequest: 'settlement' }
    await wallet.call('wc_approveSession', approval)
    await until(() => page.deliveries[0], 'the response')
    expect(page.deliveries[0]).toMatchObject({ topic: pairingTopic, message: 'response', tag: 1101 })
    await page.call('irn_subscribe', { topic: sessionTopic })
    await until(() => texts(page).includes('settlement'), 'the settlement')
    await page.call('irn_publish', publishTo(sessionTopic, 'request'))
    await until(() => texts(wallet).includes('request'), 'the first request')
  })

  test('error: unknown methods, wrong parameters and messages beyond the limit of their tag', async () => {
    const { url } = await start()
    const client = await connectRawClient(url)
    await expect(client.call('irn_nothing', {})).rejects.toThrow('-32601 Method not found')
    await expect(client.call('constructor', {})).rejects.toThrow('-32601')
    await expect(client.call('irn_subscribe', { topic: 'short' })).rejects.toThrow('-32602')
    await expect(client.call('irn_publish', publishTo(randomTopic(), 'x', { ttl: 0 }))).rejects.toThrow('-32602')
    await expect(client.call('irn_publish', publishTo(randomTopic(), 'x'.repeat(98_305), { tag: 1109 }))).rejects.toThrow(
      '-32602 Maximum size for tag 1109 is 98304 bytes',
    )
  })

  test('error: a full mailbox and too many subscriptions are refused', async () => {
    const { url } = await start({ limits: { mailbox: 1, subscriptionsPerSocket: 1 } })
    const [client, topic] = [await connectRawClient(url), randomTopic()]
    await client.call('irn_publish', publishTo(topic, 'one'))
    await expect(client.call('irn_publish', publishTo(topic, 'two'))).rejects.toThrow('-32005')
    await client.call('irn_subscribe', { topic })
    await expect(client.call('irn_subscribe', { topic: randomTopic() })).rejects.toThrow('-32005')
  })

  test('error: too many frames close the socket with 1013', async () => {
    const { url } = await start({ limits: { rate: { perSecond: 1, burst: 5 } } })
    const client = await connectRawClient(url)
    for (let count = 0; count < 6; count += 1) client.call('irn_fetchMessages', { topic: randomTopic() })
    expect(await until(client.closed, 'the close')).toEqual({ code: 1013, reason: 'Too many requests' })
  })

  test('error: a frame beyond the limit closes the socket with 1009', async () => {
    const { url } = await start({ limits: { frame: 1_000 } })
    const client = await connectRawClient(url)
    client.socket.send('x'.repeat(2_000))
    expect(await until(client.closed, 'the close')).toMatchObject({ code: 1009 })
  })

  test('behavior: pings, ends sockets that do not answer and stale ones', async () => {
    let now = Date.now()
    const { url } = await start({ now: () => now, limits: { pingInterval: 20, staleAfter: 60_000 } })
    const stale = await connectRawClient(url)
    const pinged = once(stale.socket, 'ping')
    now += 100
    await pinged
    now += 60_000
    expect(await until(stale.closed, 'the stale socket')).toMatchObject({ code: 4008 })
    const dead = await connectRawClient(url)
    await dead.call('irn_subscribe', { topic: randomTopic() })
    dead.socket.pause()
    await until(() => {
      now += 100
      return started[0]?.relay.stats().sockets === 1
    }, 'the dead socket to be dropped')
  })

  test('behavior: a graceful close says 1001', async () => {
    const { url, relay } = await start()
    const client = await connectRawClient(url)
    await relay.close()
    expect(await until(client.closed, 'the close')).toMatchObject({ code: 1001 })
    expect(relay.stats()).toEqual({ sockets: 0, topics: 0 })
  })

  test('error: refused tokens and projects, by status', async () => {
    const { url } = await start()
    const key = createTestKey()
    const token = createTestToken(key, url)
    expect(await upgrade(url, `projectId=${projectId}`)).toMatchObject({ status: 403 })
    expect(await upgrade(url, `auth=${createTestToken(key, 'wss://other')}&projectId=${projectId}`)).toMatchObject({ status: 403 })
    expect(await upgrade(url, `auth=${token}&projectId=unknown`)).toEqual({ status: 401, body: invalidProject })
    const old = createTestToken(key, url, { iat: 1, exp: 2 })
    expect(await upgrade(url, `auth=${old}&projectId=${projectId}`)).toEqual({ status: 401, body: expiredToken })
  })

  test('error: a client that asks for it learns the reason by close code 3000', async () => {
    const { url } = await start()
    const socket = new WebSocket(`${url}/?auth=${createTestToken(createTestKey(), url)}&projectId=unknown&useOnCloseEvent=true`)
    const [code, reason] = await once(socket, 'close')
    expect([code, String(reason)]).toEqual([3000, invalidProject])
  })
})
