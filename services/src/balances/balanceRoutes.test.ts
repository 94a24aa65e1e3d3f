import { nativeTokenAddress } from '@latchkey/protocol'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { describe, expect, test } from 'vitest'
import { bitcoin, evm, networkOf, openRoutes, solana } from '../testing/routes.js'
import { balanceRoutes } from './balanceRoutes.js'
import type { BalancesQuestion } from './openBalances.js'

/* How `GET /v1/account/{address}/balance` reads a question. What it answers with is made up. */

const holder = '0x00000000000000000000000000000000000a11ce'
const solanaHolder = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const token = '0x00000000000000000000000000000000000000AA'
const coin = { name: 'Ether', symbol: 'ETH', chainId: evm, price: 1, quantity: { decimals: '18', numeric: '1' }, iconUrl: '' }

/** The endpoint alone, and what it asks. */
async function alone() {
  const { app, context } = await openRoutes([
    { ...localChain(), id: 31_338, name: 'Second', blockTime: 0 },
    ...[solana, bitcoin].map(networkOf),
  ])
  const asked: BalancesQuestion[] = []
  balanceRoutes(app, {
    ...context,
    balances: {
      serves: ({ caipNetworkId }) => !caipNetworkId.startsWith('bip122:'),
      of: async (question) => {
        asked.push(question)
        return { balances: [coin], sources: [] }
      },
    },
  })
  const get = async (address: string, query: Record<string, string> = {}) => {
    const answer = await app.request(
      `/v1/account/${address}/balance?${new URLSearchParams({ projectId: 'shop', currency: 'usd', ...query })}`,
    )
    return {
      status: answer.status,
      json: (await answer.json()) as { readonly balances?: unknown; readonly unserved?: unknown },
      question: asked.pop(),
    }
  }
  /** What is read anew. */
  const freshOf = async (forceUpdate: string, query: Record<string, string> = {}, address = holder) => {
    const { status, question } = await get(address, { forceUpdate, ...query })
    return [status, question && Object.fromEntries(question.fresh)]
  }
  return { get, freshOf }
}

describe('GET /v1/account/{address}/balance', () => {
  test('behavior: a plain fetch, which names no version of an SDK, gets the balances', async () => {
    const { get } = await alone()
    for (const query of [{}, { sv: '' }]) expect(await get(holder, query)).toMatchObject({ status: 200, json: { balances: [coin] } })
  })

  test('behavior: the currency in capitals; a network or tokens without a value are none', async () => {
    const { get } = await alone()
    expect((await get(holder, { currency: 'EUR', chainId: '', forceUpdate: '' })).question).toMatchObject({
      currency: 'eur',
      chains: [{ caipNetworkId: evm }, { caipNetworkId: 'eip155:31338' }],
      fresh: new Map(),
    })
    expect((await get(holder, { currency: '' })).status).toBe(400)
    expect((await get(holder, { currency: 'xau' })).status).toBe(400)
  })

  test('behavior: forceUpdate names tokens, or says whether everything is read anew', async () => {
    const { freshOf } = await alone()
    expect(await freshOf(`${evm}:${token},${evm}:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE`)).toEqual([
      200,
      { [evm]: [token.toLowerCase(), nativeTokenAddress] },
    ])
    for (const yes of ['true', '1', 'TRUE']) {
      expect(await freshOf(yes)).toEqual([200, { [evm]: [nativeTokenAddress], 'eip155:31338': [nativeTokenAddress] }])
      expect(await freshOf(yes, { chainId: evm })).toEqual([200, { [evm]: [nativeTokenAddress] }])
      expect(await freshOf(yes, {}, solanaHolder)).toEqual([200, { [solana]: [nativeTokenAddress] }])
    }
    for (const no of ['false', '0', 'False', '', ',']) expect(await freshOf(no)).toEqual([200, {}])
    expect(await freshOf(`${solana}:${nativeTokenAddress}`, {}, solanaHolder)).toEqual([200, { [solana]: [nativeTokenAddress] }])
  })

  test.each([
    ['four parts', `${evm}:${token}:7`],
    ['a word', 'yes'],
    ['a true among ids', `true,${evm}:${token}`],
    ['no address', `${evm}:usdc`],
    ['an unknown family', `tron:1:${token}`],
    ['too many', Array.from({ length: 101 }, () => `${evm}:${token}`).join()],
    ['a text of any length', `${solana}:${'z'.repeat(15_000)}`],
  ])('error: forceUpdate with %s', async (_what, forceUpdate) => {
    const { get } = await alone()
    expect(await get(holder, { forceUpdate })).toMatchObject({ status: 400, json: { reasons: [{ field: 'forceUpdate' }] } })
  })

  test('behavior: an address of a family that nobody reads has nothing, whether its network is configured or not', async () => {
    const { get } = await alone()
    const addresses = ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02']
    for (const address of addresses)
      for (const query of [{}, { chainId: bitcoin }, { chainId: 'cosmos:cosmoshub-4' }, { chainId: bitcoin, forceUpdate: 'true' }]) {
        const { status, json, question } = await get(address, query)
        expect([status, json.balances, question]).toEqual([200, [], undefined])
        if ('chainId' in query) expect(json.unserved).toEqual([query.chainId])
      }
  })

  test.each([
    ['a word', 'nobody'],
    ['NUL', '%00'],
    ['an address and NUL', `${holder}%00`],
    ['a wrong checksum', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    ['a text of any length', 'z'.repeat(15_000)],
  ])('error: %s is no address', async (_what, address) => {
    const { get } = await alone()
    expect(await get(address)).toMatchObject({ status: 400, json: { reasons: [{ field: 'address' }] } })
  })
})
