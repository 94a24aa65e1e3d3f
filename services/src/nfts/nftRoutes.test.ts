import { describe, expect, test } from 'vitest'
import { bitcoin, evm, networkOf, openRoutes } from '../testing/routes.js'
import { nftRoutes } from './nftRoutes.js'

/* How `GET /v1/account/{address}/nfts` reads a question. Nobody has any. */

const holder = '0x00000000000000000000000000000000000a11ce'

async function alone() {
  const { app, context } = await openRoutes([networkOf(bitcoin)])
  const asked: string[] = []
  nftRoutes(app, {
    ...context,
    nfts: {
      serves: ({ caipNetworkId }) => caipNetworkId === evm,
      of: async ({ caipNetworkId }) => {
        asked.push(caipNetworkId)
        return { nfts: [], isSearching: false, isOld: false }
      },
    },
  })
  return async (address: string, query: Record<string, string> = {}) => {
    const answer = await app.request(`/v1/account/${address}/nfts?${new URLSearchParams({ projectId: 'shop', ...query })}`)
    return { status: answer.status, json: (await answer.json()) as object, asked: asked.splice(0) }
  }
}

describe('GET /v1/account/{address}/nfts', () => {
  test('behavior: a network without a value is none', async () => {
    const get = await alone()
    expect(await get(holder, { chainId: '' })).toEqual({ status: 200, json: { nfts: [] }, asked: [evm] })
  })

  test('behavior: an address of a family that nobody reads has none, and the networks are said to be ones that nobody reads', async () => {
    const get = await alone()
    const segwit = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    const cosmos = 'cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02'
    for (const query of [{ chainId: bitcoin }, {}])
      expect(await get(segwit, query)).toEqual({ status: 200, json: { nfts: [], unserved: [bitcoin] }, asked: [] })
    const chainId = 'cosmos:cosmoshub-4'
    expect(await get(cosmos, { chainId })).toEqual({ status: 200, json: { nfts: [], unserved: [chainId] }, asked: [] })
    expect(await get(cosmos)).toEqual({ status: 200, json: { nfts: [] }, asked: [] })
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
})
