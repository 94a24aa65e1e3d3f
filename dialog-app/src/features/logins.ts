import { embeddedNamespaces, type Logins } from '@latchkey/protocol'
import { useStore } from 'zustand'
import { networksStore } from '../state/networks.js'
import { settingsStore } from '../state/settings.js'
import { uiStore } from '../state/ui.js'
import { builtViews } from '../state/view.js'
import { usableSocials } from './socials.js'

/** Ways to log in without a wallet: what the features allow, where the page uses a family that the embedded wallet serves. */
export function useLogins(): Logins {
  const features = useStore(settingsStore, (state) => state.features)
  const telegram = useStore(settingsStore, ({ environment }) => environment.telegram)
  const asked = useStore(uiStore, (state) => state.namespace)
  const served = useStore(networksStore, ({ networks }) =>
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
