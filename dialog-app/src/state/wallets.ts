import type { NamespaceId, WalletInfo } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

/** A wallet of the directory, as far as a list draws it. */
export type ListedRow = {
  readonly id: string
  readonly name: string
  readonly icon?: string
  readonly rdns?: string
  readonly namespaces: readonly NamespaceId[]
  readonly listed: true
}

export type WalletsState = {
  /** What the host page found, checked. */
  readonly discovered: readonly WalletInfo[]
  /** Chain families in which the page is still looking. */
  readonly looking: readonly NamespaceId[]
  /** Ids of the two newest wallets, newest first. */
  readonly recent: readonly string[]
  /** The directory's first wallets and those that the page names; empty until they are known. */
  readonly listed: readonly ListedRow[]
  /** How many wallets the directory has for this page. */
  readonly count: number
}

export const initialWallets: WalletsState = { discovered: [], looking: [], recent: [], listed: [], count: 0 }

export const walletsStore = perDialog(() => createStore<WalletsState>(() => initialWallets))
