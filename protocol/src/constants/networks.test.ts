import { describe, expect, test } from 'vitest'
import { namespaceOf, parseCaipNetworkId, referenceOf } from '../caip.js'
import {
  bitcoinAccountIndexes,
  cosmosHub,
  cosmosHubTestnet,
  defaultAccountTypes,
  kusama,
  mainNetworkIds,
  namespaceIds,
  polkadot,
  westend,
} from '../families/index.js'
import { builtInNetworks } from './networks.js'

describe('builtInNetworks', () => {
  test('behavior: Solana has three, Bitcoin two, each under its CAIP-2 id and its older one', () => {
    expect(builtInNetworks.map(({ caipNetworkId, deprecatedCaipNetworkId = null }) => [caipNetworkId, deprecatedCaipNetworkId])).toEqual([
      ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'],
      ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K'],
      ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', null],
      ['bip122:000000000019d6689c085ae165831e93', null],
      ['bip122:000000000933ea01ad0ee984209779ba', null],
    ])
  })

  test('behavior: a network agrees with itself, and names no server', () => {
    for (const { id, caipNetworkId, chainNamespace, rpcUrls } of [
      ...builtInNetworks,
      polkadot,
      kusama,
      westend,
      cosmosHub,
      cosmosHubTestnet,
    ]) {
      expect([namespaceOf(caipNetworkId), referenceOf(caipNetworkId)]).toEqual([chainNamespace, id])
      expect(rpcUrls).toEqual({})
    }
  })
})

describe('mainNetworkIds', () => {
  test('behavior: every family has one of its own', () => {
    for (const name of namespaceIds) expect(parseCaipNetworkId(mainNetworkIds[name]).namespace).toBe(name)
  })
})

describe('defaultAccountTypes', () => {
  test('behavior: as applications know them', () => {
    expect(defaultAccountTypes).toMatchObject({ eip155: 'smartAccount', bip122: 'payment', polkadot: 'eoa', solana: 'eoa' })
    expect(bitcoinAccountIndexes).toEqual({ payment: 0, ordinal: 1 })
  })
})
