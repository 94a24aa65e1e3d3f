import { encodeAbiParameters, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { tokenBalance } from './tokenBalance.js'

const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const string = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const number = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])

/** A node with one token. */
const node = (symbol: unknown, balance: unknown = number(1_234_567n), decimals: unknown = number(6n)) => {
  const calls: unknown[] = []
  const request = async (method: string, params?: unknown) => {
    const [{ to, data }] = params as [{ to: string; data: string }]
    calls.push([method, to, data])
    return { '0x70a08231': balance, '0x313ce567': decimals, '0x95d89b41': symbol }[data.slice(0, 10)]
  }
  return { request, calls }
}

test('behavior: amount, decimals and symbol, whatever the length of its name', async () => {
  const { request, calls } = node(string('USDT'))
  expect(await tokenBalance(token, owner, { request })).toEqual({ value: 1_234_567n, decimals: 6, symbol: 'USDT' })
  expect(calls).toContainEqual(['eth_call', token, `0x70a08231000000000000000000000000${owner.slice(2).toLowerCase()}`])
  const long = 'A symbol that is longer than any symbol should be'
  expect((await tokenBalance(token, owner, node(string(long)))).symbol).toBe(long)
})

test('behavior: a token of before answers its symbol in 32 bytes', async () => {
  expect((await tokenBalance(token, owner, node(stringToHex('MKR', { size: 32 })))).symbol).toBe('MKR')
})

test.each([
  ['an address without code', node('0x', '0x', '0x')],
  ['something that is no token', node(string('X'), number(1n), number(1_000n))],
  ['a node that answers nonsense', node(string('X'), 7)],
])('error: %s has no balance', async (_what, rpc) => {
  await expect(tokenBalance(token, owner, rpc)).rejects.toMatchObject({ code: -32603 })
})
