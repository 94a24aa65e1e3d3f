import type { CaipNetworkId } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

/** What an account holds of one token on one network. */
export type Token = {
  /** Unique in the list: the network and the contract, or the network alone for its native coin. */
  readonly id: string
  readonly networkId: CaipNetworkId
  /** Of the token; left out for the native coin. */
  readonly contract?: string
  readonly name: string
  readonly symbol: string
  /** In the smallest unit. */
  readonly amount: bigint
  readonly decimals: number
  /** What all of it is worth, in millionths of the currency; left out when no price is known. */
  readonly value?: bigint
  /** Of one whole token, likewise; zero for a price that is below a millionth. */
  readonly price?: bigint
  /** How its price changed within 24 hours, in millionths of what it was; left out when that is not known. */
  readonly change?: bigint
  readonly icon: string
  /** False for a token that nobody vouches for. */
  readonly listed: boolean
}

export type PortfolioState = {
  /** `stale`: the last known list, which could not be refreshed. `unavailable`: the chain family has none. */
  readonly status: 'idle' | 'loading' | 'ready' | 'stale' | 'failed' | 'unavailable'
  /** Dearest first. */
  readonly tokens: readonly Token[]
  /** Networks whose part is older than the rest. */
  readonly behind: readonly CaipNetworkId[]
  /** Networks that nothing is known of, because they do not answer. */
  readonly missing: readonly CaipNetworkId[]
  /** When the list was true, in milliseconds since 1970. */
  readonly at?: number
  /** Kept from an earlier visit, longer ago than such a list lasts: it says its age until the server has answered. */
  readonly isOld?: true
}

export const initialPortfolio: PortfolioState = { status: 'idle', tokens: [], behind: [], missing: [] }

/** What the active account holds, over all networks of its chain family. */
export const portfolioStore = perDialog(() => createStore<PortfolioState>(() => initialPortfolio))
