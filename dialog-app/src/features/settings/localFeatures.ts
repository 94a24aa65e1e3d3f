import type { Features, Logins } from '@latchkey/protocol'
import { defaultFeatures, type ResolvedFeatures } from '../../state/settings.js'

/** A list or a switch, as pages write both, as a switch: an empty list is off. */
const isOn = (value: boolean | readonly string[] | undefined, fallback: boolean) =>
  typeof value === 'object' ? value.length > 0 : (value ?? fallback)

/** The page's own settings over the defaults. */
export function localFeatures(local: Features): ResolvedFeatures {
  return {
    email: local.email ?? defaultFeatures.email,
    socials: local.socials === undefined ? defaultFeatures.socials : local.socials || [],
    swaps: isOn(local.swaps, defaultFeatures.swaps),
    onramp: isOn(local.onramp, defaultFeatures.onramp),
    send: local.send ?? defaultFeatures.send,
    receive: local.receive ?? defaultFeatures.receive,
    analytics: local.analytics ?? defaultFeatures.analytics,
    allWallets: local.allWallets ?? defaultFeatures.allWallets,
    legalCheckbox: local.legalCheckbox ?? defaultFeatures.legalCheckbox,
    multiWallet: local.multiWallet ?? defaultFeatures.multiWallet,
    activity: local.activity ?? local.history ?? defaultFeatures.activity,
    reownBranding: local.reownBranding ?? defaultFeatures.reownBranding,
  }
}

/** Pay turns email and socials off, basic mode every feature that a project's owner may switch. */
export function applyModes(features: ResolvedFeatures, { pay = false }: Features, basicMode = false): ResolvedFeatures {
  const off = { email: false, socials: [], swaps: false, onramp: false, activity: false, multiWallet: false, reownBranding: false }
  return { ...features, ...(pay ? { email: false, socials: [] } : {}), ...(basicMode ? off : {}) }
}

/** Logins that the server cannot do are not offered, whoever asks for them. It wrote them into the document, so nothing on screen moves. */
export function applyLogins(features: ResolvedFeatures, logins: Logins): ResolvedFeatures {
  const socials = features.socials.filter((provider) => logins.socials.includes(provider))
  return { ...features, email: features.email && logins.email, socials }
}
