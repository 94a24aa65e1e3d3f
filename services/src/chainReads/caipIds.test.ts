import { nativeTokenAddress } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { readAccountId, readTokenId } from './caipIds.js'

const evm = '0x00000000000000000000000000000000000A11cE'
const solanaChain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const solana = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

describe.each([
  ['readAccountId', readAccountId],
  ['readTokenId', readTokenId],
])('%s', (_name, read) => {
  test('behavior: the network and the address, as its family writes it', () => {
    expect(read(`eip155:1:${evm}`)).toEqual({ namespace: 'eip155', chainId: 'eip155:1', address: evm.toLowerCase() })
    expect(read(`${solanaChain}:${solana}`)).toEqual({ namespace: 'solana', chainId: solanaChain, address: solana })
    expect(read('cosmos:cosmoshub-4:cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02')).toMatchObject({ chainId: 'cosmos:cosmoshub-4' })
  })

  test.each([
    ['four parts', `eip155:1:${evm}:7`],
    ['two parts', `eip155:${evm}`],
    ['an unknown family', `tron:1:${evm}`],
    ['no number of a network', `eip155:mainnet:${evm}`],
    ['no reference', `eip155::${evm}`],
    ['an address of another family', `${solanaChain}:${evm}`],
    ['no address', 'eip155:1:'],
    ['nothing', ''],
    ['a byte that no text has', `eip155:1\0:${evm}`],
    ['a text of any length', `solana:${'a'.repeat(9_000)}:${'z'.repeat(9_000)}`],
  ])('error: %s', (_what, id) => {
    expect(read(id)).toBeNull()
  })
})

describe('the native coin', () => {
  test('behavior: has one name on every network, in any case', () => {
    for (const chainId of ['eip155:1', solanaChain, 'bip122:000000000019d6689c085ae165831e93'])
      for (const name of [nativeTokenAddress, '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'])
        expect(readTokenId(`${chainId}:${name}`)).toMatchObject({ chainId, address: nativeTokenAddress })
    expect(readAccountId(`${solanaChain}:${nativeTokenAddress}`)).toBeNull()
  })
})
