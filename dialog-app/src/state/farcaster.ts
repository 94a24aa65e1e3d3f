import type { WireError } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

export type FarcasterPhase =
  | 'preparing'
  | 'ready'
  | 'connected'
  | 'denied'
  | 'expired'
  | 'limited'
  | 'offline'
  | 'unavailable'
  | 'factor'
  | 'invalid'
  | 'failed'

export type FarcasterState = {
  readonly phase: FarcasterPhase
  /** What the phone's camera reads, and what a phone opens itself. */
  readonly url: string | null
  /** Milliseconds since 1970. */
  readonly expiresAt: number | null
  readonly error: WireError | null
}

export const initialFarcaster: FarcasterState = { phase: 'preparing', url: null, expiresAt: null, error: null }

/** Where a login by Farcaster's app stands. */
export const farcasterStore = perDialog(() => createStore<FarcasterState>(() => initialFarcaster))
