import { OpenAPIHono } from '@hono/zod-openapi'
import { type Currency, nativeTokenAddress } from '@latchkey/protocol'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { ApiEnv } from '../api/context.js'
import { resolveChains } from '../config/chains.js'
import { checkConfig } from '../config/readConfig.js'
import { shopStore } from '../testing/gateway.js'
import { nativeCoin, priceScale } from './priceProvider.js'
import { priceRoutes } from './priceRoutes.js'

/* How `POST /v1/fungible/price` reads a question. Every native coin costs two dollars, and nothing else has a price. */

const evm = 'eip155:31337'
const solana = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const bitcoin = 'bip122:000000000933ea01ad0ee984209779ba'

async function alone() {
  const config = checkConfig({
    urls: { dialog: 'https://dialog.example.com', secure: 'https://secure.example.com', api: 'https://api.example.com' },
    chains: [
      { ...localChain(), blockTime: 0, testnet: true },
      { caip2: solana, upstreams: [{ url: 'http://127.0.0.1:9' }] },
      { caip2: bitcoin, upstreams: [{ url: 'http://127.0.0.1:9' }] },
    ],
  })
  const currencies: Currency[] = []
  const app = new OpenAPIHono<ApiEnv>()
  priceRoutes(app, {
    config,
    chains: await resolveChains(config.chains),
    projects: shopStore,
    log: pino({ level: 'silent' }),
    showPicture: (address) => address,
    prices: { of: async (_chain, tokens) => new Map(tokens.filter((one) => one === nativeCoin).map((one) => [one, 2n * priceScale])) },
    changes: { of: async () => new Map() },
    rateOf: async (currency) => {
      currencies.push(currency)
      return priceScale
    },
    factsOf: async () => new Map(),
  })
  return async (body: object) => {
    const answer = await app.request('/v1/fungible/price', {
      method: 'POST',
      body: JSON.stringify({ projectId: 'shop', currency: 'usd', ...body }),
    })
    return { status: answer.status, json: (await answer.json()) as object, currency: currencies.pop() }
  }
}

describe('POST /v1/fungible/price', () => {
  test('behavior: the native coin has one name on every network, in any case', async () => {
    const price = await alone()
    const addresses = [evm, solana, bitcoin].map((chain) => `${chain}:${nativeTokenAddress}`)
    const capitals = `${solana}:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE`
    const answer = await price({ addresses: [...addresses, capitals] })
    expect(answer).toMatchObject({
      status: 200,
      json: {
        fungibles: [
          { address: addresses[0], symbol: 'ETH', price: 2, decimals: 18 },
          { address: addresses[1], symbol: 'SOL', price: 2, decimals: 9 },
          { address: addresses[2], symbol: 'BTC', price: 2, decimals: 8 },
          { address: capitals, symbol: 'SOL', price: 2, decimals: 9 },
        ],
      },
    })
  })

  test('behavior: the currency in capitals', async () => {
    const price = await alone()
    const addresses = [`${evm}:${nativeTokenAddress}`]
    expect(await price({ addresses, currency: 'EUR' })).toMatchObject({ status: 200, currency: 'eur' })
    for (const currency of ['', 'xau', 7]) expect((await price({ addresses, currency })).status).toBe(422)
  })

  test('behavior: tokens of a network that is not configured, of whatever family, are left out', async () => {
    const price = await alone()
    const addresses = [
      `eip155:424242:${nativeTokenAddress}`,
      `polkadot:91b171bb158e2d3848fa23a9f1c25182:${nativeTokenAddress}`,
      'cosmos:cosmoshub-4:cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02',
      `${bitcoin}:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4`,
    ]
    expect(await price({ addresses })).toMatchObject({ status: 200, json: { fungibles: [] } })
  })

  test.each([
    ['four parts', `${evm}:${nativeTokenAddress}:1`],
    ['an unknown family', `tron:1:${nativeTokenAddress}`],
    ['NUL', `${evm}:\0`],
    ['half of a surrogate pair', `${solana}:\ud800`],
    ['an address of another family', `${evm}:9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin`],
  ])('error: %s', async (_what, id) => {
    const price = await alone()
    expect(await price({ addresses: [id] })).toMatchObject({ status: 400, json: { reasons: [{ field: 'addresses' }] } })
  })
})
