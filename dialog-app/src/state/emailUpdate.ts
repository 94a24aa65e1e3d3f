import type { WireError } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

export type EmailUpdateState = {
  readonly step: 'address' | 'primary' | 'secondary' | 'done'
  readonly phase:
    | 'typing'
    | 'busy'
    | 'wrong'
    /** It is too soon for another mail: the countdown says when. */
    | 'cooldown'
    | 'expired'
    | 'limited'
    | 'taken'
    /** A device that is new to the wallet waits for a day. */
    | 'quarantine'
    /** Somebody without an address has to have signed in just now. */
    | 'stepUp'
    | 'offline'
    | 'unavailable'
    | 'unsent'
    | 'invalid'
    | 'failed'
  /** The address that is to be the new one. */
  readonly email: string
  /** Milliseconds since 1970. */
  readonly resendAt: number | null
  readonly attemptsLeft: number | null
  readonly error: WireError | null
}

export const initialEmailUpdate: EmailUpdateState = {
  step: 'address',
  phase: 'typing',
  email: '',
  resendAt: null,
  attemptsLeft: null,
  error: null,
}

/** Where a change of address stands: the present one and the new one each get a code. */
export const emailUpdateStore = perDialog(() => createStore<EmailUpdateState>(() => initialEmailUpdate))
