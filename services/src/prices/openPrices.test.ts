import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { openPrices } from './openPrices.js'
import type { PriceProvider } from './priceProvider.js'

const chain = { caipNetworkId: 'eip155:31337', tokens: [] } as unknown as Chain
const log = pino({ level: 'silent' })

/** A provider whose answers the test changes, and that counts its questions. */
function scripted(name: string) {
  const state = { prices: new Map<string, bigint>(), fails: false, asked: [] as (readonly string[])[] }
  const provider: PriceProvider = {
    name,
    serves: () => true,
    pricesOf: async ({ tokens }) => {
      state.asked.push(tokens)
      if (state.fails) throw new Error('no answer')
      return new Map([...state.prices].filter(([token]) => tokens.includes(token)))
    },
  }
  return { state, provider }
}

describe('openPrices', () => {
  test('behavior: what one provider does not know, the next is asked', async () => {
    const [first, second] = [scripted('first'), scripted('second')]
    first.state.prices.set('a', 1n)
    second.state.prices.set('a', 9n).set('b', 2n)
    const prices = openPrices([first.provider, second.provider], log)
    expect(await prices.of(chain, ['a', 'b', 'c'])).toEqual(
      new Map([
        ['a', 1n],
        ['b', 2n],
      ]),
    )
    expect(second.state.asked).toEqual([['b', 'c']])
  })

  test('behavior: many pages that want one price ask once, and again after a minute', async () => {
    const one = scripted('one')
    one.state.prices.set('a', 1n)
    let now = 0
    const prices = openPrices([one.provider], log, { now: () => now })
    await Promise.all(Array.from({ length: 50 }, () => prices.of(chain, ['a'])))
    now = 59_000
    await prices.of(chain, ['a'])
    expect(one.state.asked).toHaveLength(1)
    now = 60_001
    one.state.prices.set('a', 5n)
    expect(await prices.of(chain, ['a'])).toEqual(new Map([['a', 5n]]))
  })

  test('behavior: while nobody answers an older price is shown for ten minutes, and then none', async () => {
    const one = scripted('one')
    one.state.prices.set('a', 1n)
    let now = 0
    const prices = openPrices([one.provider], log, { now: () => now })
    await prices.of(chain, ['a'])
    one.state.fails = true
    now = 120_000
    expect(await prices.of(chain, ['a'])).toEqual(new Map([['a', 1n]]))
    now = 700_000
    expect(await prices.of(chain, ['a'])).toEqual(new Map())
  })

  test('behavior: who does not answer is asked again after half a minute, and not by each page that wants the older price', async () => {
    const one = scripted('one')
    one.state.prices.set('a', 1n)
    let now = 0
    const prices = openPrices([one.provider], log, { now: () => now })
    await prices.of(chain, ['a'])
    one.state.fails = true
    for (now of [120_000, 130_000, 149_000]) expect(await prices.of(chain, ['a'])).toEqual(new Map([['a', 1n]]))
    expect(one.state.asked).toHaveLength(2)
    one.state.fails = false
    one.state.prices.set('a', 5n)
    now = 150_001
    expect(await prices.of(chain, ['a'])).toEqual(new Map([['a', 5n]]))
    one.state.fails = true
    // The ten minutes end between two questions.
    for (now of [740_000, 750_002]) await prices.of(chain, ['a'])
    expect(await prices.of(chain, ['a'])).toEqual(new Map())
  })

  test('behavior: a price of zero or below is none', async () => {
    const one = scripted('one')
    one.state.prices.set('a', 0n).set('b', -1n)
    expect(await openPrices([one.provider], log).of(chain, ['a', 'b'])).toEqual(new Map())
  })

  test('behavior: many tokens are asked for in questions side by side, a few at a time, and each answer counts by itself', async () => {
    let proceed: (() => void) | undefined
    const together = new Promise<void>((resolve) => {
      proceed = resolve
    })
    const state = { running: 0, widest: 0, broken: [] as string[] }
    const provider: PriceProvider = {
      name: 'one',
      serves: () => true,
      most: 2,
      pricesOf: async ({ tokens }) => {
        state.running += 1
        state.widest = Math.max(state.widest, state.running)
        if (state.running === 4) proceed?.()
        await together
        state.running -= 1
        if (tokens.some((token) => state.broken.includes(token))) throw new Error('no answer')
        return new Map(tokens.flatMap((token) => (token === 'gone' && state.broken.length > 0 ? [] : [[token, 1n] as const])))
      },
    }
    let now = 0
    const prices = openPrices([provider], log, { now: () => now })
    const tokens = ['gone', ...Array.from({ length: 19 }, (_, index) => `t${index}`), 'new', 'newer']
    const first = tokens.slice(0, 20)
    expect([...(await prices.of(chain, first)).keys()]).toEqual(first)
    expect(state.widest).toBe(4)
    state.broken = ['t3', 'new']
    now = 120_000
    const found = await prices.of(chain, tokens)
    expect(tokens.filter((token) => !found.has(token))).toEqual(['gone', 'new', 'newer'])
  })
})
