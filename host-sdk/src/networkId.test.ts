import { describe, expect, test } from 'vitest'
import { networkEntries, networkIds } from './networkId.js'

describe('networkIds', () => {
  test('behavior: numbers, CAIP-2 ids and chain objects, one alone or many', () => {
    const solana = { id: 'abc', caipNetworkId: 'solana:abc', chainNamespace: 'solana' }
    expect(networkIds([1, 'eip155:10', { id: 8453, name: 'Base' }, solana])).toEqual(['eip155:1', 'eip155:10', 'eip155:8453', 'solana:abc'])
    expect([networkIds(5), networkIds('eip155:5'), networkIds({ id: 5 })]).toEqual([['eip155:5'], ['eip155:5'], ['eip155:5']])
  })

  test('behavior: in text, as in an attribute, commas and spaces part them', () => {
    expect(networkEntries('eip155:1, eip155:10,137  solana:abc')).toEqual(['eip155:1', 'eip155:10', '137', 'solana:abc'])
    expect(networkIds('eip155:1, 137')).toEqual(['eip155:1', 'eip155:137'])
  })

  test('error: what is no network is none, and nothing throws', () => {
    expect(networkIds(undefined, null, '', [null, 'ethereum', {}, [], true, Number.NaN, 'unknown:1'])).toEqual([])
  })
})
