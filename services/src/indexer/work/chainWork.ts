import type { Hex } from 'viem'
import type { Tracing } from '../node/reader.js'
import type { Rpc } from '../node/rpc.js'
import type { Mode, Store } from '../store/store.js'

/** How one chain is indexed. Plain data: it crosses into the thread. */
export type ChainSettings = {
  readonly chain: number
  readonly mode: Mode
  /** URLs of nodes, best first. */
  readonly nodes: readonly string[]
  /** A test network may begin anew; a main network whose history changes in depth has a node that is not to be believed. */
  readonly testnet: boolean
  /** Milliseconds between two looks at the newest block. */
  readonly pollInterval: number
  /** Transactions of one commit, as far as blocks allow, and rows of one statement. */
  readonly transactions: number
  readonly rows: number
  /** Milliseconds after which a transaction that the node does not know any more counts as dropped. */
  readonly dropAfter: number
  readonly nfts: NftSettings
}

export type NftSettings = {
  /** Whether metadata is fetched from https servers that contracts name. */
  readonly https: boolean
  /** Where `ipfs:` leads. Left out: nowhere. */
  readonly ipfsGateway?: string
  /** Where `ar:` leads. Left out: to the network's own gateway, for pictures, and for metadata where `https` says that strangers may be asked. */
  readonly arweaveGateway?: string
}

/** How it stands with a chain. */
export type ChainReport = {
  readonly head: number
  readonly block: number
  readonly tracing: Tracing
  /** The newest block, since the start, that was too old for the node to trace. */
  readonly untraced: number | null
  /** Why it does not go on, in a sentence. */
  readonly problem: string | null
}

/** What everything that works on one chain has. */
export type ChainWork = {
  readonly settings: ChainSettings
  readonly store: Store
  readonly rpc: Rpc
  readonly signal: AbortSignal
  readonly now: () => number
  readonly report: (changes: Partial<ChainReport>) => void
}

/** Rejects with nothing: the end of a wait that is not needed any more is no error. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal.addEventListener('abort', end)
  })

export type Addresses = ReadonlySet<Hex>
