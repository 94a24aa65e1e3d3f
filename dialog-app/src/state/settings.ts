import { type Boot, type Environment, type Features, type Options, type SocialProvider, socialProviderIds } from '@latchkey/protocol'
import { createStore } from 'zustand/vanilla'
import { perDialog } from '../lib/dialog.js'

/** The features that count, after the remote configuration was applied to the page's own options. */
export type ResolvedFeatures = Required<
  Pick<Features, 'email' | 'send' | 'receive' | 'analytics' | 'allWallets' | 'legalCheckbox' | 'multiWallet' | 'activity' | 'reownBranding'>
> & {
  readonly socials: readonly SocialProvider[]
  readonly swaps: boolean
  readonly onramp: boolean
}

export type SettingsState = {
  readonly boot: Boot | null
  readonly options: Options
  readonly environment: Environment
  /** Of the page, without what it may have secret: no query, no fragment. Empty until it is known. */
  readonly pageUrl: string
  readonly features: ResolvedFeatures
  /** True when the remote configuration was fetched: it then beats the page's own features. */
  readonly remote: boolean
}

export const defaultFeatures: ResolvedFeatures = {
  email: true,
  socials: socialProviderIds,
  swaps: true,
  onramp: true,
  send: true,
  receive: true,
  analytics: true,
  allWallets: true,
  legalCheckbox: false,
  multiWallet: false,
  activity: true,
  reownBranding: false,
}

export const initialSettings: SettingsState = {
  boot: null,
  options: {},
  environment: { colorScheme: 'light', dir: 'ltr', lang: 'en' },
  pageUrl: '',
  features: defaultFeatures,
  remote: false,
}

export const settingsStore = perDialog(() => createStore<SettingsState>(() => initialSettings))
