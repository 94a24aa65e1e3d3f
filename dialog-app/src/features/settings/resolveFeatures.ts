import type { Features, RemoteFeature } from '@latchkey/protocol'
import { defaultFeatures, type ResolvedFeatures } from '../../state/settings.js'
import { applyModes, localFeatures } from './localFeatures.js'

/** The remote configuration's ids, and the local option each of them decides. */
const remoteIds = {
  social_login: ['email', 'socials'],
  swap: ['swaps'],
  onramp: ['onramp'],
  activity: ['activity'],
  multi_wallet: ['multiWallet'],
  reown_branding: ['reownBranding'],
} as const

export type FeatureSources = {
  /** The page's own options. */
  readonly local: Features
  /** The project's, or null when they could not be fetched. */
  readonly remote: readonly RemoteFeature[] | null
  readonly basicMode?: boolean | undefined
}

/**
 * `config: null` means "as the page says"; an entry that is missing from an answer is off;
 * an empty list with `isEnabled` is on where the feature is a plain switch, and off where the list names providers.
 */
function remoteFeatures(remote: readonly RemoteFeature[], local: ResolvedFeatures): Partial<ResolvedFeatures> {
  const find = (id: keyof typeof remoteIds) => remote.find((entry) => entry.id === id)
  const list = (id: keyof typeof remoteIds) => {
    const entry = find(id)
    return entry?.isEnabled ? entry.config : []
  }
  const plain = (id: keyof typeof remoteIds, mine: boolean) => (list(id) === null ? mine : (find(id)?.isEnabled ?? false))
  const named = (id: keyof typeof remoteIds, mine: boolean) => list(id)?.length !== 0 && (list(id) === null ? mine : true)
  const logins = list('social_login')
  return {
    email: logins === null ? local.email : logins.includes('email'),
    socials: logins === null ? local.socials : defaultFeatures.socials.filter((provider) => logins.includes(provider)),
    swaps: named('swap', local.swaps),
    onramp: named('onramp', local.onramp),
    activity: plain('activity', local.activity),
    multiWallet: plain('multi_wallet', local.multiWallet),
    reownBranding: plain('reown_branding', local.reownBranding),
  }
}

/** Local settings that the fetched configuration overrules: the page's owner should hear that they do nothing. */
function ignored(local: Features, remote: readonly RemoteFeature[]): string[] {
  return Object.entries(remoteIds).flatMap(([id, options]) =>
    remote.find((entry) => entry.id === id)?.config === null ? [] : options.filter((option) => local[option] !== undefined),
  )
}

/**
 * The features that count: fetched beats local, local beats defaults, basic mode turns every remote one off,
 * pay turns email and socials off. Pure.
 *
 * @returns the features, and a warning for each local setting that is ignored
 */
export function resolveFeatures({ local, remote, basicMode }: FeatureSources): { features: ResolvedFeatures; warnings: readonly string[] } {
  const mine = localFeatures(local)
  const merged: ResolvedFeatures = remote ? { ...mine, ...remoteFeatures(remote, mine) } : mine
  return {
    features: applyModes(merged, local, basicMode),
    warnings: (remote ? ignored(local, remote) : []).map(
      (option) => `The local setting "features.${option}" is ignored: the project's remote configuration decides it.`,
    ),
  }
}
