import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'
import type { Token } from './portfolio.js'

/** What came while somebody waited for it. */
export type Arrival = {
  readonly token: Token
  /** Of all of it, in the smallest unit. */
  readonly amount: bigint
}

/** What came to the active account since a view opened that waits for it, the newest first. */
export const arrivalsStore = perDialog(() => createStore<{ readonly arrived: readonly Arrival[] }>(() => ({ arrived: [] })))
