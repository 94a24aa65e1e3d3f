import { type Anvil, startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { gasPriceOracleAddress, gasPriceOracleCode, gasPriceOracleSlots } from '@latchkey/testkit/src/chains/gasPriceOracle.js'
import { createPublicClient, createTestClient, encodeFunctionData, erc20Abi, type Hex, http, numberToHex } from 'viem'
import { foundry } from 'viem/chains'
import { estimateL1Fee } from 'viem/op-stack'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRpcClient, type RpcClient } from '../../api/rpc.js'
import { encodeForRouter02, randomOf } from '../../testing/routerCalls.js'
import type { AddressCall } from '../transactions.js'
import { swaps } from './swaps.js'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const router: Hex = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const usdc: Hex = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const dai: Hex = '0x6b175474e89094c44da98b954eedeac495271d0f'

let anvil: Anvil
let rpc: RpcClient
beforeAll(async () => {
  anvil = await startAnvil()
  rpc = createRpcClient([anvil.url], Date.now)
})
afterAll(async () => {
  rpc.destroy()
  await anvil.stop()
})

async function makeOpStack() {
  const test = createTestClient({ chain: foundry, mode: 'anvil', transport: http(anvil.url) })
  await test.setCode({ address: gasPriceOracleAddress, bytecode: gasPriceOracleCode as Hex })
  const values = { baseFee: 30_000_000_000n, overhead: 188n, scalar: 684_000n, decimals: 6n }
  for (const [name, slot] of Object.entries(gasPriceOracleSlots))
    await test.setStorageAt({
      address: gasPriceOracleAddress,
      index: slot,
      value: numberToHex(values[name as keyof typeof values], { size: 32 }),
    })
}

const order = {
  from: usdc,
  to: dai,
  sold: 123_456_789n,
  minimum: 987_654_321_123_456_789n,
  recipient: account,
  source: usdc,
  target: dai,
} as const
const calls: readonly AddressCall[] = [
  { to: usdc, value: 0n, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, order.sold] }) },
  { to: router, value: 0n, data: encodeForRouter02(order, randomOf(4)) },
]

test('behavior: beside the gas, a chain of the OP stack takes what its own contract says for the bytes of each step of a swap', async () => {
  expect(await swaps.dataFeeOf(rpc, calls, false)).toBe(0n)
  expect(await swaps.dataFeeOf(rpc, undefined, false)).toBe(0n)
  await makeOpStack()
  const client = createPublicClient({ chain: foundry, transport: http(anvil.url) })
  // viem's own estimate, of the same contract: apart from some bytes of numbers that nobody knows yet.
  const references = await Promise.all(
    calls.map(({ to, value, data }) => estimateL1Fee(client, { account, to, value, data, gasPriceOracleAddress } as never)),
  )
  const reference = references.reduce((sum, fee) => sum + fee, 0n)
  const said = await swaps.dataFeeOf(rpc, calls, false)
  expect(reference).toBeGreaterThan(10n ** 14n)
  expect(said).toBeGreaterThanOrEqual(reference)
  expect(said - reference).toBeLessThan(reference / 10n)
  // What the form keeps back before anything is built is no less; a user operation is longer, and so takes more.
  expect(await swaps.dataFeeOf(rpc, undefined, false)).toBeGreaterThan(said)
  expect(await swaps.dataFeeOf(rpc, calls, true)).toBeGreaterThan(said)
})
