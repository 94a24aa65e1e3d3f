import { z } from '@latchkey/protocol/schemas/secure'
import { numberToHex } from 'viem'
import type { Rpc } from '../rpc.js'
import type { Batch } from './batches.js'

/** EIP-5792. `partial`: some of it happened, and the rest will not. */
const statuses = { pending: 100, confirmed: 200, neverHappened: 400, reverted: 500, partial: 600 } as const

const log = z.object({ address: z.string(), data: z.string(), topics: z.array(z.string()) })
const receipt = z.object({
  transactionHash: z.string(),
  blockHash: z.string(),
  blockNumber: z.string(),
  gasUsed: z.string(),
  status: z.string(),
  logs: z.array(log),
})
type Receipt = z.infer<typeof receipt>
type Outcome = { readonly status: number; readonly receipts: readonly Receipt[] }

/** Milliseconds that a chain's clock may be behind ours. */
const clockSkew = 60_000

async function ofOperation({ hash, validUntil }: Extract<Batch['sent'], { kind: 'operation' }>, bundler: Rpc): Promise<Outcome> {
  const { operationReceipt } = await import('../safe/bundler.js')
  const found = await operationReceipt(bundler, hash)
  if (!found) return { status: Date.now() > validUntil * 1_000 + clockSkew ? statuses.neverHappened : statuses.pending, receipts: [] }
  // Other users' operations are in the same transaction: its own logs say nothing of this one.
  const { success, logs, receipt: transaction } = found
  const one = { ...transaction, status: success ? '0x1' : '0x0', logs }
  return { status: success ? statuses.confirmed : statuses.reverted, receipts: [one] }
}

async function ofTransactions({ hashes, total }: Extract<Batch['sent'], { kind: 'transactions' }>, rpc: Rpc): Promise<Outcome> {
  const answers = await Promise.all(hashes.map((hash) => rpc('eth_getTransactionReceipt', [hash])))
  const receipts = answers.flatMap((answer) => (answer === null ? [] : [receipt.parse(answer)]))
  if (receipts.length < hashes.length) return { status: statuses.pending, receipts }
  const good = receipts.filter(({ status }) => status === '0x1').length
  return { status: good === total ? statuses.confirmed : good === 0 ? statuses.reverted : statuses.partial, receipts }
}

/**
 * Answers `wallet_getCallsStatus` (EIP-5792), in the words of the version that the batch was sent with.
 *
 * @param bundler asked only for batches of a smart account
 */
export async function callsStatus(batch: Batch, chainId: number, rpc: Rpc, bundler: () => Promise<Rpc>): Promise<unknown> {
  const { id, version, sent } = batch
  const { status, receipts } = sent.kind === 'operation' ? await ofOperation(sent, await bundler()) : await ofTransactions(sent, rpc)
  if (version === '1.0') return { status: status === statuses.pending ? 'PENDING' : 'CONFIRMED', receipts }
  return { version, id, chainId: numberToHex(chainId), status, atomic: sent.kind === 'operation', receipts }
}
