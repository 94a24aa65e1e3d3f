import type { WalletInfo } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'

export type WalletsState = {
  /** What the host page found, checked. */
  readonly discovered: readonly WalletInfo[]
  /** Ids of the two newest wallets, newest first. */
  readonly recent: readonly string[]
}

export const initialWallets: WalletsState = { discovered: [], recent: [] }

export const walletsStore = createStore<WalletsState>(() => initialWallets)
