import type { NameMistake, WireError } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

export type NameRegistrationState = {
  /** What the user wrote, without the zone. */
  readonly text: string
  /** What names end with; empty where none are registered. */
  readonly zone: string
  readonly mistake: NameMistake | null
  /** Whether the name can be had; `failed`: the server did not say. */
  readonly availability: 'unknown' | 'asking' | 'free' | 'taken' | 'failed'
  /** Free names like a taken one, without the zone. */
  readonly suggestions: readonly string[]
  readonly phase:
    | 'typing'
    /** The wallet is asked to sign. */
    | 'signing'
    /** The server is asked to register. */
    | 'registering'
    | 'cancelled'
    | 'failed'
    | 'done'
  readonly error: WireError | null
  /** What the failure is about, in the server's words; empty when it said none. */
  readonly reason: string
  /** Names that the account has already; null while that is not known. */
  readonly owned: readonly string[] | null
  readonly ownedError: WireError | null
  /** The new name, once it is registered. */
  readonly registered: { readonly name: string; readonly address: string } | null
}

export const initialNameRegistration: NameRegistrationState = {
  text: '',
  zone: '',
  mistake: null,
  availability: 'unknown',
  suggestions: [],
  phase: 'typing',
  error: null,
  reason: '',
  owned: null,
  ownedError: null,
  registered: null,
}

/** A name that a user is about to register. */
export const nameRegistrationStore = perDialog(() => createStore<NameRegistrationState>(() => initialNameRegistration))
