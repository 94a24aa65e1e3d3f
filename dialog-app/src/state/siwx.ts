import type { CaipNetworkId, NamespaceId, WireError } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

/** An account on a network that is to sign in. */
export type SignInTarget = {
  readonly namespace: NamespaceId
  readonly networkId: CaipNetworkId
  readonly address: string
  readonly publicKey?: string
}

/**
 * `preparing`: the message is not here yet. `waiting`: the wallet asks its user. `verifying`: the signature is checked. `refused`: the user said no in
 * the wallet. `foreign`: the site's own message is for another site or account, and must not be signed.
 */
export type SignInPhase = 'preparing' | 'ready' | 'waiting' | 'verifying' | 'refused' | 'failed' | 'foreign' | 'signed'

export type SiwxState = {
  readonly target: SignInTarget | null
  readonly phase: SignInPhase
  /** What will be signed. */
  readonly message: string | null
  readonly error: WireError | null
  /** Network on which this account has signed in before: leaving leads back there. */
  readonly previous: CaipNetworkId | null
}

export const initialSiwx: SiwxState = { target: null, phase: 'preparing', message: null, error: null, previous: null }

/** The sign-in that is under way. */
export const siwxStore = perDialog(() => createStore<SiwxState>(() => initialSiwx))
