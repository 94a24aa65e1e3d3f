import { describe, expect, test } from 'vitest'
import { failing, startFakeNode } from '../testing/fakeNode.js'
import { openGateway } from '../testing/gateway.js'
import { parseExactly } from './askChain.js'

test.each([
  ['a limit', -32_005, 'slow down', true],
  ['a limit in words', -32_000, 'daily quota exceeded', true],
  ['a state that is missing', -32_000, 'header not found', true],
  ['a revert', 3, 'execution reverted', false],
  ['a call that always fails inside', -32_603, 'execution reverted', false],
])('behavior: %s of every node is its word on the question only where another try changes nothing', async (_, code, message, isForNow) => {
  const node = await startFakeNode()
  node.answer = failing(code, message)
  const { gateway } = await openGateway([node])
  try {
    const retryAfter = isForNow ? expect.any(Number) : undefined
    await expect(gateway.ask('eip155:31337', 'eth_call', [{}])).rejects.toMatchObject({ name: 'NodeError', code, message, retryAfter })
  } finally {
    await gateway.close()
    await node.close()
  }
})

describe('parseExactly', () => {
  test('behavior: whole numbers that a float would round stay whole; all others are numbers', () => {
    const text =
      '{"a":18446744073709551615,"b":[9007199254740993,-9007199254740993],"c":9007199254740991,"d":0.1234567890123456789,"e":1e30,"f":5}'
    expect(parseExactly(text)).toEqual({
      a: 18_446_744_073_709_551_615n,
      b: [9_007_199_254_740_993n, -9_007_199_254_740_993n],
      c: 9_007_199_254_740_991,
      d: 0.12345678901234568,
      e: 1e30,
      f: 5,
    })
  })

  test('behavior: digits in a text are text', () => {
    expect(parseExactly('["0x9007199254740993","9007199254740993"]')).toEqual(['0x9007199254740993', '9007199254740993'])
  })
})
