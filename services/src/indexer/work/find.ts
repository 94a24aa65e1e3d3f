import type { Hex } from 'viem'
import { fromFrame, fromTraces, type InternalTransfer } from '../decode/calls.js'
import { decodeTransaction } from '../decode/transaction.js'
import { Moved, type Tracing, toHex, tracedOf } from '../node/reader.js'
import { type Call, RpcError } from '../node/rpc.js'
import type { WireBlock, WireFrame, WireLog, WireReceipt, WireTrace, WireTransaction } from '../node/wire.js'
import type { BlockHash } from '../store/store.js'
import type { Addresses, ChainWork } from './chainWork.js'
import { toRows } from './rows.js'

/** Transactions that are looked up at once. */
const atOnce = 100

const gone = () => new Moved('A transaction is gone while it is read.')

async function all<Result>(work: ChainWork, calls: readonly Call[]): Promise<Result[]> {
  const answers = await work.rpc.batch<Result | null>(calls)
  const refused = answers.find((answer) => answer instanceof RpcError)
  if (refused) throw refused
  if (answers.some((answer) => answer === null)) throw gone()
  return answers as Result[]
}

const traceCall = (tracing: Exclude<Tracing, 'none'>, hash: Hex): Call =>
  tracing === 'trace_block'
    ? { method: 'trace_transaction', params: [hash] }
    : { method: 'debug_traceTransaction', params: [hash, { tracer: 'callTracer' }] }

/** What moved by the calls of each transaction. Null for those that are too old for the node to trace. */
async function callsOf(
  work: ChainWork,
  hashes: readonly Hex[],
  tracing: Tracing,
): Promise<readonly (readonly InternalTransfer[] | null)[]> {
  if (tracing === 'none') return hashes.map(() => null)
  const answers = await work.rpc.batch<readonly WireTrace[] | WireFrame | null>(hashes.map((hash) => traceCall(tracing, hash)))
  return answers.map((answer) => {
    if (answer === null) throw gone()
    const trace = tracedOf(answer)
    return trace === null ? null : Array.isArray(trace) ? fromTraces(trace) : fromFrame(trace as WireFrame)
  })
}

/** Looks up transactions by their hashes and writes what concerns these addresses. For those in blocks that the cursor has passed. */
export async function indexFound(work: ChainWork, hashes: readonly Hex[], tracing: Tracing, only: Addresses): Promise<void> {
  for (let from = 0; from < hashes.length; from += atOnce) {
    const some = hashes.slice(from, from + atOnce)
    const byHash = (method: string) => some.map((hash): Call => ({ method, params: [hash] }))
    const [txs, receipts, calls] = await Promise.all([
      all<WireTransaction>(work, byHash('eth_getTransactionByHash')),
      all<WireReceipt>(work, byHash('eth_getTransactionReceipt')),
      callsOf(work, some, tracing),
    ])
    const numbers = [...new Set(receipts.map(({ blockNumber }) => Number(blockNumber)))]
    const blocks = new Map<number, WireBlock<readonly Hex[]>>()
    const headers = numbers.map((number): Call => ({ method: 'eth_getBlockByNumber', params: [toHex(number), false] }))
    for (const block of await all<WireBlock<readonly Hex[]>>(work, headers)) blocks.set(Number(block.number), block)
    const found: BlockHash[] = [...blocks.values()].map(({ number, hash }) => ({ number: Number(number), hash }))
    const transactions = txs.map((tx, index) => {
      const receipt = receipts[index] as WireReceipt
      const block = blocks.get(Number(receipt.blockNumber))
      if (!block || block.hash !== receipt.blockHash || tx.blockHash !== block.hash) throw new Moved('A block changed while it was read.')
      return decodeTransaction({ block, tx, receipt, calls: calls[index] ?? null })
    })
    const rows = toRows(transactions, { isLive: () => false, only, size: work.settings.rows })
    await work.store.commitFound(work.settings.chain, found, rows)
  }
}

/** Hashes of the transactions whose logs name an address, in a range. */
export async function hashesInLogs(work: ChainWork, address: Hex, from: number, to: number): Promise<Hex[]> {
  const topic = `0x${'0'.repeat(24)}${address.slice(2)}`
  const range = { fromBlock: toHex(from), toBlock: toHex(to) }
  // Whatever the event: who is named by a log may have its transaction. The decoder decides.
  const filters = [
    [null, topic],
    [null, null, topic],
    [null, null, null, topic],
  ]
  const found = await all<readonly WireLog[]>(
    work,
    filters.map((topics) => ({ method: 'eth_getLogs', params: [{ ...range, topics }] })),
  )
  return [...new Set(found.flat().map(({ transactionHash }) => transactionHash))]
}
