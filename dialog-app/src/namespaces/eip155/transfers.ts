import { codes, errors, RpcError, readProperty, transactionErrors } from '@latchkey/protocol'
import { decodeFunctionData, encodeFunctionData, erc20Abi, getAddress, type Hex, numberToHex } from 'viem'
import type { RpcClient } from '../../api/rpc.js'
import type { AddressCall } from '../transactions.js'
import type { Transfer, TransferCost, Transfers } from '../transfers.js'
import { dataFee } from './dataFee.js'
import { tokenDecimals } from './tokenDecimals.js'
import { isTokenYes } from './usdt.js'

type Rpc = Pick<RpcClient, 'request'>

/** Gas of a plain transfer, and of a token's where it cannot be tried out yet. */
const plainGas = 21_000n
const tokenGas = 100_000n
/** What a user operation costs beyond its call: the entry point, the account's checks, and putting the account there the first time. */
const operationGas = 600_000n
/** Blocks over which the time between two is measured, and milliseconds from which on it says nothing: such a chain makes blocks when there is need. */
const measured = 20
const longestBlock = 60_000
/** A recipient without a byte of zero, and an amount of twelve bytes: more coins than anybody has. */
const longest = { to: `0x${'a5'.repeat(20)}`, amount: BigInt(`0x${'5a'.repeat(12)}`) }

const checkedHex = (value: unknown): string => {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value)) throw new RpcError(codes.internal, errors.fallback)
  return value
}
const quantity = (value: unknown): bigint => BigInt(checkedHex(value))

function callOf({ to, contract, amount }: Pick<Transfer, 'to' | 'contract' | 'amount'>): AddressCall {
  if (contract === undefined) return { to, value: amount }
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as Hex, amount] })
  return { to: getAddress(contract), value: 0n, data }
}

const wire = (from: string, { to, value, data }: AddressCall) => ({ from, to, value: numberToHex(value), ...(data ? { data } : {}) })

/** A half more than nodes propose: some wallets offer a fifth more (viem), and the base fee may rise until the wallet asks. */
const withReserve = (price: bigint): bigint => (price * 3n) / 2n

/** What a unit of gas costs now, and the most that wallets offer for it: nodes propose twice the base fee, and the tip (EIP-1559). */
async function gasPrice(rpc: Rpc): Promise<{ readonly now: bigint; readonly highest: bigint }> {
  const block = await rpc.request('eth_getBlockByNumber', ['latest', false])
  const base = readProperty(block, 'baseFeePerGas')
  if (typeof base !== 'string') {
    const price = quantity(await rpc.request('eth_gasPrice', []))
    return { now: price, highest: withReserve(price) }
  }
  const fee = quantity(base)
  const tip = await rpc.request('eth_maxPriorityFeePerGas', []).then(quantity, () => 1_000_000_000n)
  return { now: fee + tip, highest: withReserve(2n * fee + tip) }
}

async function cost(rpc: Rpc, gas: bigint, call: AddressCall, isContract: boolean): Promise<TransferCost> {
  const [price, written] = await Promise.all([gasPrice(rpc), dataFee(call, rpc, isContract)])
  const all = isContract ? gas + operationGas : gas
  return { fee: all * price.now + written, highest: all * price.highest + withReserve(written) }
}

/** A transfer of which nobody knows yet how much and to whom: as long as the longest. */
const anyTransfer = (contract: string | undefined): AddressCall =>
  callOf({ to: longest.to, amount: longest.amount, ...(contract ? { contract } : {}) })

async function tokenBalance(rpc: Rpc, contract: string, account: string): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account as Hex] })
  return quantity(await rpc.request('eth_call', [{ to: contract, data }, 'latest']))
}

/** Has the token's contract do it, without writing anything. @throws RpcError 3 'execution reverted' when it would not */
async function tryToken(rpc: Rpc, from: string, contract: string, call: AddressCall): Promise<void> {
  const answer = await rpc.request('eth_call', [wire(from, call), 'latest'])
  if (!isTokenYes(contract, answer)) throw new RpcError(3, transactionErrors.executionReverted)
}

/** Checks the decimals with which the amount was written, which come from a list, against the token's contract. @throws RpcError -32603 when they differ */
async function checkDecimals(rpc: Rpc, contract: string, decimals: number): Promise<void> {
  const said = await tokenDecimals(rpc, contract)
  if (said !== undefined && said !== decimals) throw new RpcError(codes.internal, errors.fallback)
}

/** Code that only says which contract acts for a key (EIP-7702) makes nobody a contract. */
const delegation = /^0xef0100([0-9a-f]{40})$/i

/** Coins and ERC-20 tokens of EVM chains. */
export const transfers: Transfers = {
  async build(transfer, rpc, isContract) {
    const { from, contract, amount } = transfer
    const call = callOf(transfer)
    const [nativeBalance, balance] = await Promise.all([
      rpc.request('eth_getBalance', [from, 'latest']).then(quantity),
      contract === undefined ? undefined : tokenBalance(rpc, contract, from),
    ])
    // More than there is cannot be tried out: the view says so before the node does.
    const isCovered = amount <= (balance ?? nativeBalance)
    if (contract !== undefined)
      await Promise.all([checkDecimals(rpc, contract, transfer.decimals), isCovered && tryToken(rpc, from, contract, call)])
    const gas = isCovered ? await rpc.request('eth_estimateGas', [wire(from, call)]).then(quantity) : undefined
    const assumed = contract === undefined ? plainGas : tokenGas
    return {
      calls: [call],
      cost: await cost(rpc, gas ?? assumed, call, isContract),
      balance: balance ?? nativeBalance,
      nativeBalance,
    }
  },
  costOf: ({ contract }, rpc, isContract) => cost(rpc, contract === undefined ? plainGas : tokenGas, anyTransfer(contract), isContract),
  read(calls) {
    const [call, ...others] = calls
    if (!call || !('to' in call) || others.length > 0) throw new Error('Not one call')
    if (call.data === undefined) return { to: getAddress(call.to), amount: call.value }
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: call.data as Hex })
    if (functionName !== 'transfer' || call.value !== 0n) throw new Error('Not a transfer')
    return { to: getAddress(args[0]), amount: args[1], contract: getAddress(call.to) }
  },
  async recipient(address, rpc) {
    const code = await rpc.request('eth_getCode', [address, 'latest'])
    const acting = delegation.exec(String(code))?.[1]
    return { isContract: typeof code === 'string' && code !== '0x' && !acting, ...(acting ? { acting: `0x${acting}` } : {}) }
  },
  async arrival(rpc) {
    const timeOf = (block: unknown) => Number(checkedHex(readProperty(block, 'timestamp')))
    const head = await rpc.request('eth_getBlockByNumber', ['latest', false])
    const number = quantity(readProperty(head, 'number'))
    if (number <= BigInt(measured)) return undefined
    const before = await rpc.request('eth_getBlockByNumber', [numberToHex(number - BigInt(measured)), false])
    const pause = ((timeOf(head) - timeOf(before)) * 1_000) / measured
    return pause > 0 && pause <= longestBlock ? Math.ceil(pause) : undefined
  },
}
