import type { Hex } from 'viem'
import { isBusy, type Tracing, toHex } from '../node/reader.js'
import { NodeFailure, RpcError } from '../node/rpc.js'
import type { WireBlock } from '../node/wire.js'
import type { Watched } from '../store/store.js'
import type { ChainWork } from './chainWork.js'
import { hashesInLogs, indexFound } from './find.js'

/** Blocks of one search: doubled while the node takes it, halved when it refuses. */
const firstRange = 2_000
const longestRange = 100_000
/** Searches until the range is doubled again, after the node broke off or took too long: each such try costs half a minute. */
const calmAfterFailure = 16
/** Transactions of its own that are searched for an address by its nonce. What is older is found by its logs alone. */
const mostSent = 500
/** Milliseconds for which a node may have had enough before it counts as one that keeps no old states. */
const longestBusy = 300_000
/** Milliseconds after which others have their turn. */
const turn = 2_000

/** Finds the blocks in which an address sent something: its nonce grows there, so halving the range leads to each. */
async function sentIn(work: ChainWork, address: Hex, from: number, to: number, limit: number): Promise<Hex[]> {
  const nonceAt = async (block: number) =>
    block < 0 ? 0 : Number(await work.rpc.call<Hex>('eth_getTransactionCount', [address, toHex(block)]))
  const hashes: Hex[] = []
  const open = [{ from, to, before: await nonceAt(from - 1), after: await nonceAt(to) }]
  for (let part = open.pop(); part && hashes.length < limit; part = open.pop()) {
    if (part.before === part.after) continue
    if (part.from === part.to) {
      const block = await work.rpc.call<WireBlock | null>('eth_getBlockByNumber', [toHex(part.from), true])
      hashes.push(...(block?.transactions ?? []).filter((tx) => tx.from.toLowerCase() === address).map(({ hash }) => hash))
      continue
    }
    const middle = Math.floor((part.from + part.to) / 2)
    const nonce = await nonceAt(middle)
    // The newer half is taken first.
    open.push({ ...part, to: middle, after: nonce }, { ...part, from: middle + 1, before: nonce })
  }
  return hashes
}

/** Searches what was before an address asked, from the newest block down. Each call goes on for a while, and says where the next goes on. */
export function createSearch(work: ChainWork) {
  let range = firstRange
  let calm = 0
  let sent = new Map<Hex, number>()
  /** False once the node has refused to tell a nonce of the past: it keeps no old states. */
  let hasStates = true
  let busySince: number | undefined

  const sentBy = async (address: Hex, from: number, to: number): Promise<Hex[]> => {
    const left = mostSent - (sent.get(address) ?? 0)
    if (!hasStates || left <= 0) return []
    try {
      const found = await sentIn(work, address, from, to, left)
      sent = new Map(sent).set(address, (sent.get(address) ?? 0) + found.length)
      busySince = undefined
      return found
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      if (isBusy(error)) {
        busySince ??= work.now()
        if (work.now() - busySince < longestBusy) throw error
      }
      hasStates = false
      return []
    }
  }

  /** @returns the lowest block that was searched; 0 when there is nothing left */
  return async ({ address, since, searchedTo }: Watched & { readonly since: number }, tracing: Tracing): Promise<number> => {
    const until = work.now() + turn
    let lowest = searchedTo ?? since
    while (lowest > 0 && work.now() < until && !work.signal.aborted) {
      const from = Math.max(0, lowest - range)
      try {
        const named = await hashesInLogs(work, address, from, lowest - 1)
        const own = await sentBy(address, from, lowest - 1)
        await indexFound(work, [...new Set([...named, ...own])], tracing, new Set([address]))
      } catch (error) {
        const half = Math.max(1, Math.floor((lowest - from) / 2))
        if (error instanceof NodeFailure) {
          // It is away, or this was too much for it.
          range = half
          calm = calmAfterFailure
        }
        // Whatever its reason, a node that refuses a single block refuses for good.
        if (!(error instanceof RpcError) || range === 1) throw error
        range = half
        continue
      }
      lowest = from
      if (calm > 0) calm -= 1
      else range = Math.min(longestRange, range * 2)
      await work.store.setSearched(work.settings.chain, address, since, lowest)
    }
    return lowest
  }
}
