import { connectRawClient, type RawClient, randomTopic } from '@latchkey/testkit/src/relay/rawClient.ts'
import { startTestRelay, type TestRelay } from '@latchkey/testkit/src/relay/startTestRelay.ts'
import { until } from '@latchkey/testkit/src/until.ts'
import { describe, expect, test } from 'vitest'
import { defaultLimits } from './limits.js'
import { memory, postgres } from './testing/sharedStores.js'

/** `LATCHKEY_LONG=1` runs the whole soak; otherwise a small one of the same shape. */
const long = process.env.LATCHKEY_LONG === '1'
const { clients, perSecond, seconds } = long ? { clients: 1_000, perSecond: 100, seconds: 60 } : { clients: 60, perSecond: 100, seconds: 3 }

/** All clients of a test have one address: together they may do what as many users may from their own. */
const oneAddress = {
  socketsPerAddress: clients * 2,
  bytes: { client: defaultLimits.bytes.client, address: { perSecond: 2 ** 30, burst: 2 ** 30 } },
}

/** Seconds that a message waits for its reader: shorter than the soak, so that what is kept reaches its level before the end. */
const ttl = Math.max(2, Math.floor(seconds / 3))

/** Bytes by which the heap may still grow once it has reached its level: the tests' own clients keep what they got. */
const growth = (messages: number) => 24 * 1_048_576 + messages * 4_096

type Pair = { readonly topic: string; readonly from: RawClient; to: RawClient; sent: number; before: string[] }

describe.each([
  ['one relay on memory', memory, 1],
  ['two replicas on PostgreSQL', postgres, 2],
] as const)('createRelay, soaked: %s', (_name, open, count) => {
  test(
    `behavior: ${clients} clients, ${perSecond} messages a second for ${seconds} s, sockets cut in between: none lost, none twice`,
    async () => {
      const stores = await open()
      const { createStore, pollInterval } = stores
      const relays: TestRelay[] = []
      for (let index = 0; index < count; index += 1)
        relays.push(await startTestRelay({ store: createStore(), limits: { ...oneAddress, pollInterval, pruneInterval: 500 } }))
      const [here, there] = [relays[0]?.url ?? '', relays.at(-1)?.url ?? '']
      const pairs: Pair[] = []
      for (let index = 0; index < clients / 2; index += 1) {
        const [from, to, topic] = [await connectRawClient(here), await connectRawClient(there), randomTopic()]
        await to.call('irn_subscribe', { topic })
        pairs.push({ topic, from, to, sent: 0, before: [] })
      }
      let level = 0
      const total = perSecond * seconds
      const startedAt = Date.now()
      const answers: Promise<unknown>[] = []
      for (let index = 0; index < total; index += 1) {
        const pair = pairs[index % pairs.length]
        if (!pair) break
        const late = startedAt + (index * 1_000) / perSecond - Date.now()
        if (late > 0) await new Promise((resolve) => setTimeout(resolve, late))
        if (index === Math.floor((total * 2) / 3)) level = process.memoryUsage().heapUsed
        // Now and then a reader's network breaks; it comes back as the same client.
        if (index % 97 === 96) {
          pair.to.socket.terminate()
          const lost = pair.to
          pair.to = await connectRawClient(there, { key: lost.key })
          pair.before.push(...lost.deliveries.map(({ message }) => message))
          await pair.to.call('irn_subscribe', { topic: pair.topic })
        }
        answers.push(pair.from.call('irn_publish', { topic: pair.topic, message: `${index} ${'x'.repeat(500)}`, ttl, tag: 1108 }))
        pair.sent += 1
      }
      await Promise.all(answers)
      const received = ({ before, to }: Pair) => [...before, ...to.deliveries.map(({ message }) => message)]
      await until(() => pairs.every((pair) => new Set(received(pair)).size === pair.sent), 'every message', 20_000)
      for (const pair of pairs) {
        // At least once across a cut; exactly once on a socket. Applications drop repetitions by hash.
        const here = pair.to.deliveries.map(({ message }) => message)
        expect(new Set(here).size).toBe(here.length)
        const numbers = here.map((message) => Number.parseInt(message, 10))
        expect(numbers).toEqual([...numbers].sort((one, other) => one - other))
      }
      expect(process.memoryUsage().heapUsed - level).toBeLessThan(growth(total / 3))
      expect(relays.flatMap(({ errors }) => errors)).toEqual([])
      for (const { from, to } of pairs) {
        from.close()
        to.close()
      }
      for (const relay of relays) await relay.close()
      await stores.close()
    },
    (seconds + 300) * 1_000,
  )
})
