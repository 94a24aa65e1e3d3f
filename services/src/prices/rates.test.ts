import { expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { priceScale } from './priceProvider.js'
import { ratesOf } from './rates.js'

const chainOf = (caipNetworkId: string, address: string) =>
  ({
    caipNetworkId,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 9 },
    tokens: [{ address, symbol: 'WBTC', decimals: 8 }],
  }) as unknown as Chain

test.each([
  ['eip155:1', '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599'],
  [
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    '3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh',
    '3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh',
  ],
])('behavior: a coin is worth what its token on the list is, whose address is as the family of %s writes it', async (id, given, asked) => {
  const prices = {
    of: async (_chain: Chain, [token = '']: readonly string[]) => new Map([[token, token === asked ? 50_000n * priceScale : 0n]]),
  }
  expect(await ratesOf({}, [chainOf(id, given)], prices)('btc')).toBe(priceScale / 50_000n)
})
