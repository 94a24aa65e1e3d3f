import type { NamespaceId, SocialProvider } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import type { Wallet } from '../../wallets/wallet.js'

import { withConsent } from '../connect/consent.js'

/* Entry points of the embedded wallet. The code behind each is fetched when it is first used. */

type Social = typeof import('./socialLogin.js')

/** What one dialog keeps here. */
type Own = {
  social: Social | undefined
}

const kept = perDialog((): Own => ({ social: undefined }))

/** Fetches what opens a provider's window: browsers open it only within the tap itself, so it is here before. */
export function prepareSocial(dialog: Dialog): void {
  import('./socialLogin.js').then(
    (module) => {
      kept(dialog).social = module
    },
    // The tap asks for it again.
    () => {},
  )
}

/** A provider was tapped. */
export function openSocial(dialog: Dialog, provider: SocialProvider): void {
  const own = kept(dialog)
  withConsent(dialog, () => {
    if (own.social) own.social.startSocial(dialog, provider)
    else void import('./socialLogin.js').then(({ startSocial }) => startSocial(dialog, provider))
  })
}

/**
 * The login of the last visit, for one family.
 *
 * @throws as `resumeEmbedded`
 */
export async function resumeEmbedded(dialog: Dialog, namespace: NamespaceId, networkId: Wallet.Connection['networkId']) {
  const resume = await import('./resumeEmbedded.js')
  return await resume.resumeEmbedded(dialog, namespace, networkId)
}
