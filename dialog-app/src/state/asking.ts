import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

/** How a request ended that the user has to know of. */
export type AskingEnd =
  /** The user gave it up. The wallet cannot be told: it may still show it. */
  | 'cancelled'
  /** The wallet did not answer in time. */
  | 'expired'
  /** The relay was away: the wallet never heard of it. */
  | 'unsent'
  /** The tab that talked to the wallet went away in the middle: the wallet may have got it, or not. */
  | 'unsure'
  /** The wallet ended the session. */
  | 'ended'

export type AskingState = {
  /** Requests of the page that a wallet elsewhere has not answered yet. One of them is on screen. */
  readonly count: number
  readonly wallet: { readonly name: string; readonly icon?: string | undefined } | null
  /** Brings the wallet to the front, for the request on screen. */
  readonly href: string | null
  /** The relay is away, or the wallet takes long. Nothing is lost so far. */
  readonly error: 'lost' | 'slow' | null
  /** What became of the request on screen, until the user has read it. */
  readonly over: AskingEnd | null
}

export const initialAsking: AskingState = { count: 0, wallet: null, href: null, error: null, over: null }

/** The requests that a mobile wallet has not answered yet. */
export const askingStore = perDialog(() => createStore<AskingState>(() => initialAsking))
