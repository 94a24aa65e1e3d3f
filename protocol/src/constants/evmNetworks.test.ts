import * as viem from 'viem/chains'
import { describe, expect, test } from 'vitest'
import * as evmNetworks from './evmNetworks.js'

describe('EVM networks', () => {
  test.each(Object.entries(evmNetworks))('behavior: %s has the facts that viem has under this name', (name, network) => {
    const chain = Object.entries(viem).find(([known]) => known === name)?.[1] as viem.Chain
    const { id, nativeCurrency, testnet } = chain
    const explorer = chain.blockExplorers?.default
    expect(network).toEqual({
      id,
      caipNetworkId: `eip155:${id}`,
      chainNamespace: 'eip155',
      name: chain.name,
      nativeCurrency,
      rpcUrls: {},
      blockExplorers: { default: { name: explorer?.name, url: explorer?.url } },
      ...(testnet && { testnet }),
    })
  })
})
