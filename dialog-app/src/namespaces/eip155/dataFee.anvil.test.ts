import { type Anvil, startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { gasPriceOracleAddress, gasPriceOracleCode, gasPriceOracleSlots } from '@latchkey/testkit/src/chains/gasPriceOracle.js'
import { createPublicClient, createTestClient, createWalletClient, type Hex, http, numberToHex, parseAbi, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { estimateL1Fee, parseTransaction } from 'viem/op-stack'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRpcClient, type RpcClient } from '../../api/rpc.js'
import { transfers } from './transfers.js'

/** The first account of the well-known test mnemonic; worth nothing anywhere but here. */
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const networkId = 'eip155:31337'
const baseFee = 30_000_000_000n
const overhead = 188n
const oracleAbi = parseAbi(['function getL1Fee(bytes) view returns (uint256)', 'function getL1GasUsed(bytes) view returns (uint256)'])

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

const client = () => createPublicClient({ chain: foundry, transport: http(anvil.url) })
const transfer = (amount: bigint, more = {}) => ({ networkId, from: account.address, to, decimals: 18, amount, ...more }) as const
const own = (more = {}) => ({ networkId, from: account.address, decimals: 18, ...more }) as const

async function makeOpStack() {
  const test = createTestClient({ chain: foundry, mode: 'anvil', transport: http(anvil.url) })
  await test.setCode({ address: gasPriceOracleAddress, bytecode: gasPriceOracleCode as Hex })
  const values = { baseFee, overhead, scalar: 684_000n, decimals: 6n }
  for (const [name, slot] of Object.entries(gasPriceOracleSlots))
    await test.setStorageAt({
      address: gasPriceOracleAddress,
      index: slot,
      value: numberToHex(values[name as keyof typeof values], { size: 32 }),
    })
}

test('behavior: beside the gas, a chain of the OP stack takes what its own contract says for the bytes of the transfer', async () => {
  const before = await transfers.build(transfer(parseEther('1')), rpc, false)
  const formBefore = await transfers.costOf(own(), rpc, false)
  await makeOpStack()
  const after = await transfers.build(transfer(parseEther('1')), rpc, false)
  const written = after.cost.fee - before.cost.fee
  // viem's own estimate, of the same contract: apart from some bytes of numbers that nobody knows yet.
  const reference = await estimateL1Fee(client(), { account, to, value: parseEther('1'), gasPriceOracleAddress } as never)
  expect(reference).toBeGreaterThan(10n ** 13n)
  expect(written).toBeGreaterThanOrEqual(reference)
  expect(written - reference).toBeLessThan(reference / 10n)
  expect(after.cost.highest - before.cost.highest).toBeGreaterThan(written)
  // What the form keeps back before anybody says to whom is no less.
  expect((await transfers.costOf(own(), rpc, false)).fee - formBefore.fee).toBeGreaterThanOrEqual(written)
})

test('behavior: Max leaves what the chain takes for the transaction that is then sent', async () => {
  await makeOpStack()
  const { highest } = await transfers.costOf(own(), rpc, false)
  const balance = await client().getBalance({ address: account.address })
  const built = await transfers.build(transfer(balance - highest), rpc, false)
  expect(built.cost.highest).toBeLessThanOrEqual(highest)
  const wallet = createWalletClient({ account, chain: foundry, transport: http(anvil.url) })
  const request = await wallet.prepareTransactionRequest({ to, value: balance - highest })
  const raw = await wallet.signTransaction(request)
  const { gas = 0n, maxFeePerGas = 0n } = parseTransaction(raw as never) as { gas?: bigint; maxFeePerGas?: bigint }
  // Of the signed bytes: the contract adds a signature to them once more, and so says rather too much.
  const taken = await client().readContract({
    address: gasPriceOracleAddress,
    abi: oracleAbi,
    functionName: 'getL1Fee',
    args: [raw as Hex],
  })
  expect(taken).toBeGreaterThan(0n)
  expect(balance - highest + gas * maxFeePerGas + taken).toBeLessThanOrEqual(balance)
})

test('behavior: a user operation is longer, and so takes more', async () => {
  await makeOpStack()
  const [plain, contract] = await Promise.all([transfers.costOf(own(), rpc, false), transfers.costOf(own(), rpc, true)])
  const price = (await client().getBlock()).baseFeePerGas ?? 0n
  expect(price).toBeGreaterThan(0n)
  // 900 bytes more, 16 units of gas of the chain below each.
  const more = (900n * 16n * baseFee * 684_000n) / 10n ** 6n
  expect(contract.highest - plain.highest).toBeGreaterThan((more * 9n) / 10n)
})

test('behavior: another contract at that address takes nothing', async () => {
  const test = createTestClient({ chain: foundry, mode: 'anvil', transport: http(anvil.url) })
  await test.setCode({ address: gasPriceOracleAddress, bytecode: '0x' })
  const none = await transfers.costOf(own(), rpc, false)
  // It refuses whatever it is asked.
  await test.setCode({ address: gasPriceOracleAddress, bytecode: '0x5f5ffd' })
  expect((await transfers.costOf(own(), rpc, false)).fee).toBe(none.fee)
})
