import { expect, test } from 'vitest'
import { evmAccount, fakeNode } from '../../../testing/fakeNode.js'
import { readFees } from './fees.js'

const gasOf = async (estimate: string) => {
  const rpc = fakeNode({ answers: { eth_estimateGas: () => estimate, eth_gasPrice: () => '0x1' } })
  return (await readFees(rpc, { from: evmAccount, to: `0x${'44'.repeat(20)}`, data: '0x', value: 1n }, null)).gas
}

test('behavior: coins for an address without code take exactly what they always take', async () => {
  expect(await gasOf('0x5208')).toBe(21_000n)
})

test('behavior: coins for a contract get what its code needs, however little that is', async () => {
  expect(await gasOf('0x523f')).toBeGreaterThan(21_055n)
})
