import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { type Recorded, startRecordedServer } from '../testing/recordedServer.js'
import { coingeckoPrices } from './coingecko.js'
import { defillamaPrices } from './defillama.js'
import { openPrices } from './openPrices.js'
import { nativeCoin, type PriceProvider, toUsdPrice } from './priceProvider.js'

const mainnet = { caipNetworkId: 'eip155:1', tokens: [] } as unknown as Chain
const own = { caipNetworkId: 'eip155:31337', tokens: [] } as unknown as Chain
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const unknown = '0x00000000000000000000000000000000000000aa'
const now = 1_790_000_000_000

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const serve = async (answer: (path: string, headers: Readonly<Record<string, string | string[] | undefined>>) => Recorded | undefined) => {
  const server = await startRecordedServer(answer)
  closing.push(server.close)
  return server
}

/** Answers in the shape of each service's public documentation: what is asked for, and nothing about what it does not know. */
const services: Readonly<Record<string, { readonly open: (url: string) => PriceProvider; readonly answer: (path: string) => Recorded }>> = {
  DefiLlama: {
    open: (url) => defillamaPrices(url, () => now),
    answer: () => ({
      body: JSON.stringify({
        coins: {
          [`ethereum:${usdc}`]: { decimals: 6, symbol: 'USDC', price: 0.9998, timestamp: now / 1_000 - 30, confidence: 0.99 },
          'coingecko:ethereum': { symbol: 'ETH', price: 2500.125, timestamp: now / 1_000 - 30, confidence: 0.99 },
        },
      }),
    }),
  },
  CoinGecko: {
    open: (url) => coingeckoPrices({ url, key: 'secret-key', plan: 'pro' }),
    answer: (path) => ({ body: path.startsWith('/simple/price') ? '{"ethereum":{"usd":2500.125}}' : `{"${usdc}":{"usd":0.9998}}` }),
  },
}

describe.each(Object.entries(services))('prices of %s', (_name, { open, answer }) => {
  test('behavior: prices of the coin and of tokens; one that it does not know has none', async () => {
    const server = await serve(answer)
    const provider = open(server.url)
    expect(provider.serves(mainnet)).toBe(true)
    expect(provider.serves(own)).toBe(false)
    const prices = await provider.pricesOf({ chain: mainnet, tokens: [nativeCoin, usdc, unknown], signal: AbortSignal.timeout(5_000) })
    expect(prices).toEqual(
      new Map([
        [nativeCoin, toUsdPrice('2500.125')],
        [usdc, toUsdPrice('0.9998')],
      ]),
    )
  })

  test.each<[string, Recorded]>([
    ['an error', { status: 500, body: '{"error":"down"}' }],
    ['a limit', { status: 429, body: '{}' }],
    ['a page instead of JSON', { body: '<!doctype html><title>Sorry</title>' }],
    ['another shape', { body: '{"coins":[1],"ethereum":7}' }],
    ['a price below zero', { body: `{"coins":{"coingecko:ethereum":{"price":-1,"timestamp":${now / 1_000}}},"ethereum":{"usd":-1}}` }],
    ['ten megabytes', { body: `{"coins":"${'x'.repeat(10_000_000)}"}` }],
  ])('behavior: %s is no answer', async (_what, recorded) => {
    const server = await serve(() => recorded)
    const asked = open(server.url).pricesOf({ chain: mainnet, tokens: [nativeCoin], signal: AbortSignal.timeout(5_000) })
    await expect(asked).rejects.toThrow()
  })

  test('behavior: who does not answer is given up in time', async () => {
    const server = await serve(() => ({ body: '{}', delay: 60_000 }))
    await expect(open(server.url).pricesOf({ chain: mainnet, tokens: [nativeCoin], signal: AbortSignal.timeout(50) })).rejects.toThrow()
  })
})

describe('DefiLlama alone', () => {
  test('behavior: a price that is old, or that it is not sure of, is none', async () => {
    const coin = (price: object) => ({
      body: JSON.stringify({ coins: { 'coingecko:ethereum': { price: 5, timestamp: now / 1_000, ...price } } }),
    })
    for (const doubtful of [{ timestamp: now / 1_000 - 7_200 }, { confidence: 0.5 }]) {
      const server = await serve(() => coin(doubtful))
      const provider = defillamaPrices(server.url, () => now)
      expect(await provider.pricesOf({ chain: mainnet, tokens: [nativeCoin], signal: AbortSignal.timeout(5_000) })).toEqual(new Map())
    }
  })
})

describe('CoinGecko alone', () => {
  test('security: the key is a header and never part of an address or an error', async () => {
    let key: unknown
    const server = await serve((_path, headers) => {
      key = headers['x-cg-pro-api-key']
      return { status: 401, body: '{}' }
    })
    const asked = coingeckoPrices({ url: server.url, key: 'secret-key', plan: 'pro' }).pricesOf({
      chain: mainnet,
      tokens: [nativeCoin],
      signal: AbortSignal.timeout(5_000),
    })
    await expect(asked).rejects.toThrow('CoinGecko answered 401.')
    expect(key).toBe('secret-key')
    expect(server.asked.join()).not.toContain('secret-key')
  })

  test('behavior: who says that it is asked too much is not asked for the rest', async () => {
    const server = await serve(() => ({ status: 429, body: '{}' }))
    const provider = coingeckoPrices({ url: server.url, key: 'secret-key', plan: 'demo' })
    const tokens = Array.from({ length: 50 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
    expect(await openPrices([provider], pino({ level: 'silent' }), { timeout: 20_000 }).of(mainnet, tokens)).toEqual(new Map())
    expect(server.asked.length).toBeLessThanOrEqual(4)
  })
})
