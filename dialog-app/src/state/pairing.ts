import type { WireError } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import type { ListedWallet } from '../api/wallets.js'
import { perDialog } from '../lib/dialog.js'
import type { MessageId } from '../lib/i18n.js'

export type PairingPhase =
  | 'preparing'
  /** The code is there, and a wallet may take it. */
  | 'ready'
  | 'connected'
  /** 4001, 5000, 5002. */
  | 'cancelled'
  /** No code came in 15 s, or the relay cannot be reached. */
  | 'unreachable'
  /** An hour of codes, and nobody took one. */
  | 'expired'
  | 'chainMissing'
  | 'refused'
  | 'failed'

/** What a wallet scans or opens. */
export type OfferedCode = { readonly uri: string; readonly offeredAt: number; readonly expiresAt: number }

export type PairingState = {
  /** The wallet that was chosen; null for any. */
  readonly wallet: ListedWallet | null
  readonly phase: PairingPhase
  readonly code: OfferedCode | null
  /** Codes that replaced an expired one since the view is shown. */
  readonly renewals: number
  /** A wallet has shown that it has the code. Many show nothing before they answer. */
  readonly scanned: boolean
  /** It takes longer than it should: nothing is wrong yet. */
  readonly slow: boolean
  /** False where the browser stores nothing: the session then lives for the page's life. */
  readonly lasting: boolean
  /** The wallet's app was to open, and the page is still there: it may not be on this phone. */
  readonly missing: boolean
  readonly error: WireError | null
  /** What is said of a refusal of our own servers, which no wallet had a say in. */
  readonly refusal: readonly [heading: MessageId, body: MessageId] | null
}

export const initialPairing: PairingState = {
  wallet: null,
  phase: 'preparing',
  code: null,
  renewals: 0,
  scanned: false,
  slow: false,
  lasting: true,
  missing: false,
  error: null,
  refusal: null,
}

/** The state of pairing with a mobile wallet. */
export const pairingStore = perDialog(() => createStore<PairingState>(() => initialPairing))
