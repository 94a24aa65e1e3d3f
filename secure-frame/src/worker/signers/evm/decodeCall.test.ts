import { encodeFunctionData, maxUint256, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { decodeCall, permit2 } from './decodeCall.js'

const token = '0x00000000000000000000000000000000000000AA'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const abi = parseAbi([
  'function transfer(address, uint256)',
  'function approve(address, uint256)',
  'function increaseAllowance(address, uint256)',
  'function setApprovalForAll(address, bool)',
  'function safeTransferFrom(address, address, uint256, uint256, bytes)',
  'function safeTransferFrom(address, address, uint256)',
  'function multicall(bytes[])',
  'function withdraw(uint256)',
  'function aggregate3((address, bool, bytes)[])',
])
const encode = (functionName: string, args: readonly unknown[]) => encodeFunctionData({ abi, functionName, args } as never)
const decode = (data: `0x${string}`, to = token) => decodeCall({ to, data, value: 0n })

describe('decodeCall', () => {
  test('behavior: sends, and calls without data', () => {
    expect(decodeCall({ to: other, data: '0x', value: 1n })).toEqual({ kind: 'native' })
    expect(decodeCall({ data: '0x6000', value: 0n })).toEqual({ kind: 'deploy' })
    expect(decode(encode('transfer', [other, 5n]))).toEqual({ kind: 'transfer', token, to: other, amount: 5n })
  })

  test('behavior: every form of permission to spend', () => {
    expect(decode(encode('approve', [other, maxUint256]))).toMatchObject({
      kind: 'approve',
      spender: other,
      amount: maxUint256,
      increase: false,
    })
    expect(decode(encode('increaseAllowance', [other, 1n]))).toMatchObject({ kind: 'approve', increase: true })
    expect(decode(encode('setApprovalForAll', [other, true]))).toMatchObject({ kind: 'approveAll', spender: other, approved: true })
    const data = encodeFunctionData({
      abi: parseAbi(['function approve(address, address, uint160, uint48)']),
      functionName: 'approve',
      args: [token, other, 7n, 1],
    })
    expect(decode(data, permit2)).toEqual({ kind: 'permit2', token, spender: other, amount: 7n, until: 1n })
  })

  test('behavior: collectibles, alone and several', () => {
    expect(decode(encode('safeTransferFrom', [token, other, 9n]))).toMatchObject({ kind: 'nft', ids: [9n], amounts: [1n] })
    expect(decode(encode('safeTransferFrom', [token, other, 9n, 3n, '0x']))).toMatchObject({ kind: 'nft', ids: [9n], amounts: [3n] })
  })

  test('behavior: what is inside a batch', () => {
    const inner = encode('approve', [other, 1n])
    expect(decode(encode('multicall', [[inner, '0x12345678']]))).toEqual({
      kind: 'multicall',
      calls: [expect.objectContaining({ kind: 'approve', token }), { kind: 'unknown', selector: '0x12345678' }],
    })
    expect(decode(encode('aggregate3', [[[other, false, inner]]]))).toMatchObject({ calls: [{ kind: 'approve', token: other }] })
  })

  test('error: a batch in a batch in a batch ends somewhere', () => {
    let data = encode('approve', [other, 1n])
    for (let level = 0; level < 8; level += 1) data = encode('multicall', [[data]])
    expect(JSON.stringify(decode(data))).toContain('unknown')
  })

  test.each([
    ['unknown', '0x4e71d92d'],
    ['too short', '0xa9059cbb00'],
    ['no whole selector', '0xa9'],
  ] as const)('error: a call that is %s stays unknown', (_what, data) => {
    expect(decode(data)).toMatchObject({ kind: 'unknown' })
  })
})
