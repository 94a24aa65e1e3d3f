import type { SocialProvider, WireError } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

export type SocialPhase =
  /** The browser has not kept the last login, which was by this provider: one press begins the next. */
  | 'lost'
  /** The same after a session that ran out. */
  | 'ended'
  | 'opening'
  /** No windows here: the frame says what is possible. */
  | 'starting'
  /** The user sees the number, and the page goes to the provider itself. */
  | 'leaving'
  /** The page is back. */
  | 'returning'
  /** Back before anybody had signed in. */
  | 'unfinished'
  /** No windows, and a frame that keeps nothing: the provider opens in another browser. */
  | 'outside'
  /** The provider's window is there. */
  | 'waiting'
  /** The window cannot be heard: the user picks the number there. */
  | 'confirming'
  /** The window is done; the server is asked. */
  | 'finishing'
  /** Somebody else than last time: the user decides. */
  | 'another'
  | 'connected'
  | 'closed'
  | 'blocked'
  | 'denied'
  | 'expired'
  | 'limited'
  | 'offline'
  | 'unavailable'
  | 'factor'
  | 'invalid'
  | 'failed'

export type SocialState = {
  /** Null after a return to the page, until the secure frame has said which login the page was left for. */
  readonly provider: SocialProvider | null
  readonly phase: SocialPhase
  /** Names of the accounts, now and last time, while somebody else is the question. */
  readonly names: { readonly now: string; readonly before: string } | null
  /** Two digits that the user picks in a window that cannot be heard. */
  readonly number: string | null
  /** Where the provider asks who one is, for a user whose browser opens no window that we could hear. */
  readonly link: string | null
  /** The sign-in that the page leaves for. */
  readonly flow: string | null
  readonly error: WireError | null
}

export const initialSocial: SocialState = {
  provider: null,
  phase: 'opening',
  names: null,
  number: null,
  link: null,
  flow: null,
  error: null,
}

/** Where a login with another account stands. */
export const socialStore = perDialog(() => createStore<SocialState>(() => initialSocial))
