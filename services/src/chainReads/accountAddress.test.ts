import { describe, expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { accountAddress, chainsOfAddress } from './accountAddress.js'

const evm = '0x00000000000000000000000000000000000A11cE'
const solana = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
/** Of each kind, by the documents that define them: BIP-173, BIP-350, Bitcoin's wiki, SS58's registry, and accounts of Cosmos chains. */
const addresses = {
  bip122: [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
  ],
  polkadot: ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
  cosmos: [
    'cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02',
    'osmo1pyysjzgfpyysjzgfpyysjzgfpyysjzgf4q8lct',
    'cosmos1qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurswpc8qurs79d55s',
  ],
} as const

describe('accountAddress', () => {
  test('behavior: as its family writes it', () => {
    expect(accountAddress('eip155', evm)).toBe(evm.toLowerCase())
    expect(accountAddress('solana', solana)).toBe(solana)
    for (const [namespace, some] of Object.entries(addresses))
      for (const address of some) expect([address, accountAddress(namespace as 'cosmos', address)]).toEqual([address, address])
  })

  test('error: a wrong checksum, another family, no address', () => {
    const all = Object.entries(addresses) as [keyof typeof addresses, readonly string[]][]
    for (const [namespace, some] of all)
      for (const address of some) {
        const last = address.at(-1) === 'q' ? 'p' : 'q'
        expect([address, accountAddress(namespace, `${address.slice(0, -1)}${last}`)]).toEqual([address, null])
        for (const [other] of all)
          if (other !== namespace) expect([address, other, accountAddress(other, address)]).toEqual([address, other, null])
        expect([address, accountAddress('eip155', address), accountAddress('solana', address)]).toEqual([address, null, null])
      }
    for (const text of ['', ' ', '0x12', `${evm}0`, `${solana}\0`, 'nobody', '\ud800'])
      for (const namespace of ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos'] as const)
        expect([text, namespace, accountAddress(namespace, text)]).toEqual([text, namespace, null])
  })
})

describe('chainsOfAddress', () => {
  const chains = ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'bip122:000000000019d6689c085ae165831e93', 'eip155:10'].map(
    (caipNetworkId) => ({ caipNetworkId }) as Chain,
  )
  const of = (text: string) => {
    const found = chainsOfAddress(chains, text)
    return found && { ...found, chains: found.chains.map(({ caipNetworkId }) => caipNetworkId) }
  }

  test('behavior: the chains of its family, also of one that nobody reads', () => {
    expect(of(evm)).toEqual({ namespace: 'eip155', address: evm.toLowerCase(), chains: ['eip155:1', 'eip155:10'] })
    expect(of(solana)).toEqual({ namespace: 'solana', address: solana, chains: [chains[1]?.caipNetworkId] })
    expect(of(addresses.bip122[0])).toEqual({ namespace: 'bip122', address: addresses.bip122[0], chains: [chains[2]?.caipNetworkId] })
    expect(of(addresses.cosmos[0])).toMatchObject({ namespace: 'cosmos', chains: [] })
  })

  test('behavior: one whose checksum is right is of the family that has one: in base58 it would be 32 bytes, too', () => {
    const osmosis = 'osmo1qqqq278pm893ghfdv7qvnqgn8sj3trag3a95t5'
    expect(accountAddress('solana', osmosis)).toBe(osmosis)
    expect(of(osmosis)).toMatchObject({ namespace: 'cosmos' })
  })

  test('error: a text of any length is refused at once', () => {
    // Decoded, each would take minutes: the time that reading base58 takes grows with the square of the length.
    for (const letter of ['1', 'z', '0', 'q', '\0'])
      for (const prefix of ['', '0x', 'bc1', 'cosmos1']) expect(of(`${prefix}${letter.repeat(500_000)}`)).toBeNull()
  })
})
