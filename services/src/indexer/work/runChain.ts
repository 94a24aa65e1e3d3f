import type { Hex } from 'viem'
import type { Tracing } from '../node/reader.js'
import { openRpc } from '../node/rpc.js'
import type { Store, Watched } from '../store/store.js'
import { type ChainReport, type ChainSettings, type ChainWork, pause } from './chainWork.js'
import { followChain, type Rounds } from './followChain.js'
import { fetchNfts } from './nftFacts.js'
import { createPendingCheck } from './pendingCheck.js'
import type { Position } from './position.js'
import { createSearch } from './search.js'
import { readTokens } from './tokenFacts.js'

/** Blocks that are read in whole after a pause. Beyond them the watched addresses are searched for. */
const longestGap = 2_000
/** Milliseconds between two looks for addresses that are new. */
const watchInterval = 1_000

/** Milliseconds between two times that what is too old is forgotten. */
const dropInterval = 3_600_000

/** Does something now and then: again at once where there is more of it. */
function createSweep(now: () => number, drop: () => Promise<boolean>) {
  let last = Number.NEGATIVE_INFINITY
  return async () => {
    if (now() - last < dropInterval) return
    if (!(await drop())) last = now()
  }
}

/** The addresses of a chain on which only those that asked are followed. */
function createWatchList(work: ChainWork) {
  const { store, settings, now } = work
  const watched = new Map<Hex, Watched>()
  let looked = Number.NEGATIVE_INFINITY
  /** Whether all were loaded: from then on only new ones are asked for. */
  let isLoaded = false
  const sweep = createSweep(now, async () => {
    const { addresses, isMore } = await store.dropWatched(settings.chain)
    for (const address of addresses) watched.delete(address)
    return isMore
  })
  return {
    addresses: (): ReadonlySet<Hex> => new Set(watched.keys()),
    forget: () => {
      watched.clear()
      looked = Number.NEGATIVE_INFINITY
      isLoaded = false
    },
    /** @param block the last one that is read: new addresses are followed from the next on */
    async look(block: number) {
      if (now() - looked < watchInterval) return
      await sweep()
      for (const one of await store.watched(settings.chain, isLoaded)) {
        if (one.since !== null) watched.set(one.address, one)
        else {
          await store.setSearched(settings.chain, one.address, block + 1, block + 1)
          watched.set(one.address, { ...one, since: block + 1, searchedTo: block + 1 })
        }
      }
      isLoaded = true
      looked = now()
    },
    /** The one that waits the longest: a search that never ends, because the address is in every block, holds up no other one. */
    next() {
      const one = [...watched.values()].find(({ searchedTo }) => searchedTo !== null && searchedTo > 0)
      if (!one) return undefined
      watched.delete(one.address)
      watched.set(one.address, one)
      return one
    },
    searched: (address: Hex, searchedTo: number) => {
      const one = watched.get(address)
      if (one) watched.set(address, { ...one, searchedTo })
    },
  }
}

function roundsOf(work: ChainWork): Rounds {
  const { settings, store } = work
  const checkPending = createPendingCheck(work)
  const sweep = createSweep(work.now, () => store.dropSettled(settings.chain))
  const check = async (position: Position, tracing: Tracing) => {
    await checkPending(position.block(), tracing)
    await sweep()
  }
  if (settings.mode === 'full') return { only: () => undefined, before: async () => undefined, atHead: check }
  const list = createWatchList(work)
  const search = createSearch(work)
  return {
    only: list.addresses,
    async before(position, head) {
      if (head - position.block() > longestGap) {
        await position.skip(head)
        list.forget()
      }
      await list.look(position.block())
    },
    async atHead(position, tracing) {
      await check(position, tracing)
      const next = list.next()
      if (next?.since != null) list.searched(next.address, await search({ ...next, since: next.since }, tracing))
    },
  }
}

/** Milliseconds between two looks at what waits to be asked. */
const factsInterval = 500

/** Does a kind of work again and again beside the following of the chain, so that slow servers hold up nothing else. */
async function repeat(work: ChainWork, step: (work: ChainWork) => Promise<boolean>): Promise<void> {
  const { signal } = work
  while (!signal.aborted) {
    const isMore = await step(work).catch(() => false)
    await pause(isMore ? 0 : factsInterval, signal)
  }
}

/**
 * Indexes one chain until the signal.
 *
 * @param report hears how it stands
 */
export async function runChain(
  settings: ChainSettings,
  store: Store,
  signal: AbortSignal,
  report: (report: ChainReport) => void,
  now: () => number = Date.now,
): Promise<void> {
  const rpc = openRpc(settings.nodes, settings.chain, signal)
  let state: ChainReport = { head: -1, block: -1, tracing: 'none', untraced: null, problem: null }
  const work: ChainWork = {
    settings,
    store,
    rpc,
    signal,
    now,
    report: (changes) => {
      state = { ...state, ...changes }
      report(state)
    },
  }
  await Promise.all([followChain(work, roundsOf(work)), repeat(work, readTokens), repeat(work, fetchNfts)])
  await rpc.close()
}
