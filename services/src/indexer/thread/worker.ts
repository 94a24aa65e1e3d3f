import { setMaxListeners } from 'node:events'
import type { Hex } from 'viem'
import type { Pending, Store } from '../store/store.js'
import type { ChainReport, ChainSettings } from '../work/chainWork.js'
import { runChain } from '../work/runChain.js'
import { readSeen } from '../work/seen.js'
import { connectThreads, type Port } from './calls.js'

/** What the main thread may ask of the indexing thread. */
export type Indexing = {
  /** Indexes these chains until {@link Indexing.stop}: only the process that was elected is told to. */
  readonly start: (chains: readonly ChainSettings[]) => void
  /** Resolves once nothing is written any more. */
  readonly stop: () => Promise<void>
  readonly read: (chain: number, raw: Hex, hash: Hex) => Promise<Pending | null>
}

/** What the indexing thread may ask of the main thread. */
export type Main = Store & { readonly report: (chain: number, report: ChainReport) => void }

/** Serves the main thread over a port: network, decoding and decisions are here, the database is there. */
export function serveIndexing(port: Port): void {
  let running: { readonly controller: AbortController; readonly ended: Promise<unknown> } | undefined
  const own: Indexing = {
    start(chains) {
      if (running) return
      const controller = new AbortController()
      // Each chain has several that listen: ten, after which Node warns, are those of three chains.
      setMaxListeners(0, controller.signal)
      const work = (settings: ChainSettings) =>
        runChain(settings, main, controller.signal, (report) => void main.report(settings.chain, report).catch(() => undefined))
      running = { controller, ended: Promise.all(chains.map(work)) }
    },
    async stop() {
      running?.controller.abort()
      await running?.ended
      running = undefined
    },
    read: readSeen,
  }
  const { other: main } = connectThreads<Main>(port, own)
}
