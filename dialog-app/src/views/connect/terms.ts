import { createStore } from 'zustand/vanilla'
import { settingsStore } from '../../state/settings.js'

export type TermsState = {
  readonly accepted: boolean
  /** Grows with every try to connect without consent: the box shakes, says why and takes focus. */
  readonly refusals: number
}

/** Consent lasts for this document's life; the page's terms may change with its next visit. */
export const termsStore = createStore<TermsState>(() => ({ accepted: false, refusals: 0 }))

/** True when the page asks for consent before anything connects. */
export function needsConsent(): boolean {
  const { features, options } = settingsStore.getState()
  const web = /^https?:\/\//i
  return features.legalCheckbox && (web.test(options.termsConditionsUrl ?? '') || web.test(options.privacyPolicyUrl ?? ''))
}

/** Asked before every way to connect. Without consent that is needed, the check box answers instead. */
export function mayConnect(): boolean {
  if (!needsConsent() || termsStore.getState().accepted) return true
  termsStore.setState((state) => ({ refusals: state.refusals + 1 }))
  return false
}
