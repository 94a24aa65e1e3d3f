import { describe, expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { NodeError } from '../gateway/askChain.js'
import { openNames } from './openNames.js'

/* Which texts are asked for at all. */

const chain = {
  caipNetworkId: 'eip155:1',
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: [{ url: 'http://127.0.0.1:9', weight: 1 }],
  ens: { universalResolver: '0x0000000000000000000000000000000000000e45' },
} as unknown as Chain

function opened() {
  const asked = { chain: 0, database: 0 }
  const names = openNames({
    config: { names: { zones: ['wallet.test'], reserved: [], perOwner: 1 } },
    chains: [chain],
    ask: async () => {
      asked.chain += 1
      throw new NodeError(-32_000, 'execution reverted')
    },
    db: {
      select: () => {
        asked.database += 1
        return { from: () => ({ where: async () => [] }) }
      },
    } as never,
  })
  return { asked, names }
}

describe('names.get', () => {
  test('behavior: the registry is asked for names of its zones, and the chain for others', async () => {
    const { asked, names } = opened()
    expect(await names.get('mira.wallet.test')).toBeUndefined()
    expect(asked).toEqual({ chain: 0, database: 1 })
    expect(await names.get('mira.eth')).toBeUndefined()
    expect(asked.chain).toBeGreaterThan(0)
  })

  test.each([
    ['NUL', 'mi\0ra'],
    ['half of a surrogate pair', 'mi\ud800ra'],
    ['a text that is longer than any name', 'a.'.repeat(4_000)],
    ['256 characters', 'a'.repeat(252)],
  ])('error: nobody is asked for %s', async (_what, text) => {
    const { asked, names } = opened()
    for (const zone of ['eth', 'wallet.test']) expect(await names.get(`${text}.${zone}`.replace('..', '.'))).toBeUndefined()
    expect(asked).toEqual({ chain: 0, database: 0 })
  })
})
