import { withConsent } from '../features/consent.js'
import { defaultFeatures, settingsStore } from '../state/settings.js'
import { termsStore } from '../state/terms.js'
import { familyStates } from './familyStates.js'
import { loginStates } from './loginStates.js'
import { pairingStates } from './pairingStates.js'
import { legal, page, show } from './setStores.js'

/** A state on a page that asks for consent before anything connects. */
const asked = (set: () => void, then?: () => void) => () => {
  set()
  settingsStore.setState(({ options }) => ({ options: { ...options, ...legal }, features: { ...defaultFeatures, legalCheckbox: true } }))
  then?.()
}

const state = (set: (() => void) | undefined) => {
  if (!set) throw new Error('No such state')
  return set
}

const connect = () => {
  page()
  show('Connect')
}

/** The page's check box, in every view that somebody can begin in. */
export const termsStates: Readonly<Record<string, () => void>> = {
  'connect-terms': asked(connect),
  'connect-terms-refused': asked(connect, () => withConsent(() => {})),
  'connect-terms-accepted': asked(connect, () => termsStore.setState({ accepted: true })),
  'terms-all': asked(state(pairingStates['all-grid'])),
  'terms-all-refused': asked(state(pairingStates['all-grid']), () => withConsent(() => {})),
  'terms-code': asked(
    () => {
      page()
      show('ConnectingWalletConnectBasic')
    },
    () => withConsent(() => {}, { asked: false }),
  ),
  'terms-family': asked(state(familyStates['family-wallets'])),
  'terms-email': asked(state(loginStates['email-empty'])),
  'terms-farcaster': asked(state(loginStates['farcaster-preparing'])),
}
