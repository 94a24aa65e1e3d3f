import { connectRawClient, type RawClient, randomTopic } from '@latchkey/testkit/src/relay/rawClient.ts'
import { startTestRelay, type TestRelay } from '@latchkey/testkit/src/relay/startTestRelay.ts'
import { until } from '@latchkey/testkit/src/until.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pglite, postgres, type Stores } from './testing/sharedStores.js'

describe.each([
  ['PGlite, found by polling', pglite],
  ['PostgreSQL, woken by NOTIFY', postgres],
])('createRelay, two replicas on %s', (_name, open) => {
  let shared: Stores
  let replicas: readonly TestRelay[]
  const url = (index: number) => replicas[index]?.url ?? ''
  const publish = (topic: string, message: string) => ({ topic, message, ttl: 300, tag: 1108 })

  /** Until the store knows that the client acknowledged everything. */
  const settled = async (client: RawClient, topic: string) => {
    const waits = async () => ((await client.call('irn_fetchMessages', { topic })) as { messages: unknown[] }).messages.length
    while ((await waits()) > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  beforeAll(async () => {
    shared = await open()
    const start = () => startTestRelay({ store: shared.createStore(), limits: { pollInterval: shared.pollInterval } })
    replicas = [await start(), await start()]
  }, 60_000)
  afterAll(async () => {
    for (const replica of replicas) await replica.close()
    await shared.close()
  })

  test('behavior: a message that one replica took in reaches the socket of another, once and in order', async () => {
    const [page, wallet] = [await connectRawClient(url(0)), await connectRawClient(url(1))]
    const topic = randomTopic()
    await page.call('irn_subscribe', { topic })
    await wallet.call('irn_subscribe', { topic })
    const sent = Array.from({ length: 20 }, (_unused, index) => `message ${index}`)
    for (const message of sent) await page.call('irn_publish', publish(topic, message))
    await until(() => wallet.deliveries.length >= sent.length, 'all messages')
    await wallet.call('irn_publish', publish(topic, 'answer'))
    await until(() => page.deliveries.length > 0, 'the answer')
    expect(wallet.deliveries.map(({ message }) => message)).toEqual(sent)
    expect(page.deliveries.map(({ message }) => message)).toEqual(['answer'])
    expect(replicas.flatMap(({ errors }) => errors)).toEqual([])
  })

  test('behavior: a client goes on at the other replica, and gets only what it has not acknowledged', async () => {
    const [page, wallet] = [await connectRawClient(url(0)), await connectRawClient(url(0))]
    const topic = randomTopic()
    await wallet.call('irn_subscribe', { topic })
    await page.call('irn_publish', publish(topic, 'seen'))
    await until(() => wallet.deliveries.length === 1, 'the first message')
    await settled(wallet, topic)
    wallet.close()
    await page.call('irn_publish', publish(topic, 'unseen'))
    const moved = await connectRawClient(url(1), { key: wallet.key })
    await moved.call('irn_subscribe', { topic })
    await until(() => moved.deliveries.length > 0, 'what was missed')
    expect(moved.deliveries.map(({ message }) => message)).toEqual(['unseen'])
  })

  test('behavior: two tabs of one client on two replicas both get an answer', async () => {
    const tab = await connectRawClient(url(0))
    const otherTab = await connectRawClient(url(1), { key: tab.key })
    const wallet = await connectRawClient(url(1))
    const topic = randomTopic()
    await tab.call('irn_subscribe', { topic })
    await otherTab.call('irn_subscribe', { topic })
    await wallet.call('irn_publish', publish(topic, 'answer'))
    await until(() => tab.deliveries.length > 0 && otherTab.deliveries.length > 0, 'both tabs')
    expect([tab.deliveries.length, otherTab.deliveries.length]).toEqual([1, 1])
  })
})
