import type { NamespaceId } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import type { ListedWallet } from '../api/wallets.js'
import { perDialog } from '../lib/dialog.js'

/** Which wallets are shown. Filters hold all at once. */
export type DirectoryFilter = {
  readonly platform: 'all' | 'mobile' | 'browser'
  /** A chain family of the page's networks; null for any. */
  readonly family: NamespaceId | null
  readonly certified: boolean
}

export type DirectoryState = {
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly wallets: readonly ListedWallet[]
  /** All that match, shown or not. */
  readonly count: number
  readonly page: number
  /** The next page: old ones stay whatever becomes of it. */
  readonly more: 'idle' | 'loading' | 'failed'
  readonly query: string
  /** What the wallets on screen were found with. */
  readonly found: string
  readonly filter: DirectoryFilter
}

export const noFilter: DirectoryFilter = { platform: 'all', family: null, certified: false }

/** Whether every wallet is shown. */
export const isUnfiltered = ({ platform, family, certified }: DirectoryFilter): boolean =>
  platform === 'all' && family === null && !certified

export const initialDirectory: DirectoryState = {
  status: 'idle',
  wallets: [],
  count: 0,
  page: 0,
  more: 'idle',
  query: '',
  found: '',
  filter: noFilter,
}

/** The list of all wallets, as far as it was scrolled and searched. */
export const directoryStore = perDialog(() => createStore<DirectoryState>(() => initialDirectory))
