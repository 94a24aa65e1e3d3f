import { createHash } from 'node:crypto'
import { randomTopic } from '@latchkey/testkit/src/relay/rawClient.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MailStore } from './mailStore.js'
import { createMemoryStore } from './memoryStore.js'
import { createSqlStore } from './sqlStore.js'
import { openRelayDatabase } from './testing/relayDatabase.js'

const now = 1_800_000_000_000
const mail = (topic: string, message: string, more: object = {}) => ({
  topic,
  message,
  hash: createHash('sha256').update(message).digest('hex'),
  tag: 1108,
  publisher: 'sender',
  attestation: null,
  publishedAt: now,
  expiresAt: now + 1_000,
  ...more,
})
const limits = { mailbox: 3 }
const all = { after: Number.MAX_SAFE_INTEGER }

let database: Awaited<ReturnType<typeof openRelayDatabase>>
beforeAll(async () => {
  database = await openRelayDatabase()
}, 60_000)
afterAll(() => database.close())

const kinds: readonly [string, () => MailStore][] = [
  ['createMemoryStore', () => createMemoryStore()],
  ['createSqlStore', () => createSqlStore({ db: database.db })],
]

describe.each(kinds)('%s', (_name, create) => {
  const messages = async (store: MailStore, interest: { clientId: string; topic: string; after: number }, time = now) =>
    (await store.waiting([interest], time, 100)).map((waiting) => waiting.mail.message)

  test('behavior: keeps messages in order for everybody but the sender, until they expire', async () => {
    const [store, topic] = [create(), randomTopic()]
    const first = await store.publish(mail(topic, 'one'), limits)
    const second = await store.publish(mail(topic, 'two', { expiresAt: now + 5_000, attestation: 'proof' }), limits)
    expect(first).toMatchObject({ message: 'one' })
    expect(second).toMatchObject({ seq: await store.newest() })
    expect(await store.waiting([{ clientId: 'reader', topic, ...all }], now, 100)).toEqual([
      { clientId: 'reader', mail: first },
      { clientId: 'reader', mail: second },
    ])
    expect(await messages(store, { clientId: 'sender', topic, ...all })).toEqual([])
    expect(await messages(store, { clientId: 'reader', topic, ...all }, now + 1_000)).toEqual(['two'])
  })

  test('behavior: a received message is gone for that client, but live sockets still get what is newer than they are', async () => {
    const [store, topic] = [create(), randomTopic()]
    const before = await store.newest()
    const kept = await store.publish(mail(topic, 'read'), limits)
    if (typeof kept === 'string') throw new Error(kept)
    await store.receive('reader', kept)
    expect(await messages(store, { clientId: 'reader', topic, ...all })).toEqual([])
    expect(await messages(store, { clientId: 'other', topic, ...all })).toEqual(['read'])
    expect(await messages(store, { clientId: 'reader', topic, after: before })).toEqual(['read'])
    await store.receiveByHash('other', [
      { topic, hash: kept.hash },
      { topic, hash: 'unknown' },
    ])
    await store.receiveByHash('other', [{ topic, hash: kept.hash }])
    expect(await messages(store, { clientId: 'other', topic, ...all })).toEqual([])
  })

  test('behavior: tells a repeated message and a full mailbox', async () => {
    const [store, topic] = [create(), randomTopic()]
    await store.publish(mail(topic, 'a'), limits)
    expect(await store.publish(mail(topic, 'a'), limits)).toBe('duplicate')
    await store.publish(mail(topic, 'b'), limits)
    await store.publish(mail(topic, 'c'), limits)
    expect(await store.publish(mail(topic, 'd'), limits)).toBe('full')
    const later = mail(topic, 'd', { publishedAt: now + 1_000, expiresAt: now + 2_000 })
    expect(await store.publish(later, limits)).toMatchObject({ message: 'd' })
  })

  test('behavior: a repeated message is one in a full mailbox, too, and none once the first has expired', async () => {
    const [store, topic] = [create(), randomTopic()]
    for (const text of ['a', 'b', 'c']) await store.publish(mail(topic, text), limits)
    expect(await store.publish(mail(topic, 'a'), limits)).toBe('duplicate')
    const again = mail(topic, 'a', { publishedAt: now + 1_000, expiresAt: now + 2_000 })
    const kept = await store.publish(again, limits)
    expect(kept).toMatchObject({ message: 'a', seq: await store.newest() })
    expect(await messages(store, { clientId: 'reader', topic, ...all }, now + 1_000)).toEqual(['a'])
  })

  test('behavior: pruning forgets what expired, receipts included', async () => {
    const [store, topic] = [create(), randomTopic()]
    const kept = await store.publish(mail(topic, 'old'), limits)
    if (typeof kept === 'string') throw new Error(kept)
    await store.receive('reader', kept)
    await store.prune(now + 1_000)
    expect(await messages(store, { clientId: 'other', topic, ...all }, now)).toEqual([])
    // An acknowledgement that comes too late is nothing to fail about.
    await expect(store.receive('reader', kept)).resolves.toBeUndefined()
  })
})

describe('createMemoryStore', () => {
  test('behavior: what expired gives its room back', async () => {
    const store = createMemoryStore({ room: 2_000 })
    await store.publish(mail(randomTopic(), 'x'.repeat(1_000)), limits)
    await store.prune(now + 1_000)
    const topic = randomTopic()
    await store.publish(mail(topic, 'y'.repeat(1_000)), limits)
    expect(await store.waiting([{ clientId: 'reader', topic, ...all }], now, 100)).toHaveLength(1)
  })
})
