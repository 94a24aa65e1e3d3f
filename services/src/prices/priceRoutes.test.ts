import { type Currency, nativeTokenAddress } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { bitcoin, evm, networkOf, openRoutes, solana } from '../testing/routes.js'
import { nativeCoin, priceScale } from './priceProvider.js'
import { priceRoutes } from './priceRoutes.js'

/* How `POST /v1/fungible/price` reads a question. Every native coin costs two dollars, and nothing else has a price. */

async function alone() {
  const { app, context } = await openRoutes([solana, bitcoin].map(networkOf))
  const currencies: Currency[] = []
  priceRoutes(app, {
    ...context,
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
