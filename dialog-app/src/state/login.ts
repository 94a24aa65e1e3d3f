import type { WireError } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

export type LoginPhase =
  | 'idle'
  /** A mail is on its way. */
  | 'sending'
  /** The user's turn: type the code, open the mailed link. */
  | 'waiting'
  | 'checking'
  /** Proven; the wallet is made or opened. */
  | 'opening'
  | 'connected'
  /** It is too soon for another mail: the countdown says when. */
  | 'cooldown'
  | 'wrong'
  /** The code or the link is not good any more: another mail helps. */
  | 'expired'
  /** "This isn't me" was pressed behind the mailed link. */
  | 'refused'
  | 'limited'
  | 'offline'
  /** The secure frame did not load, or did not answer in time. */
  | 'unavailable'
  /** The mail server did not take the mail. */
  | 'unsent'
  /** This device needs a passkey or the recovery code. */
  | 'factor'
  /** Refused by a schema of ours: the frame or the server is of another version. */
  | 'invalid'
  | 'failed'

export type LoginState = {
  /** All but `sentTo` is about this one. */
  readonly email: string
  /** Where the last mail went. Its code is the only one that counts, in the frame that asked for it. */
  readonly sentTo: string | null
  readonly phase: LoginPhase
  /** Two digits that the user picks on the page behind the mailed link. */
  readonly number: string | null
  /** Milliseconds since 1970. */
  readonly expiresAt: number | null
  readonly resendAt: number | null
  readonly attemptsLeft: number | null
  readonly error: WireError | null
}

export const initialLogin: LoginState = {
  email: '',
  sentTo: null,
  phase: 'idle',
  number: null,
  expiresAt: null,
  resendAt: null,
  attemptsLeft: null,
  error: null,
}

/** Where a login by e-mail stands. */
export const loginStore = perDialog(() => createStore<LoginState>(() => initialLogin))
