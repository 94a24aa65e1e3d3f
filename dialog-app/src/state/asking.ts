import { createStore } from 'zustand/vanilla'

export type AskingState = {
  /** Requests of the page that a wallet elsewhere has not answered yet. */
  readonly count: number
  readonly wallet: { readonly name: string; readonly icon?: string | undefined } | null
  /** Brings the wallet to the front. */
  readonly href: string | null
}

export const initialAsking: AskingState = { count: 0, wallet: null, href: null }

/** What a wallet on another device is being asked. */
export const askingStore = createStore<AskingState>(() => initialAsking)
