import { embeddedNamespaces, type Logins } from '@latchkey/protocol'
import { useDialogStore } from '../../lib/useDialog.js'

import { networksStore } from '../../state/networks.js'
import { settingsStore } from '../../state/settings.js'
import { uiStore } from '../../state/ui.js'
import { builtViews } from '../../state/view.js'
import { usableSocials } from './socials.js'

/** Ways to log in without a wallet: what the features allow, where the page uses a family that the embedded wallet serves. */
export function useLogins(): Logins {
  const features = useDialogStore(settingsStore, (state) => state.features)
  const telegram = useDialogStore(settingsStore, ({ environment }) => environment.telegram)
  const asked = useDialogStore(uiStore, (state) => state.namespace)
  const served = useDialogStore(networksStore, ({ networks }) =>
    networks.some(({ chainNamespace }) => embeddedNamespaces.includes(chainNamespace) && (!asked || asked === chainNamespace)),
  )
  return {
    email: served && features.email && builtViews.has('EmailLogin'),
    socials:
      served && builtViews.has('ConnectingSocial')
        ? usableSocials(features.socials, { userAgent: navigator.userAgent, ...(telegram === undefined ? {} : { telegram }) })
        : [],
  }
}
