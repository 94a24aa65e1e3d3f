import { createStore } from 'zustand/vanilla'
import type { ListedWallet, Platform } from '../api/wallets.js'

export type DirectoryFilter = { readonly platform?: Extract<Platform, 'ios' | 'android' | 'extension'>; readonly certified?: boolean }

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
  readonly filterName: FilterName
}

export type FilterName = 'all' | 'mobile' | 'browser' | 'certified'

export const initialDirectory: DirectoryState = {
  status: 'idle',
  wallets: [],
  count: 0,
  page: 0,
  more: 'idle',
  query: '',
  found: '',
  filter: {},
  filterName: 'all',
}

/** The list of all wallets, as far as it was scrolled and searched. */
export const directoryStore = createStore<DirectoryState>(() => initialDirectory)
