import { describe, expect, test } from 'vitest'
import type { Token } from '../../state/portfolio.js'
import { networks } from '../../testing/fixtures.js'
import { fundAssets } from './assets.js'

const network = networks[0] ?? expect.fail('There is no network.')
const token = (symbol: string, more: Partial<Token> = {}): Token => ({
  id: symbol,
  networkId: network.caipNetworkId,
  contract: `0x${symbol}`,
  name: symbol,
  symbol,
  amount: 1n,
  decimals: 6,
  icon: '',
  listed: true,
  ...more,
})

describe('fundAssets', () => {
  test('behavior: the network’s coin first, then known tokens that are there', () => {
    const tokens = [
      token('FAKE', { listed: false }),
      token('USDC'),
      token('NONE', { amount: 0n }),
      token('FAR', { networkId: 'eip155:999' }),
      token('DAI'),
      token('WBTC'),
    ]
    expect(fundAssets(network, tokens).map(({ symbol }) => symbol)).toEqual([network.nativeCurrency.symbol, 'USDC', 'DAI'])
    expect(fundAssets(network, [])).toHaveLength(1)
  })
})
