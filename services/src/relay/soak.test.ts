import { expect, test } from 'vitest'
import { connectRawClient, type RawClient, randomTopic, until } from './testing/rawClient.js'
import { startTestRelay } from './testing/startTestRelay.js'

/** `LATCHKEY_LONG=1` runs the whole soak; otherwise a small one of the same shape. */
const long = process.env.LATCHKEY_LONG === '1'
const { clients, perSecond, seconds } = long ? { clients: 1_000, perSecond: 100, seconds: 60 } : { clients: 60, perSecond: 100, seconds: 3 }

/** Bytes the heap may have grown by afterwards: the messages themselves may all still wait for their ttl. */
const growth = (messages: number) => 64 * 1_048_576 + messages * 4_096

type Pair = { readonly topic: string; readonly from: RawClient; to: RawClient; sent: number; before: string[] }

test(
  `soak: ${clients} clients, ${perSecond} messages a second for ${seconds} s, sockets cut in between: none lost, none twice`,
  async () => {
    const relay = await startTestRelay()
    const pairs: Pair[] = []
    for (let index = 0; index < clients / 2; index += 1) {
      const [from, to, topic] = [await connectRawClient(relay.url), await connectRawClient(relay.url), randomTopic()]
      await to.call('irn_subscribe', { topic })
      pairs.push({ topic, from, to, sent: 0, before: [] })
    }
    const heapBefore = process.memoryUsage().heapUsed
    const total = perSecond * seconds
    const startedAt = Date.now()
    const answers: Promise<unknown>[] = []
    for (let count = 0; count < total; count += 1) {
      const pair = pairs[count % pairs.length]
      if (!pair) break
      const late = startedAt + (count * 1_000) / perSecond - Date.now()
      if (late > 0) await new Promise((resolve) => setTimeout(resolve, late))
      // Now and then a reader's network breaks; it comes back as the same client.
      if (count % 97 === 96) {
        pair.to.socket.terminate()
        const lost = pair.to
        pair.to = await connectRawClient(relay.url, { key: lost.key })
        pair.before.push(...lost.deliveries.map(({ message }) => message))
        await pair.to.call('irn_subscribe', { topic: pair.topic })
      }
      answers.push(pair.from.call('irn_publish', { topic: pair.topic, message: `${count} ${'x'.repeat(500)}`, ttl: 600, tag: 1108 }))
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
    expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(growth(total))
    expect(relay.errors).toEqual([])
    for (const { from, to } of pairs) {
      from.close()
      to.close()
    }
    await relay.close()
  },
  (seconds + 120) * 1_000,
)
