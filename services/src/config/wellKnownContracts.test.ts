import { isAddress } from 'viem'
import { arbitrum, base, mainnet, optimism, polygon } from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { resolveChains } from './chains.js'
import { wellKnownContracts } from './wellKnownContracts.js'

describe('wellKnownContracts', () => {
  test.each(Object.entries(wellKnownContracts))(
    'behavior: every address of %s has its checksum, and no token is there twice',
    (_id, { tokens, pools, contracts }) => {
      // A digit that was typed wrong has no chance against EIP-55.
      for (const address of [...[...tokens, ...contracts].map(({ address }) => address), ...Object.values(pools)])
        expect(isAddress(address), address).toBe(true)
      expect(new Set(tokens.map(({ address }) => address.toLowerCase())).size).toBe(tokens.length)
      expect(new Set(tokens.map(({ symbol }) => symbol)).size).toBe(tokens.length)
      // Pools say what things cost in the wrapped coin and the one dollar.
      expect(tokens.filter(({ peg }) => peg !== undefined).map(({ symbol }) => symbol)).toEqual(['USDC'])
      expect(tokens.map(({ address }) => address)).toContain(pools.weth)
    },
  )

  test('behavior: a chain that is named by its id alone has them; what is written wins, an empty list too', async () => {
    const ids = [mainnet, optimism, polygon, base, arbitrum].map(({ id }) => id)
    expect(ids.map((id) => `eip155:${id}`).sort()).toEqual(Object.keys(wellKnownContracts).sort())
    const chains = await resolveChains(ids.map((id) => ({ id, rpcMethods: [] })))
    for (const chain of chains) {
      const { tokens, pools, contracts } = wellKnownContracts[chain.caipNetworkId] ?? expect.fail('Nothing is known of it.')
      expect(chain).toMatchObject({ tokens, pools, contracts })
      // What `weth` wraps is the chain's own coin.
      const wrapped = tokens.find(({ address }) => address === pools.weth)
      expect(wrapped?.symbol).toBe(`W${chain.nativeCurrency.symbol}`)
      expect(wrapped?.decimals).toBe(chain.nativeCurrency.decimals)
    }
    // Who writes everything else of a chain need not write these, either.
    const whole = { id: 1, name: 'Ours', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }
    const [ours] = await resolveChains([{ ...whole, upstreams: [{ url: 'http://node', weight: 1 }], rpcMethods: [] }])
    expect(ours?.tokens?.[0]?.symbol).toBe('USDC')
    const own = { weth: `0x${'b2'.repeat(20)}`, v3Factory: `0x${'c3'.repeat(20)}` }
    expect(await resolveChains([{ id: 1, rpcMethods: [], tokens: [], pools: own }])).toMatchObject([{ tokens: [], pools: own }])
  })
})
