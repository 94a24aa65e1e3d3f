import { describe, expect, test } from 'vitest'
import { manyNetworks, networks } from '../../testing/fixtures.js'
import { groupNetworks, type NetworkRow } from './groupNetworks.js'

const rowsOf = (list: typeof networks, current?: string, refused?: string): NetworkRow[] =>
  list.map((network) => ({
    network,
    current: network.caipNetworkId === current,
    ...(network.caipNetworkId === refused ? { disabledReason: 'unsupported' as const } : {}),
  }))
const names = (rows: readonly NetworkRow[]) => rows.map(({ network }) => network.name)

describe('groupNetworks', () => {
  test('behavior: a few networks keep the page’s order, tests are folded, there is no search', () => {
    const groups = groupNetworks(rowsOf(networks), '')
    expect(names(groups.popular)).toEqual(['Base', 'Ethereum', 'Optimism', 'Polygon'])
    expect(groups.others).toEqual([])
    expect(groups.foldTests).toBe(true)
    expect(groups.search).toBe(false)
  })
  test('behavior: what the wallet cannot use comes last', () => {
    expect(names(groupNetworks(rowsOf(networks, undefined, 'eip155:8453'), '').popular).at(-1)).toBe('Base')
  })
  test('behavior: many are split, the rest A to Z, and the current one is never hidden', () => {
    const groups = groupNetworks(rowsOf(manyNetworks, 'eip155:59144'), '')
    expect(groups.search).toBe(true)
    expect(names(groups.popular)).toEqual(['Base', 'Ethereum', 'Optimism', 'Polygon', 'Arbitrum One', 'Linea'])
    expect(names(groups.others)).toEqual(['Avalanche', 'BNB Smart Chain', 'Gnosis'])
  })
  test('behavior: tests stay open when there is nothing else, or when one is on', () => {
    expect(groupNetworks(rowsOf(networks.filter(({ testnet }) => testnet)), '').foldTests).toBe(false)
    expect(groupNetworks(rowsOf(networks, 'eip155:11155111'), '').foldTests).toBe(false)
  })
  test('behavior: search ignores case and accents and looks at tests too', () => {
    expect(names(groupNetworks(rowsOf(manyNetworks), ' BÁSE ').found)).toEqual(['Base', 'Base Sepolia'])
    expect(groupNetworks(rowsOf(manyNetworks), 'zz').found).toEqual([])
  })
})
