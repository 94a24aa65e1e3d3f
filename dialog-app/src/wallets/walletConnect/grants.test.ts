import { describe, expect, test } from 'vitest'
import { firstNetwork, readGrants } from './grants.js'
import { bitcoinId, solanaId } from './testing/networks.js'

const part = (accounts: string[], methods: string[] = []) => ({ accounts, methods, events: [] })
const oldSolana = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'

describe('readGrants', () => {
  test('behavior: groups accounts by network, each once', () => {
    const { eip155 } = readGrants({ eip155: part(['eip155:1:0xA', 'eip155:1:0xB', 'eip155:1:0xA', 'eip155:10:0xA'], ['personal_sign']) })
    expect(eip155?.networkIds).toEqual(['eip155:1', 'eip155:10'])
    expect(eip155?.accounts['eip155:1']?.map(({ address }) => address)).toEqual(['0xA', '0xB'])
    expect(eip155?.methods).toEqual(['personal_sign'])
  })

  test('behavior: a key may name one chain', () => {
    const { eip155 } = readGrants({ 'eip155:1': part(['eip155:1:0xA'], ['a']), 'eip155:10': part(['eip155:10:0xA'], ['b']) })
    expect(eip155?.networkIds).toEqual(['eip155:1', 'eip155:10'])
    expect(eip155?.methods).toEqual(['a', 'b'])
  })

  test("behavior: an old wallet's id of a network becomes ours, and is kept for asking it", () => {
    const { solana } = readGrants({ solana: part([`${oldSolana}:Key`]) })
    expect(solana?.networkIds).toEqual([solanaId])
    expect(solana?.wireIds[solanaId]).toBe(oldSolana)
    const both = readGrants({ solana: part([`${oldSolana}:Key`, `${solanaId}:Key`]) })
    expect(both.solana?.wireIds[solanaId]).toBe(solanaId)
    expect(both.solana?.accounts[solanaId]).toHaveLength(1)
  })

  test('behavior: Bitcoin accounts are payment accounts', () => {
    expect(readGrants({ bip122: part([`${bitcoinId}:bc1q`]) }).bip122?.accounts[bitcoinId]).toEqual([
      { namespace: 'bip122', address: 'bc1q', type: 'payment' },
    ])
  })

  test('error: unknown families, foreign and broken accounts are left out', () => {
    expect(readGrants({ near: part(['near:mainnet:x']), eip155: part(['solana:x:y', 'eip155:1', 'nonsense']) })).toEqual({})
  })
})

describe('firstNetwork', () => {
  test('behavior: the first wanted network that was granted, else the wallet its own first', () => {
    const { eip155 } = readGrants({ eip155: part(['eip155:10:0xA', 'eip155:1:0xA']) })
    if (!eip155) throw new Error('not granted')
    expect(firstNetwork(eip155, ['eip155:5', 'eip155:1'])).toBe('eip155:1')
    expect(firstNetwork(eip155, ['eip155:5'])).toBe('eip155:10')
  })
})
