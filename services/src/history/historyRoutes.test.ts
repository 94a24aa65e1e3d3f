import type { Currency } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { bitcoin, evm, networkOf, openRoutes } from '../testing/routes.js'
import type { HistoryProvider } from './historyProvider.js'
import { historyRoutes } from './historyRoutes.js'
import { openHistory } from './openHistory.js'

/* How `GET /v1/account/{address}/history` reads a question. What it answers with is made up. */

const holder = '0x00000000000000000000000000000000000a11ce'

async function alone() {
  const { app, context } = await openRoutes([networkOf(bitcoin)])
  const asked: object[] = []
  const rates: Currency[] = []
  const provider: HistoryProvider = {
    name: 'made up',
    serves: ({ caipNetworkId }) => caipNetworkId === evm,
    isTogether: true,
    pageOf: async ({ chains, address, cursor }) => {
      asked.push({ chains: chains.map(({ caipNetworkId }) => caipNetworkId), address, cursor })
      return { transactions: [], next: null }
    },
  }
  const rateOf = async (currency: Currency) => {
    rates.push(currency)
    return undefined
  }
  historyRoutes(app, {
    ...context,
    history: openHistory({ providers: [provider], prices: { of: async () => new Map() }, rateOf, log: context.log }),
  })
  return async (address: string, query: Record<string, string> = {}) => {
    const answer = await app.request(`/v1/account/${address}/history?${new URLSearchParams({ projectId: 'shop', ...query })}`)
    return { status: answer.status, json: (await answer.json()) as object, asked: asked.pop(), currency: rates.pop() }
  }
}

describe('GET /v1/account/{address}/history', () => {
  test('behavior: the currency in capitals; a network, a cursor or a currency without a value are none', async () => {
    const get = await alone()
    const all = { chains: [evm], address: holder, cursor: undefined }
    expect(await get(holder, { chainId: '', cursor: '', currency: 'EUR' })).toMatchObject({ status: 200, asked: all, currency: 'eur' })
    expect(await get(holder, { currency: '' })).toMatchObject({ status: 200, asked: all, currency: 'usd' })
    expect((await get(holder, { currency: 'xau' })).status).toBe(400)
  })

  test('behavior: an address of a family that nobody reads has nothing, and the networks are said to be ones that nobody reads', async () => {
    const get = await alone()
    const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const cosmos = 'cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02'
    const nothing = (...unserved: string[]) => ({ data: [], next: null, ...(unserved.length > 0 ? { unserved } : {}) })
    const answers = await Promise.all([
      get(segwit, { chainId: bitcoin }),
      get(segwit),
      get(cosmos, { chainId: 'cosmos:cosmoshub-4' }),
      get(cosmos),
      get(segwit, { chainId: evm }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const [configured, family, elsewhere, none, foreign] = answers.map(({ json }) => json)
    expect([configured, family]).toEqual([nothing(bitcoin), nothing(bitcoin)])
    expect([elsewhere, none, foreign]).toEqual([nothing('cosmos:cosmoshub-4'), nothing(), nothing(evm)])
  })

  test.each([
    ['a word', 'nobody'],
    ['NUL', '%00'],
    ['an address and NUL', `${holder}%00`],
    ['a wrong checksum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    ['a text of any length', 'z'.repeat(15_000)],
  ])('error: %s is no address', async (_what, address) => {
    const get = await alone()
    expect(await get(address)).toMatchObject({ status: 400, json: { reasons: [{ field: 'address' }] } })
  })

  test.each([
    '\0',
    '\ud800',
    'bm9uZQ',
    '%00',
    Buffer.from(JSON.stringify([['made up', [evm], '\0', null]]))
      .toString('base64url')
      .slice(1),
  ])('error: a cursor that nobody gave out: %j', async (cursor) => {
    const get = await alone()
    expect(await get(holder, { cursor })).toMatchObject({ status: 400, json: { reasons: [{ field: 'cursor' }] } })
  })
})
