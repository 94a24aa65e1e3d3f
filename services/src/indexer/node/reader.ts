import type { Hex } from 'viem'
import { evmFaults } from '../../gateway/families/nodeFaults.js'
import { fromFrame, fromTraces, type InternalTransfer } from '../decode/calls.js'
import type { Transaction } from '../decode/rows.js'
import { decodeTransaction } from '../decode/transaction.js'
import { type Call, type Rpc, RpcError } from './rpc.js'
import type { WireBlock, WireReceipt, WireTrace, WireTracedTransaction } from './wire.js'

/** How a node tells what happens within transactions. `none`: coins that contracts send are missing. */
export type Tracing = 'trace_block' | 'debug_traceBlockByNumber' | 'none'

/** A block, and all that is made of it. */
export type ReadBlock = {
  readonly number: number
  readonly hash: Hex
  readonly parentHash: Hex
  /** Milliseconds. */
  readonly minedAt: number
  /** False where coins that contracts sent are missing, in all of its transactions. */
  readonly isTraced: boolean
  readonly transactions: readonly Transaction[]
}

/** The chain moved while a block was read: what was read does not belong together. */
export class Moved extends Error {
  override readonly name = 'Moved'
}

export const toHex = (value: number): Hex => `0x${value.toString(16)}`
const second = 1_000

/** A node that has had enough for now says nothing about what it can do. */
export const isBusy = (answer: unknown): boolean => answer instanceof RpcError && evmFaults.refusesForNow(answer)

/** Finds out which of the two ways of tracing a node has. */
export async function findTracing(rpc: Rpc): Promise<Tracing> {
  // A node may keep no state of the first block, and one without the method refuses any.
  const [traces, frames] = await rpc.batch([traceCall('trace_block', 'latest'), traceCall('debug_traceBlockByNumber', 'latest')])
  if (Array.isArray(traces)) return 'trace_block'
  if (Array.isArray(frames)) return 'debug_traceBlockByNumber'
  const busy = [traces, frames].find(isBusy)
  if (busy) throw busy
  return 'none'
}

function traceCall(tracing: Exclude<Tracing, 'none'>, block: string): Call {
  return { method: tracing, params: tracing === 'trace_block' ? [block] : [block, { tracer: 'callTracer' }] }
}

/** What moved by calls, for each transaction of a block; null for one that the node could not trace. */
function callsOf(tracing: Tracing, answer: unknown, block: WireBlock): ReadonlyMap<string, readonly InternalTransfer[] | null> {
  const calls = new Map<string, readonly InternalTransfer[] | null>()
  if (tracing === 'trace_block') {
    const traces = new Map<string, WireTrace[]>()
    for (const trace of answer as readonly WireTrace[]) {
      const { transactionHash } = trace
      if (!transactionHash) continue
      const list = traces.get(transactionHash)
      if (list) list.push(trace)
      else traces.set(transactionHash, [trace])
    }
    for (const [hash, list] of traces) calls.set(hash, fromTraces(list))
    return calls
  }
  for (const [index, { txHash, result, error }] of (answer as readonly WireTracedTransaction[]).entries()) {
    const hash = txHash ?? block.transactions[index]?.hash
    if (hash && (result || error)) calls.set(hash, result ? fromFrame(result) : null)
  }
  return calls
}

function assemble(block: WireBlock, receipts: readonly WireReceipt[], tracing: Tracing, traces: unknown): ReadBlock {
  const byHash = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]))
  const calls = tracing === 'none' || traces === null ? null : callsOf(tracing, traces, block)
  const transactions = block.transactions.map((tx) => {
    const receipt = byHash.get(tx.hash)
    if (!receipt || receipt.blockHash !== block.hash || (calls && !calls.has(tx.hash)))
      throw new Moved(`Block ${Number(block.number)} changed while it was read.`)
    return decodeTransaction({ block, tx, receipt, calls: calls?.get(tx.hash) ?? null })
  })
  const { number, hash, parentHash, timestamp } = block
  return {
    number: Number(number),
    hash,
    parentHash,
    minedAt: Number(timestamp) * second,
    isTraced: calls !== null || transactions.length === 0,
    transactions,
  }
}

/** Receipts of whole blocks; of single transactions where the node has no `eth_getBlockReceipts`. */
async function readReceipts(rpc: Rpc, blocks: readonly WireBlock[]): Promise<(readonly WireReceipt[])[]> {
  const answers = await rpc.batch<readonly WireReceipt[] | null>(
    blocks.map(({ number }) => ({ method: 'eth_getBlockReceipts', params: [number] })),
  )
  const receipts: (readonly WireReceipt[])[] = []
  for (const [index, answer] of answers.entries()) {
    const { transactions } = blocks[index] as WireBlock
    if (Array.isArray(answer)) {
      receipts.push(answer)
      continue
    }
    const single = await rpc.batch<WireReceipt | null>(
      transactions.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    )
    const refused = single.find((one) => one instanceof RpcError)
    if (refused) throw refused
    receipts.push((single as (WireReceipt | null)[]).filter((one) => one !== null))
  }
  return receipts
}

/** In the words of Geth, Erigon, Nethermind, Reth and Anvil: the state of that block is not kept, so that its calls cannot be told any more. */
const forgotten =
  /missing trie node|pruned|resource not found|(?:historical|required|old) state|state (?:is )?(?:not |un)available|state .*not found/i

/** What a node answers to the question for calls; null where it does not keep what it would need to tell. @throws RpcError */
export function tracedOf<Answer>(answer: Answer | RpcError): Answer | null {
  if (!(answer instanceof RpcError)) return answer
  if (forgotten.test(answer.message)) return null
  throw answer
}

/** Null for blocks that are too old for the node to trace. */
async function readTraces(rpc: Rpc, blocks: readonly WireBlock[], tracing: Tracing): Promise<readonly unknown[]> {
  if (tracing === 'none') return blocks.map(() => null)
  const answers = await rpc.batch<unknown>(blocks.map(({ number }) => traceCall(tracing, number)))
  return answers.map(tracedOf)
}

/** Reads blocks whole: transactions, receipts, traces. @throws Moved when they do not belong together */
export async function readBlocks(rpc: Rpc, from: number, to: number, tracing: Tracing): Promise<ReadBlock[]> {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const answers = await rpc.batch<WireBlock | null>(
    numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [toHex(number), true] })),
  )
  const blocks = answers.map((answer, index) => {
    if (answer instanceof RpcError) throw answer
    if (answer === null) throw new Moved(`The node does not have block ${numbers[index]}.`)
    return answer
  })
  const full = blocks.filter(({ transactions }) => transactions.length > 0)
  const [receipts, traces] = await Promise.all([readReceipts(rpc, full), readTraces(rpc, full, tracing)])
  const read = blocks.map((block) => {
    const index = full.indexOf(block)
    return assemble(block, receipts[index] ?? [], tracing, index < 0 ? null : (traces[index] ?? null))
  })
  for (const [index, block] of read.entries()) {
    const before = read[index - 1]
    if (before && before.hash !== block.parentHash) throw new Moved(`Block ${block.number} does not follow the one before.`)
  }
  return read
}

/** Number and hash of a block. Null when the node does not have it. */
export async function readHash(rpc: Rpc, block: number | 'latest'): Promise<{ readonly number: number; readonly hash: Hex } | null> {
  const tag = block === 'latest' ? block : toHex(block)
  const answer = await rpc.call<WireBlock<readonly Hex[]> | null>('eth_getBlockByNumber', [tag, false])
  return answer && { number: Number(answer.number), hash: answer.hash }
}
