import type { Hex } from 'viem'
import { findTracing, Moved, type ReadBlock, readBlocks, readHash, type Tracing } from '../node/reader.js'
import { NodeFailure } from '../node/rpc.js'
import { keptHashes } from '../store/blocks.js'
import type { Batch } from '../store/store.js'
import { type Addresses, type ChainWork, pause } from './chainWork.js'
import { openPosition, type Position } from './position.js'
import { toRows } from './rows.js'

/** Blocks below the newest one whose transactions open pages hear of. */
const liveDepth = 64
/** Blocks of one read, at first and at most. Empty ones are cheap, but the node sends each. */
const firstBlocks = 8
const mostBlocks = 100
/** By so much each read that succeeds makes larger what is asked of a node that broke off over as many. */
const growth = 1.05
/** Milliseconds until the next try after a failure, doubled each time. */
const firstPause = 250
const longestPause = 10_000
/** Milliseconds between two notes that there is nothing new. */
const confirmEvery = 5_000

/** What else is done on the chain between two looks at its newest block. */
export type Rounds = {
  /** Addresses whose transactions are kept; undefined for everybody's. */
  readonly only: () => Addresses | undefined
  /** Called before blocks are read. False when the position was changed. */
  readonly before: (position: Position, head: number) => Promise<void>
  /** Called when there is nothing more to read. */
  readonly atHead: (position: Position, tracing: Tracing) => Promise<void>
}

/** Blocks that were read ahead, while those before them were written. */
type Ahead = { readonly from: number; readonly to: number; readonly blocks: Promise<ReadBlock[]> }

/** @param limit blocks of one read that the node takes, as far as is known */
function createAhead(work: ChainWork, tracing: Tracing, limit: { blocks: number }) {
  let ahead: Ahead | undefined
  let size = Math.min(firstBlocks, Math.floor(limit.blocks))

  const start = (from: number, head: number): Ahead | undefined => {
    if (from > head) return undefined
    const to = Math.min(head, from + size - 1)
    const blocks = readBlocks(work.rpc, from, to, tracing)
    // Whoever takes it hears of the failure; if nobody does, nobody has to.
    blocks.catch(() => undefined)
    return { from, to, blocks }
  }
  return {
    /** The blocks from here on; those after them are begun to be read. */
    async take(from: number, head: number): Promise<ReadBlock[]> {
      const current = ahead?.from === from ? ahead : start(from, head)
      ahead = undefined
      if (!current) return []
      const blocks = await current.blocks.catch((error: unknown) => {
        // The node is away or busy, or its answer was too large for it or for us, or took too long.
        if (!(error instanceof Moved)) limit.blocks = Math.max(1, (current.to - current.from + 1) / 2)
        throw error
      })
      limit.blocks = Math.min(mostBlocks, limit.blocks * growth)
      const transactions = blocks.reduce((sum, block) => sum + block.transactions.length, 0)
      const fitting = Math.floor((blocks.length * work.settings.transactions) / Math.max(1, transactions))
      size = Math.max(1, Math.min(Math.floor(limit.blocks), fitting, size * 2))
      ahead = start(current.to + 1, head)
      return blocks
    },
    forget() {
      ahead = undefined
    },
  }
}

function batchOf(work: ChainWork, blocks: readonly ReadBlock[], head: number, only: Addresses | undefined): Batch {
  const [first, last] = [blocks[0] as ReadBlock, blocks.at(-1) as ReadBlock]
  const { chain, rows: size } = work.settings
  const rows = toRows(
    blocks.flatMap(({ transactions }) => transactions),
    { isLive: ({ block }) => head - block < liveDepth, ...(only ? { only } : {}), size },
  )
  const hashes = blocks.slice(-keptHashes).map(({ number, hash }) => ({ number, hash }))
  return { chain, from: first.number, to: last.number, parent: first.parentHash, head: Math.max(head, last.number), hashes, rows }
}

/** Reads and writes everything up to the newest block. @returns false when the position changed, and there is more to do at once */
async function catchUp(work: ChainWork, position: Position, ahead: ReturnType<typeof createAhead>, rounds: Rounds): Promise<boolean> {
  const { rpc, store, report, signal } = work
  const head = await readHash(rpc, 'latest')
  if (!head) throw new NodeFailure('The node does not know its newest block.')
  report({ head: head.number, block: position.block() })
  await rounds.before(position, head.number)
  if (head.number <= position.block()) {
    // A node that lags knows our block of its height; on another branch it has another one.
    const ours = position.hashOf(head.number)
    if (ours !== head.hash) {
      ahead.forget()
      await position.goBack()
      return false
    }
    return true
  }
  while (!signal.aborted && position.block() < head.number) {
    const blocks = await ahead.take(position.block() + 1, head.number)
    const [first] = blocks
    const tip: Hex | null = position.tip()
    if (!first || (tip !== null && first.parentHash !== tip)) {
      ahead.forget()
      await position.goBack()
      return false
    }
    if (signal.aborted) return false
    const batch = batchOf(work, blocks, head.number, rounds.only())
    if (!(await store.commit(batch))) throw new Moved('Somebody else moved the cursor.')
    position.advance(blocks.map(({ number, hash }) => ({ number, hash })))
    const untraced = blocks.findLast(({ isTraced }) => !isTraced)
    report({ block: position.block(), problem: null, ...(untraced ? { untraced: untraced.number } : {}) })
  }
  return true
}

/** Follows a chain until the signal: reads what is new, takes back what is no more, starts again after failures. */
export async function followChain(work: ChainWork, rounds: Rounds): Promise<void> {
  const { rpc, signal, report, settings } = work
  let failures = 0
  let confirmed = Number.NEGATIVE_INFINITY
  const limit = { blocks: mostBlocks }
  /** Says to every process that the chain was asked and nothing is missing. */
  const confirm = async () => {
    if (work.now() - confirmed < confirmEvery) return
    confirmed = work.now()
    await work.store.confirm(settings.chain)
  }
  while (!signal.aborted) {
    try {
      const tracing = await findTracing(rpc)
      report({ tracing })
      const position = await openPosition(work)
      const ahead = createAhead(work, tracing, limit)
      while (!signal.aborted) {
        const isThere = await catchUp(work, position, ahead, rounds)
        failures = 0
        if (!isThere) continue
        report({ problem: null })
        await confirm()
        await rounds.atHead(position, tracing)
        await pause(settings.pollInterval, signal)
      }
    } catch (error) {
      if (signal.aborted) return
      // That the chain moves is no problem, unless it never stops.
      if (!(error instanceof Moved) || failures > 5) report({ problem: (error as Error).message })
      await pause(Math.min(longestPause, firstPause * 2 ** failures), signal)
      failures += 1
    }
  }
}
