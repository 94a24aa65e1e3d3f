import type { KnownContracts } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { evmAccount, fakeContext, fakeNode } from '../../../testing/fakeNode.js'
import { listOf } from '../listed.js'
import { readNamed } from './tokens.js'

const token = `0x${'44'.repeat(20)}`
const known: KnownContracts = { tokens: [{ address: `0x${'55'.repeat(20)}`, symbol: 'USDC', name: 'USD Coin', decimals: 6 }], others: [] }
const named = (symbol: string, contracts = known) => {
  const rpc = fakeNode({ tokens: { [token]: { symbol, decimals: 6 } } })
  return readNamed({ rpc, account: evmAccount }, token, listOf(fakeContext({}, { contracts })))
}

describe('a token that is on no list', () => {
  test.each([
    ['XYZ', 'XYZ'],
    ['X\u200bY\u3164Z', 'XYZ'],
    ['XYZ₮0', 'XYZ₮0'],
  ])('behavior: %j calls itself %s: without what cannot be seen', async (symbol, text) => {
    expect(await named(symbol)).toMatchObject({ symbol: text, token: { symbol: text, decimals: 6 }, isListed: false, imitates: null })
  })

  test.each(['\u3164', '\u2800', '\uffa0\u115f', '\u200b'])('behavior: %j is no name', async (symbol) => {
    expect((await named(symbol)).symbol).toBe('?')
  })

  test.each(['USDC', 'usdc', 'U SDC', 'USDС', '$USDC', 'USD Coin', 'USD COIN', 'ETH', 'Ether', 'US\u202eDC'])(
    'error: %j is another one’s name, and is not repeated',
    async (symbol) => {
      const { imitates, symbol: shown } = await named(symbol)
      expect(imitates).not.toBeNull()
      expect(shown).toBe('0x4444…4444')
    },
  )

  test.each([`USDC${' '.repeat(40)}x`, `${'\u200b'.repeat(20)}USDC`])('error: %j is cut to another one’s name', async (symbol) => {
    expect((await named(symbol)).symbol).not.toBe('USDC')
  })
})

describe('a token of the operator’s list', () => {
  test('behavior: is named and divided as the list says, whatever its contract says', async () => {
    const contracts = { tokens: [{ address: token, symbol: 'REAL', decimals: 18 }], others: [] }
    expect(await named('FALSE', contracts)).toMatchObject({ symbol: 'REAL', token: { decimals: 18 }, isListed: true, imitates: null })
  })

  test('behavior: a contract that the operator knows as no token is named as it says', async () => {
    expect(await named('APES', { tokens: [], others: [token] })).toMatchObject({ symbol: 'APES', isListed: true, imitates: null })
  })
})
