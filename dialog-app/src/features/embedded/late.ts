import type { NamespaceId, SocialProvider } from '@latchkey/protocol'
import type { Wallet } from '../../wallets/wallet.js'

import { withConsent } from '../consent.js'

/* The doors of the embedded wallet: behind each is a part of its own, fetched when somebody comes this way. */

type Social = typeof import('./socialLogin.js')

let social: Social | undefined

/** Fetches what opens a provider's window: browsers open it only within the tap itself, so it is here before. */
export function prepareSocial(): void {
  import('./socialLogin.js').then(
    (module) => {
      social = module
    },
    // The tap asks for it again.
    () => {},
  )
}

/** A provider was tapped. */
export function openSocial(provider: SocialProvider): void {
  withConsent(() => {
    if (social) social.startSocial(provider)
    else void import('./socialLogin.js').then(({ startSocial }) => startSocial(provider))
  })
}

/**
 * The login of the last visit, for one family.
 *
 * @throws as `resumeEmbedded`
 */
export async function resumeEmbedded(namespace: NamespaceId, networkId: Wallet.Connection['networkId']) {
  const resume = await import('./resumeEmbedded.js')
  return await resume.resumeEmbedded(namespace, networkId)
}
