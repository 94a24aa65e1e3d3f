import { describe, expect, test } from 'vitest'
import { localChains } from './chains.js'

describe('localChains', () => {
  test('behavior: keeps development chains on this machine', () => {
    expect(
      localChains([
        { caipNetworkId: 'eip155:31337', name: 'Local', rpcUrl: 'http://127.0.0.1:4101' },
        { caipNetworkId: 'eip155:31338', name: 'Second', rpcUrl: 'http://api.localhost:4100/v1/?chainId=eip155:31338' },
      ]),
    ).toEqual([
      { id: 31337, name: 'Local', rpcUrl: 'http://127.0.0.1:4101' },
      { id: 31338, name: 'Second', rpcUrl: 'http://api.localhost:4100/v1/?chainId=eip155:31338' },
    ])
  })

  test('behavior: drops chains with money on them, wherever they answer', () => {
    expect(localChains([{ caipNetworkId: 'eip155:1', name: 'Ethereum', rpcUrl: 'http://127.0.0.1:8545' }])).toEqual([])
  })

  test('behavior: drops development ids on other machines and other families', () => {
    expect(
      localChains([
        { caipNetworkId: 'eip155:31337', name: 'Shared', rpcUrl: 'https://devnet.example.com' },
        { caipNetworkId: 'eip155:31337', name: 'Lookalike', rpcUrl: 'https://localhost.example.com' },
        { caipNetworkId: 'solana:31337', name: 'Other family', rpcUrl: 'http://127.0.0.1:8899' },
      ]),
    ).toEqual([])
  })
})
