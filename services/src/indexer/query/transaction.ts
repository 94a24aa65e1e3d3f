import { and, desc, eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import type { Database } from '../../db/database.js'
import { chainPending, chainTxs } from '../../db/indexerTables.js'

/** How it stands with a transaction. */
export type TransactionStatus = 'pending' | 'confirmed' | 'failed' | 'dropped' | 'replaced'

/** What the index knows of a transaction. */
export type KnownTransaction = {
  readonly status: TransactionStatus
  readonly sender: Hex
  readonly nonce: number
  /** Of the transaction that was mined in its place. */
  readonly replacedBy: Hex | null
}

/** A transaction by its hash; null when the index does not know it. */
export async function transactionOf(db: Database, chain: number, hash: Hex): Promise<KnownTransaction | null> {
  const [mined] = await db
    .select({ sender: chainTxs.sender, nonce: chainTxs.nonce, success: chainTxs.success })
    .from(chainTxs)
    .where(and(eq(chainTxs.chain, chain), eq(chainTxs.hash, hash)))
  if (mined) return { status: mined.success ? 'confirmed' : 'failed', sender: mined.sender, nonce: mined.nonce, replacedBy: null }
  const { sender, nonce, status, settledIn } = chainPending
  const [waiting] = await db
    .select({ sender, nonce, status, settledIn })
    .from(chainPending)
    .where(and(eq(chainPending.chain, chain), eq(chainPending.hash, hash)))
  if (!waiting) return null
  const about = { status: waiting.status, sender: waiting.sender, nonce: waiting.nonce }
  if (waiting.status !== 'replaced' || waiting.settledIn === null) return { ...about, replacedBy: null }
  const inBlock = and(eq(chainTxs.chain, chain), eq(chainTxs.block, waiting.settledIn), eq(chainTxs.sender, waiting.sender))
  const [other] = await db
    .select({ hash: chainTxs.hash })
    .from(chainTxs)
    .where(and(inBlock, eq(chainTxs.nonce, waiting.nonce)))
    .orderBy(desc(chainTxs.position))
    .limit(1)
  return { ...about, replacedBy: other?.hash ?? null }
}
