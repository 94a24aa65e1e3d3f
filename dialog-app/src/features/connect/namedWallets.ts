import { createStore } from 'zustand/vanilla'
import { perDialog } from '../../lib/dialog.js'
import type { NamedWallet } from './rankRows.js'

export type NamedWallets = {
  /** Names that the directory was asked for, whatever came of it. */
  readonly asked: readonly string[]
  /** What it answered. */
  readonly wallets: readonly NamedWallet[]
}

/** Which wallets the names in `includeWalletIds` and `excludeWalletIds` mean. */
export const namedWalletsStore = perDialog(() => createStore<NamedWallets>(() => ({ asked: [], wallets: [] })))
