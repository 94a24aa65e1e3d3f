import { describe, expect, test } from 'vitest'
import { resolveChains } from './chains.js'
import { contractsOf, defaultNetworkOf, networkRule, networksOf } from './networks.js'

const https = { urls: { secure: 'https://secure.example.net' } }
const http = { urls: { secure: 'http://secure.localhost:4100' } }
const mainnet = { caipNetworkId: 'eip155:1', testnet: false } as const
const testnet = { caipNetworkId: 'eip155:11155111', testnet: true } as const

describe('networkRule', () => {
  test.each([
    ['a project in production mode', https, { mode: 'production', networks: null }, [true, true]],
    ['one that names its networks', https, { mode: 'production', networks: ['eip155:11155111'] }, [false, true]],
    ['one in development mode on a server for visitors', https, { mode: 'development', networks: null }, [false, true]],
    ['the same, which names a main network', https, { mode: 'development', networks: ['eip155:1'] }, [false, false]],
    ['one in development mode on a machine of its own', http, { mode: 'development', networks: null }, [true, true]],
  ] as const)('behavior: %s', (_, config, project, expected) => {
    const mayUse = networkRule(config)
    expect([mainnet, testnet].map((chain) => mayUse(project, chain))).toEqual(expected)
  })
})

describe('defaultNetworkOf', () => {
  test('behavior: a default that may not be used is none', () => {
    expect(defaultNetworkOf({ defaultNetwork: 'eip155:1' }, [])).toBeNull()
  })
})

describe('contractsOf', () => {
  test('behavior: has what approvals say of contracts: tokens without pictures, the wrapped coin, routers and all others by address', async () => {
    const address = (byte: string) => `0x${byte.repeat(20)}`
    const chains = await resolveChains([
      {
        id: 1,
        rpcMethods: [],
        tokens: [
          { address: address('a1'), symbol: 'USDC', name: 'USD Coin', decimals: 6, logo: 'https://shop.example.com/usdc.svg', peg: '1' },
        ],
        pools: { weth: address('b2'), v2Factory: address('c3'), v2Router: address('d4') },
        contracts: [{ address: address('e5'), name: 'Vault' }],
      },
      { id: 8453, rpcMethods: [] },
    ])
    const networks = networksOf(chains, ['eip155:1'], 'http://api.localhost', 'open')
    const known = contractsOf(chains, networks)
    expect(Object.keys(known)).toEqual(['eip155:1'])
    expect(known['eip155:1']).toMatchObject({
      tokens: [{ address: address('a1'), symbol: 'USDC', name: 'USD Coin', decimals: 6 }],
      wrapped: address('b2'),
      others: expect.arrayContaining([address('d4'), address('e5'), chains[0]?.multicall3]),
    })
    expect(JSON.stringify(known)).not.toContain('svg')
  })
})
