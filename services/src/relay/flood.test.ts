import { createHash } from 'node:crypto'
import { connectRawClient, randomTopic } from '@latchkey/testkit/src/relay/rawClient.ts'
import { projectId, startTestRelay, type TestRelay } from '@latchkey/testkit/src/relay/startTestRelay.ts'
import { createTestKey, createTestToken } from '@latchkey/testkit/src/relay/token.js'
import { until } from '@latchkey/testkit/src/until.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { createMemoryStore, type RelayOptions } from './index.js'
import { defaultLimits, messageOverhead } from './limits.js'
import { memory, pglite, postgres, type Stores } from './testing/sharedStores.js'

const now = 1_800_000_000_000
const mail = (topic: string, message: string) => ({
  topic,
  message,
  hash: createHash('sha256').update(message).digest('hex'),
  tag: 1108,
  publisher: 'sender',
  attestation: null,
  publishedAt: now,
  expiresAt: now + 1_000_000,
})

describe.each([
  ['memory', memory],
  ['PGlite', pglite],
  ['PostgreSQL', postgres],
] as const)('mailboxes that are full, on %s', (_name, open) => {
  let stores: Stores
  beforeAll(async () => {
    stores = await open()
  }, 60_000)
  afterAll(() => stores.close())

  test('behavior: the oldest go, first those that nobody asked for; what somebody waits for stays', async () => {
    const size = 1_000 + messageOverhead
    const store = stores.createStore({ room: 10 * size })
    const [read, heard] = [randomTopic(), randomTopic()]
    const inbox = (topic: string) => [{ clientId: 'reader', topic, after: Number.MAX_SAFE_INTEGER }]
    const texts = async (topic: string) => (await store.waiting(inbox(topic), now, 100)).map((one) => one.mail.message.slice(0, 5))
    await store.publish(mail(read, 'first'.padEnd(1_000, '.')), { mailbox: 100 })
    await store.publish(mail(heard, 'heard'.padEnd(1_000, '.')), { mailbox: 100, wanted: true })
    expect(await texts(read)).toEqual(['first'])
    const flood = Array.from({ length: 30 }, randomTopic)
    for (const [index, topic] of flood.entries()) await store.publish(mail(topic, `${index}`.padEnd(1_000, '.')), { mailbox: 100 })
    await store.publish(mail(read, 'again'.padEnd(1_000, '.')), { mailbox: 100 })
    expect(await texts(read)).toEqual(['first', 'again'])
    expect(await texts(heard)).toEqual(['heard'])
    expect(await texts(flood[0] ?? '')).toEqual([])
    const kept = await Promise.all([read, heard, ...flood].map(texts))
    expect(kept.flat().length).toBeLessThanOrEqual(10)
  })

  test('behavior: read gives the messages that are still there', async () => {
    const store = stores.createStore()
    const kept = await store.publish(mail(randomTopic(), 'kept'), { mailbox: 1 })
    if (typeof kept === 'string') throw new Error(kept)
    expect(await store.read([kept.seq, kept.seq + 1_000])).toEqual([kept])
    expect(await store.read([])).toEqual([])
  })
})

describe('one client and one address', () => {
  const started: TestRelay[] = []
  const start = async (limits: RelayOptions['limits'] = {}, options: Partial<RelayOptions> = {}) => {
    const relay = await startTestRelay({ ...options, limits })
    started.push(relay)
    return relay
  }
  afterEach(async () => {
    for (const relay of started.splice(0)) await relay.close()
  })
  const text = 'x'.repeat(10_000)
  const publishTo = (topic: string) => ({ topic, message: text + Math.random(), ttl: 300, tag: 1108 })

  test('error: more bytes than a client may send close its socket with 1013, and that of the next name from the same address', async () => {
    const few = { perSecond: 1, burst: 50_000 }
    const { url } = await start({ bytes: { client: few, address: { perSecond: 0.001, burst: 80_000 } } })
    const closes = async () => {
      const client = await connectRawClient(url)
      for (let count = 0; count < 6; count += 1) client.call('irn_publish', publishTo(randomTopic())).catch(() => undefined)
      return until(client.closed, 'the close')
    }
    expect(await closes()).toEqual({ code: 1013, reason: 'Too many requests' })
    expect(await closes()).toEqual({ code: 1013, reason: 'Too many requests' })
    await expect(connectRawClient(url)).rejects.toThrow('503')
  })

  test('error: more sockets than a client, or an address, may have are refused; others connect', async () => {
    let address = 'first'
    const { url } = await start({ socketsPerClient: 1, socketsPerAddress: 2 }, { addressOf: () => address })
    const one = await connectRawClient(url)
    const twice = await connectRawClient(url, { key: one.key })
    expect(await until(twice.closed, 'the close')).toMatchObject({ code: 1013 })
    const two = await connectRawClient(url)
    await expect(connectRawClient(url)).rejects.toThrow('503')
    address = 'second'
    await connectRawClient(url)
    address = 'first'
    two.close()
    await expect
      .poll(() =>
        connectRawClient(url).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
  })

  test('error: more subscriptions than a client may have with all its sockets; what is given back counts no more', async () => {
    const { url } = await start({ subscriptionsPerClient: 2 })
    const one = await connectRawClient(url)
    const two = await connectRawClient(url, { key: one.key })
    const topic = randomTopic()
    await one.call('irn_subscribe', { topic })
    await two.call('irn_subscribe', { topic: randomTopic() })
    await expect(two.call('irn_subscribe', { topic: randomTopic() })).rejects.toThrow('-32005')
    await one.call('irn_unsubscribe', { topic, id: 'any' })
    expect(await two.call('irn_subscribe', { topic: randomTopic() })).toBeTruthy()
  })

  test('error: what was wanted while the store did not answer counts no more', async () => {
    let isDown = true
    const store = createMemoryStore()
    const newest = async () => (isDown ? Promise.reject(new Error('down')) : store.newest())
    const { url } = await start({ subscriptionsPerClient: 2 }, { store: { ...store, newest } })
    const client = await connectRawClient(url)
    const topics = [randomTopic(), randomTopic()]
    for (let tries = 0; tries < 3; tries += 1) await expect(client.call('irn_batchSubscribe', { topics })).rejects.toThrow('-32603')
    isDown = false
    expect(await client.call('irn_batchSubscribe', { topics })).toHaveLength(2)
  })

  test('behavior: what a client wanted that has left meanwhile counts no more', async () => {
    let answer = () => {}
    const gate = new Promise<void>((resolve) => {
      answer = resolve
    })
    const store = createMemoryStore()
    let isHeld = true
    const newest = async () => {
      if (isHeld) await gate
      return store.newest()
    }
    const { url, relay } = await start({ subscriptionsPerClient: 2 }, { store: { ...store, newest } })
    const stays = await connectRawClient(url)
    const leaves = await connectRawClient(url, { key: stays.key })
    const call = (topic: string) => `{"id":1,"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${topic}"}}`
    for (let count = 0; count < 4; count += 1) leaves.socket.send(call(randomTopic()))
    leaves.close()
    await until(() => relay.stats().sockets === 1, 'the socket to close')
    isHeld = false
    answer()
    await expect.poll(() => stays.call('irn_batchSubscribe', { topics: [randomTopic(), randomTopic()] }).catch(String)).toHaveLength(2)
    await expect(stays.call('irn_subscribe', { topic: randomTopic() })).rejects.toThrow('-32005')
  })

  test('behavior: a client whose mailbox could not be read after it subscribed is closed, so that it asks again', async () => {
    let isDown = true
    const store = createMemoryStore()
    const waiting: typeof store.waiting = async (...question) => (isDown ? Promise.reject(new Error('down')) : store.waiting(...question))
    const { url, errors } = await start({}, { store: { ...store, waiting } })
    const [sender, topic] = [await connectRawClient(url), randomTopic()]
    await sender.call('irn_publish', { topic, message: 'kept', ttl: 300, tag: 1108 })
    const reader = await connectRawClient(url)
    await reader.call('irn_subscribe', { topic })
    expect(await until(reader.closed, 'the close')).toMatchObject({ code: 1013 })
    expect(errors).toHaveLength(1)
    isDown = false
    const again = await connectRawClient(url, { key: reader.key })
    await again.call('irn_subscribe', { topic })
    await until(() => again.deliveries.length === 1, 'the message')
  })

  test('behavior: a wish to be kept for longer than a week is cut to a week', async () => {
    let time = Date.now()
    const { url } = await start({}, { now: () => time })
    const [sender, topic] = [await connectRawClient(url), randomTopic()]
    await sender.call('irn_publish', { topic, message: 'kept', ttl: 90 * 86_400, tag: 1108 })
    const waits = async () => {
      const key = createTestKey()
      const iat = Math.floor(time / 1_000)
      const reader = await connectRawClient(url, { key, token: createTestToken(key, url, { iat, exp: iat + 3_600 }) })
      return ((await reader.call('irn_fetchMessages', { topic })) as { messages: unknown[] }).messages
    }
    time += defaultLimits.longestTtl * 1_000 - 1
    expect(await waits()).toHaveLength(1)
    time += 1
    expect(await waits()).toEqual([])
  })

  test('behavior: a mailbox larger than a socket may hold reaches a slow reader whole', async () => {
    const { url } = await start({
      backlog: 600_000,
      bytes: { client: { perSecond: 1e9, burst: 1e9 }, address: { perSecond: 1e9, burst: 1e9 } },
    })
    const [sender, topic] = [await connectRawClient(url), randomTopic()]
    for (let count = 0; count < 100; count += 1) await sender.call('irn_publish', publishTo(topic))
    const reader = await connectRawClient(url)
    await reader.call('irn_subscribe', { topic })
    await until(() => reader.deliveries.length === 100, 'all of them')
    expect(reader.closed()).toBeUndefined()
  })

  test('behavior: a client that sends faster than its calls are answered is read no faster', async () => {
    const { url } = await start({ queue: 20_000 })
    const [sender, reader, topic] = [await connectRawClient(url), await connectRawClient(url), randomTopic()]
    await reader.call('irn_subscribe', { topic })
    await Promise.all(Array.from({ length: 50 }, () => sender.call('irn_publish', publishTo(topic))))
    await until(() => reader.deliveries.length === 50, 'all of them')
  })

  test('error: a refused upgrade says when to come back', async () => {
    const { url } = await start({ socketsPerAddress: 0 })
    const socket = new WebSocket(`${url}/?auth=${createTestToken(createTestKey(), url)}&projectId=${projectId}`)
    const headers = await new Promise<Record<string, unknown>>((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.headers))
      socket.on('error', () => undefined)
    })
    expect(headers['retry-after']).toBe('5')
  })
})
