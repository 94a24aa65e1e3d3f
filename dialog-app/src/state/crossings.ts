import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

/** How it stands with a token that goes to another network. `waiting`: nobody has seen it arrive yet. */
export type Arrival =
  | { readonly status: 'waiting' | 'refunded' | 'failed' }
  /** Seen on the other network: so much of it, in the smallest unit. */
  | { readonly status: 'arrived'; readonly received: bigint }

/** By the hash of the transaction that sent it. */
export const crossingsStore = perDialog(() => createStore<Readonly<Record<string, Arrival>>>(() => ({})))
