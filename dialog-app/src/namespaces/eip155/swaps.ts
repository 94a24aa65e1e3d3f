import { type ApproveTransaction, nativeTokenAddress, readProperty, type SwapTransaction } from '@latchkey/protocol'
import {
  type Address,
  decodeEventLog,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  hexToBigInt,
  isHex,
  numberToHex,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem'
import type { RpcClient } from '../../api/rpc.js'
import { type Mismatch, MismatchError, type Swaps, type SwapTerms } from '../swaps.js'
import type { AddressCall } from '../transactions.js'
import { dataFee } from './dataFee.js'
import { decodeExactly, readRouterCall } from './swapCalls.js'
import { tokenDecimals } from './tokenDecimals.js'

const wrappedAbi = parseAbi(['event Withdrawal(address indexed src, uint256 wad)', 'function deposit()', 'function withdraw(uint256)'])
/** What LI.FI's contract tells of a swap: also of what it paid in the coin, which no token tells. */
const lifiEvent = parseAbi([
  'event LiFiGenericSwapCompleted(bytes32 indexed transactionId, string integrator, string referrer, address receiver, address fromAssetId, address toAssetId, uint256 fromAmount, uint256 toAmount)',
])
const transferAbi = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])

const isNative = (token: string) => token === nativeTokenAddress
const check = (isRight: boolean, mismatch: Mismatch) => {
  if (!isRight) throw new MismatchError(mismatch)
}
const caip10 = ({ networkId }: SwapTerms, address: string) => `${networkId}:${address}`
const isAt = (id: string, terms: SwapTerms, address: string) => id.toLowerCase() === caip10(terms, address).toLowerCase()

/** Wrapping and unwrapping, by the wrapped coin itself; undefined for other swaps. */
function wrapping({
  from,
  to,
  toNetworkId,
  contracts: { wrapped },
}: Pick<SwapTerms, 'from' | 'to' | 'toNetworkId' | 'contracts'>): 'wrap' | 'unwrap' | undefined {
  if (toNetworkId) return undefined
  if (isNative(from) && to === wrapped) return 'wrap'
  return isNative(to) && from === wrapped ? 'unwrap' : undefined
}

function readWrapping(data: Hex, terms: SwapTerms): bigint {
  const { functionName, args } = decodeExactly(wrappedAbi, data)
  check(functionName === (wrapping(terms) === 'wrap' ? 'deposit' : 'withdraw'), 'unreadable')
  if (functionName === 'withdraw') check(args[0] === terms.amount, 'amount')
  return terms.amount
}

function readSwap(transaction: SwapTransaction, terms: SwapTerms): { readonly call: AddressCall; readonly minimum: bigint } {
  const { contracts, account, amount } = terms
  const target = wrapping(terms) ? contracts.wrapped : contracts.router
  check(isAt(transaction.from, terms, account), 'account')
  check(target !== undefined && isAt(transaction.to, terms, target), 'contract')
  const data = transaction.data as Hex
  let minimum: bigint
  try {
    minimum = wrapping(terms) ? readWrapping(data, terms) : readRouterCall(data, terms)
  } catch (error) {
    throw error instanceof MismatchError ? error : new MismatchError('unreadable')
  }
  check(minimum >= terms.minimum && minimum > 0n, 'minimum')
  return { call: { to: target as string, value: isNative(terms.from) ? amount : 0n, data }, minimum }
}

function readApproval({ from, to, data, value }: ApproveTransaction, terms: SwapTerms, allowance: bigint): AddressCall {
  check(isAt(from, terms, terms.from) && isAt(to, terms, terms.from), 'token')
  check(value === '0', 'amount')
  const call = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [terms.contracts.router as Address, allowance] })
  if (data.toLowerCase() !== call) {
    // Which of the two it is decides what the user is told.
    const isApproval = data.startsWith(call.slice(0, 10)) && data.length === call.length
    check(isApproval, 'unreadable')
    check(data.slice(0, 74).toLowerCase() === call.slice(0, 74), 'spender')
    throw new MismatchError('amount')
  }
  return { to: terms.from, value: 0n, data: call }
}

type Rpc = Pick<RpcClient, 'request'>
const word = (answer: unknown): bigint => {
  if (!isHex(answer) || answer.length < 3) throw new MismatchError('unreadable')
  return hexToBigInt(answer)
}

async function balanceOf(rpc: Rpc, account: string, token: string): Promise<bigint> {
  if (isNative(token)) return word(await rpc.request('eth_getBalance', [account, 'latest']))
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account as Address] })
  return word(await rpc.request('eth_call', [{ to: token, data }, 'latest']))
}

/** What a node says when a call reverts, by code or by words. */
const isRevert = (error: unknown) =>
  readProperty(error, 'code') === 3 || /revert|transfer|STF|Too little/i.test(String(readProperty(error, 'message')))

async function wouldSucceed(rpc: Rpc, account: string, { to, value, data = '0x' }: AddressCall): Promise<boolean> {
  try {
    await rpc.request('eth_call', [{ from: account, to, value: numberToHex(value), data }, 'latest'])
    return true
  } catch (error) {
    if (isRevert(error)) return false
    throw error
  }
}

type Log = { readonly address: string; readonly topics: [Hex, ...Hex[]]; readonly data: Hex }
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** What a log says that came to the account. */
function inflow(log: Log, { account, to, contracts: { router, wrapped, kind } }: Pick<SwapTerms, 'account' | 'to' | 'contracts'>): bigint {
  try {
    if (isNative(to) && kind === 'lifi') {
      if (!same(log.address, router)) return 0n
      const { receiver, toAssetId, toAmount } = decodeEventLog({ abi: lifiEvent, ...log }).args
      return same(receiver, account) && same(toAssetId, zeroAddress) ? toAmount : 0n
    }
    if (isNative(to)) {
      if (!wrapped || !same(log.address, wrapped)) return 0n
      const { src, wad } = decodeEventLog({ abi: wrappedAbi, eventName: 'Withdrawal', ...log }).args
      return same(src, router) || same(src, account) ? wad : 0n
    }
    if (!same(log.address, to)) return 0n
    const { from, to: receiver, value } = decodeEventLog({ abi: transferAbi, eventName: 'Transfer', ...log }).args
    return (same(receiver, account) ? value : 0n) - (same(from, account) ? value : 0n)
  } catch {
    // Another event of the contract.
    return 0n
  }
}

/** Bytes that stand in for the calldata of a swap that is not built yet: two routes of two pools, and an approval. They hardly compress. */
const usualCall = (): AddressCall => ({ to: zeroAddress, value: 0n, data: toHex(crypto.getRandomValues(new Uint8Array(1_000))) })

/** Swaps on EVM chains. */
export const swaps: Swaps = {
  needsAllowance: (terms) => !isNative(terms.from) && wrapping(terms) === undefined,
  readApproval,
  readSwap,
  readCrossing: async (transaction, terms) => (await import('./bridgeCalls.js')).readCrossing(transaction, terms),
  balanceOf,
  decimalsOf: tokenDecimals,
  async dataFeeOf(rpc, calls, isContract) {
    const fees = await Promise.all((calls ?? [usualCall()]).map((call) => dataFee(call, rpc, isContract)))
    return fees.reduce((sum, fee) => sum + fee, 0n)
  },
  wouldSucceed,
  async received(rpc, hash, terms) {
    const logs = readProperty(await rpc.request('eth_getTransactionReceipt', [hash]), 'logs')
    if (!Array.isArray(logs)) return undefined
    // A wrapped coin tells its deposits by an event of its own.
    const sum = (logs as Log[]).reduce((total, log) => total + inflow(log, terms), 0n)
    return sum > 0n ? sum : undefined
  },
}
