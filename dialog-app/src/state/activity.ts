import type { CaipNetworkId, OperationType } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

/** Something that a transaction moved from or to the account. */
export type ActivityTransfer = {
  readonly direction: 'in' | 'out' | 'self'
  readonly name: string
  readonly symbol: string
  /** In units of `decimals` decimals: as many as the server wrote. Undefined while nobody knows how the token is divided, which for some is for ever. */
  readonly amount: bigint | undefined
  readonly decimals: number
  /** Today's, in millionths of the currency; left out when no price is known. */
  readonly value?: bigint
  /** Of the token; left out for the native coin. */
  readonly contract?: string
  /** False for a token that nobody vouches for. */
  readonly listed: boolean
  /** Whom it came from, or went to. */
  readonly other?: string
  /** Set for an NFT. */
  readonly nft?: { readonly picture: string; readonly isSpam: boolean }
}

/** What happened, seen from the account. */
export type Activity = {
  readonly id: string
  readonly networkId: CaipNetworkId
  readonly hash: string
  readonly operation: OperationType
  readonly status: 'confirmed' | 'failed' | 'pending'
  /** Milliseconds since 1970; of a pending one when it was seen. */
  readonly at: number
  /** The other side of the whole transaction: who sent it, or whom it was sent to. Empty where there is none. */
  readonly other: string
  /** What the other side is called, where it is known. */
  readonly application?: string
  readonly transfers: readonly ActivityTransfer[]
}

export type ActivityState = {
  /** `failed`: nothing is known. `unserved`: the server does not read the network. `unavailable`: the chain family has none. */
  readonly status: 'idle' | 'loading' | 'ready' | 'failed' | 'unserved' | 'unavailable'
  /** Pending ones first, then the newest. */
  readonly entries: readonly Activity[]
  /** They could not be asked for again: newer ones may be missing. */
  readonly isOld: boolean
  /** Who did not answer the last time: whoever keeps the network's history, or the server that asks them. */
  readonly silent?: 'network' | 'server'
  /** There are older ones. */
  readonly hasMore: boolean
  /** The server is still looking for what happened before it knew of the account: older ones are missing, and come. */
  readonly isSearching: boolean
  /** Coins that others sent before the account was first shown are missing, and do not come. */
  readonly isPartial: boolean
  /** How it stands with the older ones. */
  readonly more: 'idle' | 'loading' | 'failed'
}

export const initialActivity: ActivityState = {
  status: 'idle',
  entries: [],
  isOld: false,
  hasMore: false,
  isSearching: false,
  isPartial: false,
  more: 'idle',
}

/** What happened to the active account on the network it is on. */
export const activityStore = perDialog(() => createStore<ActivityState>(() => initialActivity))
