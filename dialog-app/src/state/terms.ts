import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'
import type { ViewEntry } from './view.js'

/** What goes on as soon as the user agrees, as long as they are still where it was begun. */
export type Waiting = {
  readonly entry: ViewEntry | undefined
  /** False for what nobody tapped: it waits, and shows no error. */
  readonly asked: boolean
  readonly go: () => void
}

export type TermsState = {
  readonly accepted: boolean
  /** Grows with every try to connect without consent: the box shakes, says why and takes focus. */
  readonly refusals: number
  readonly waiting: Waiting | null
}

export const initialTerms: TermsState = { accepted: false, refusals: 0, waiting: null }

/** Consent lasts for this document's life; the page's terms may change with its next visit. */
export const termsStore = perDialog(() => createStore<TermsState>(() => initialTerms))
