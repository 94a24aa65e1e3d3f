import { type CaipNetworkId, codes, errors, RpcError, readProperty, referenceOf } from '@latchkey/protocol'
import { numberToHex } from 'viem'
import type { AddressCall, AskWallet, ChainCall, LookedAt, Sent, TransactionLook, Transactions, TransactionTools } from '../transactions.js'
import { arrived } from './arrived.js'
import { problemOf } from './nodeProblems.js'
import { operationEnd } from './userOperations.js'

const hashPattern = /^0x[0-9a-f]{64}$/i
const unreadable = () => new RpcError(codes.internal, errors.fallback)
const same = (a: unknown, b: unknown) => typeof a === 'string' && typeof b === 'string' && a.toLowerCase() === b.toLowerCase()

const checkedHex = (value: unknown): string => {
  if (typeof value !== 'string' || !/^0x[0-9a-f]+$/i.test(value)) throw unreadable()
  return value
}
const quantity = (value: unknown): bigint => BigInt(checkedHex(value))
const nonceOf = (value: unknown): number => Number(checkedHex(value))
const hexChainId = (networkId: CaipNetworkId) => numberToHex(BigInt(referenceOf(networkId)))

function addressCalls(calls: readonly ChainCall[]): readonly AddressCall[] {
  return calls.map((call) => {
    if (!('to' in call)) throw new RpcError(codes.invalidParams, errors.fallback)
    return call
  })
}

const wireCall = ({ to, value, data = '0x' }: AddressCall) => ({ to, value: numberToHex(value), data })

/** EIP-5792, version 2.0.0. */
async function sendCalls(ask: AskWallet, from: string, networkId: CaipNetworkId, calls: readonly AddressCall[]): Promise<Sent> {
  const request = { version: '2.0.0', from, chainId: hexChainId(networkId), atomicRequired: true, calls: calls.map(wireCall) }
  const answer = await ask('wallet_sendCalls', [request])
  // Version 1.0 of the standard answers the id alone.
  const id = typeof answer === 'string' ? answer : readProperty(answer, 'id')
  if (typeof id !== 'string' || id === '') throw unreadable()
  return { kind: 'calls', id }
}

/** `status` of EIP-5792: 1xx pending, 2xx confirmed, 4xx never sent, 5xx reverted, 6xx partly reverted; its first version had words. */
function readCallsStatus(answer: unknown): TransactionLook {
  const status = readProperty(answer, 'status')
  const receipts = readProperty(answer, 'receipts')
  const last: unknown = Array.isArray(receipts) ? receipts.at(-1) : undefined
  const hash = readProperty(last, 'transactionHash')
  const found = typeof hash === 'string' && hashPattern.test(hash) ? { hash } : {}
  const isBad = Array.isArray(receipts) && receipts.some((receipt) => readProperty(receipt, 'status') === '0x0')
  if (status === 'PENDING' || (typeof status === 'number' && status < 200)) return { status: 'pending', ...found }
  if (status === 'CONFIRMED' || (typeof status === 'number' && status < 300)) return { status: isBad ? 'failed' : 'confirmed', ...found }
  if (typeof status === 'number') return { status: 'failed', ...found }
  throw unreadable()
}

async function lookAtCalls(id: string, { from }: LookedAt, { rpc, ask }: TransactionTools): Promise<TransactionLook> {
  const look = readCallsStatus(await ask('wallet_getCallsStatus', [id]))
  if (look.status !== 'failed' || !look.hash) return look
  const reason = operationEnd(await rpc.request('eth_getTransactionReceipt', [look.hash]), from)?.reason
  return { ...look, ...(reason ? { reason } : {}) }
}

async function lookAtHash(hash: string, { from, nonce }: LookedAt, { rpc }: TransactionTools): Promise<TransactionLook> {
  // The count comes first: a transaction that is mined between the answers then has its receipt already.
  const used = nonce === undefined ? undefined : nonceOf(await rpc.request('eth_getTransactionCount', [from, 'latest']))
  const receipt = await rpc.request('eth_getTransactionReceipt', [hash])
  if (receipt) {
    const end = operationEnd(receipt, from)
    if (end) return { status: end.success ? 'confirmed' : 'failed', hash, ...(end.reason ? { reason: end.reason } : {}) }
    return { status: readProperty(receipt, 'status') === '0x0' ? 'failed' : 'confirmed', hash }
  }
  const transaction = await rpc.request('eth_getTransactionByHash', [hash])
  const isOwn = same(readProperty(transaction, 'from'), from)
  const known = isOwn ? nonceOf(readProperty(transaction, 'nonce')) : nonce
  if (transaction) return { status: 'pending', hash, ...(known === undefined ? {} : { nonce: known }) }
  return { status: used !== undefined && nonce !== undefined && used > nonce ? 'replaced' : 'missing', hash }
}

/** Transactions of EVM chains. */
export const transactions: Transactions = {
  lookEvery: 2_000,
  nextNonce: async (rpc, from) => nonceOf(await rpc.request('eth_getTransactionCount', [from, 'pending'])),
  async canBatch(ask, from, networkId) {
    try {
      const chainId = hexChainId(networkId)
      const answer = await ask('wallet_getCapabilities', [from, [chainId]])
      const own = Object.entries(Object(answer)).find(([id]) => Number(id) === Number(chainId))?.[1]
      const status = readProperty(readProperty(own, 'atomic'), 'status')
      return status === 'supported' || status === 'ready' || readProperty(readProperty(own, 'atomicBatch'), 'supported') === true
    } catch {
      return false
    }
  },
  async submit({ from, networkId, calls, isContract }, { ask }) {
    const [first, ...others] = addressCalls(calls)
    if (!first) throw new RpcError(codes.invalidParams, errors.fallback)
    if (others.length > 0 || isContract) return sendCalls(ask, from, networkId, [first, ...others])
    const gas = first.gas === undefined ? {} : { gas: numberToHex(first.gas) }
    const hash = await ask('eth_sendTransaction', [{ from, ...wireCall(first), ...gas }])
    if (typeof hash !== 'string' || !hashPattern.test(hash)) throw unreadable()
    return { kind: 'hash', hash: hash.toLowerCase() }
  },
  async look(what, tools) {
    const { sent } = what
    if (sent.kind === 'calls') return lookAtCalls(sent.id, what, tools)
    return lookAtHash(sent.hash, what, tools)
  },
  async isSame(rpc, hash, calls) {
    const [call, ...others] = addressCalls(calls)
    if (!call || others.length > 0) return false
    const found = await rpc.request('eth_getTransactionByHash', [hash])
    return (
      same(readProperty(found, 'to'), call.to) &&
      quantity(readProperty(found, 'value')) === call.value &&
      same(readProperty(found, 'input'), call.data ?? '0x')
    )
  },
  async arrived(rpc, hash, calls) {
    const [call, ...others] = addressCalls(calls)
    return call && others.length === 0 ? arrived(rpc, hash, call) : undefined
  },
  problemOf,
}
