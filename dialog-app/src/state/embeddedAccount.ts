import type { CaipNetworkId, Custody, SecureUser, WireError } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

export type Factor = {
  readonly id: string
  readonly type: 'device' | 'passkey' | 'code'
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly current: boolean
}

export type EmbeddedAccountState = {
  readonly user: SecureUser | null
  readonly status: 'loading' | 'ready' | 'failed'
  /** Who can open the wallet, as the server says. */
  readonly custody: Custody | null
  readonly factors: readonly Factor[]
  readonly smartAccountNetworks: readonly CaipNetworkId[]
  readonly switching: boolean
  readonly error: WireError | null
}

export const initialEmbeddedAccount: EmbeddedAccountState = {
  user: null,
  status: 'loading',
  custody: null,
  factors: [],
  smartAccountNetworks: [],
  switching: false,
  error: null,
}

/** What the settings of the embedded wallet show. */
export const embeddedAccountStore = perDialog(() => createStore<EmbeddedAccountState>(() => initialEmbeddedAccount))
