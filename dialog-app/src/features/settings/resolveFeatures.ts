import type { Features, RemoteFeature } from '@latchkey/protocol'
import { defaultFeatures, type ResolvedFeatures } from '../../state/settings.js'
import { applyModes, localFeatures } from './localFeatures.js'

/** What the project's remote configuration decides. */
export type RemoteId = 'social_login' | 'swap' | 'onramp' | 'activity' | 'multi_wallet' | 'reown_branding'

export type FeatureSources = {
  /** The page's own options. */
  readonly local: Features
  /** The project's, or null when they could not be fetched. */
  readonly remote: readonly RemoteFeature[] | null
  readonly basicMode?: boolean | undefined
}

/**
 * `config: null` means "as the page says"; an entry that is missing from an answer, or disabled, is off whatever its list says: the server does not
 * allow its logins either (`services/src/auth/methods.ts`);
 * an empty list with `isEnabled` is on where the feature is a plain switch, and off where the list names providers.
 */
function remoteFeatures(remote: readonly RemoteFeature[], local: ResolvedFeatures): Partial<ResolvedFeatures> {
  const find = (id: RemoteId) => remote.find((entry) => entry.id === id)
  const list = (id: RemoteId) => {
    const entry = find(id)
    return entry?.isEnabled ? entry.config : []
  }
  const plain = (id: RemoteId, mine: boolean) => (list(id) === null ? mine : (find(id)?.isEnabled ?? false))
  const named = (id: RemoteId, mine: boolean) => list(id)?.length !== 0 && (list(id) === null ? mine : true)
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

/**
 * The features that count: fetched beats local, local beats defaults, basic mode turns every remote one off,
 * pay turns email and socials off. Pure.
 */
export function resolveFeatures({ local, remote, basicMode }: FeatureSources): ResolvedFeatures {
  const mine = localFeatures(local)
  return applyModes(remote ? { ...mine, ...remoteFeatures(remote, mine) } : mine, local, basicMode)
}
