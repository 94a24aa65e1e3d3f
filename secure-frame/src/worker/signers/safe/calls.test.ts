import { encodeFunctionData, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Call, decodeCalls, encodeCalls } from './calls.js'
import { contracts, moduleAbi, multiSendAbi } from './contracts.js'

const to = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const calls: readonly Call[] = [
  { to, value: 1n, data: '0x' },
  { to, value: 0n, data: '0x4e71d92d' },
  { to, value: 2n ** 200n, data: `0x${'ab'.repeat(300)}` },
]
const operation = (target: Hex, data: Hex, kind: number) =>
  encodeFunctionData({ abi: moduleAbi, functionName: 'executeUserOp', args: [target, 0n, data, kind] })
const batch = (packed: Hex) => encodeFunctionData({ abi: multiSendAbi, functionName: 'multiSend', args: [packed] })

describe('encodeCalls', () => {
  test.each([1, 2, 3])('behavior: what was written is what is read, %d calls', (count) => {
    const some = calls.slice(0, count)
    const read = decodeCalls(encodeCalls(some))
    expect(read?.map((call) => ({ ...call, to: call.to.toLowerCase() }))).toEqual(some)
  })
})

describe('decodeCalls', () => {
  test('behavior: the module’s other way of calling is read, too', () => {
    expect(decodeCalls(operation(to, '0xab', 0))).toMatchObject([{ value: 0n, data: '0xab' }])
  })

  test.each<[string, Hex]>([
    ['code that would run in the account’s place', operation(to, '0xab', 1)],
    ['a batch with an entry that does', operation(contracts.multiSend, batch(`0x01${to.slice(2)}${'0'.repeat(128)}`), 1)],
    ['a batch that is cut', operation(contracts.multiSend, batch(`0x00${to.slice(2)}`), 1)],
    [
      'a batch that says it is longer than it is',
      operation(contracts.multiSend, batch(`0x00${to.slice(2)}${'0'.repeat(64)}${'f'.repeat(64)}`), 1),
    ],
    ['another function', '0x4e71d92d'],
    ['nothing', '0x'],
  ])('error: %s is not read', (_what, data) => {
    expect(decodeCalls(data)).toBeNull()
  })
})
