import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

export type BalanceState = {
  /** `stale`: the last known value, which could not be refreshed. `unavailable`: the network can be read nowhere. */
  readonly status: 'idle' | 'loading' | 'ready' | 'stale' | 'failed' | 'unavailable'
  readonly value?: bigint
  readonly decimals?: number
  readonly symbol?: string
  /** When the value was true, in milliseconds since 1970. */
  readonly at?: number
}

export const initialBalance: BalanceState = { status: 'idle' }

export const balanceStore = perDialog(() => createStore<BalanceState>(() => initialBalance))
