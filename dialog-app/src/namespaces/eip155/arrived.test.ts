import fc from 'fast-check'
import { encodeAbiParameters, encodeEventTopics, encodeFunctionData, erc20Abi, type Hex, pad, toHex } from 'viem'
import { expect, test } from 'vitest'
import { arrived } from './arrived.js'

const [token, other, to, from] = ['a1', 'a2', 'b1', 'b2'].map((byte) => `0x${byte.repeat(20)}` as Hex) as [Hex, Hex, Hex, Hex]
const hash = `0x${'1'.repeat(64)}`
const transfer = (amount: bigint) => ({
  to: token,
  value: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
})
const log = (address: Hex, source: Hex, target: Hex, amount: bigint) => ({
  address,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from: source, to: target } }),
  data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
})
const node = (receipt: unknown) => ({ request: async () => receipt }) as never

test('behavior: what arrives is what the token’s own events give the recipient, whatever else is in the receipt', async () => {
  const amount = fc.bigInt({ min: 0n, max: 2n ** 128n })
  const part = fc.record({
    address: fc.constantFrom(token, other),
    source: fc.constantFrom(from, to),
    target: fc.constantFrom(to, from, other),
    amount,
  })
  await fc.assert(
    fc.asyncProperty(amount, fc.array(part, { maxLength: 8 }), async (asked, parts) => {
      const own = parts.filter(({ address }) => address === token)
      const expected = own.filter(({ target }) => target === to).reduce((sum, one) => sum + one.amount, 0n)
      const logs = parts.map((one) => log(one.address, one.source, one.target, one.amount))
      expect(await arrived(node({ logs }), hash, transfer(asked))).toBe(own.length === 0 ? null : expected)
    }),
  )
})

test('behavior: a coin, and a call that is no transfer, are told as they were asked for', async () => {
  expect(await arrived(node({ logs: [] }), hash, { to, value: 5n })).toBeUndefined()
  expect(await arrived(node({ logs: [] }), hash, { to: token, value: 0n, data: '0x12345678' })).toBeUndefined()
})

test('error: an answer that is no receipt, and events of other shapes, say nothing', async () => {
  const [own] = [log(token, from, to, 5n)]
  for (const logs of [
    undefined,
    'x',
    [null],
    [{}],
    [{ ...own, data: '0x' }],
    [{ ...own, topics: own.topics.slice(0, 2) }],
    [{ ...own, topics: [pad(toHex(1))] }],
  ])
    expect(await arrived(node({ logs }), hash, transfer(5n))).toBeNull()
})
