import { describe, expect, test } from 'vitest'
import { defaultNetworkOf, networkRule } from './networks.js'

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
