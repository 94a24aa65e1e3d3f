import { expect, test } from 'vitest'
import { evmAccount, fakeNode } from '../../../testing/fakeNode.js'
import { readSymbol, readToken } from './tokens.js'

const token = `0x${'44'.repeat(20)}`
const nodeOf = (symbol: string) => fakeNode({ tokens: { [token]: { symbol, decimals: 6 } } })

test.each([
  ['USDC', 'USDC'],
  ['US\u200bD\u3164C', 'USDC'],
  ['USD₮0', 'USD₮0'],
])('behavior: %j calls itself %s: without what cannot be seen', async (symbol, text) => {
  expect((await readToken(nodeOf(symbol), token, evmAccount))?.symbol).toBe(text)
  expect(await readSymbol(nodeOf(symbol), token)).toBe(text)
})

test.each(['\u3164', '\u2800', '\uffa0\u115f', '\u200b'])('behavior: %j is no name', async (symbol) => {
  expect((await readToken(nodeOf(symbol), token, evmAccount))?.symbol).toBe('?')
  expect(await readSymbol(nodeOf(symbol), token)).toBeNull()
})
