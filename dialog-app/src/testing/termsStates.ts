import { withConsent } from '../features/connect/consent.js'
import type { Dialog } from '../lib/dialog.js'
import { defaultFeatures, settingsStore } from '../state/settings.js'
import { termsStore } from '../state/terms.js'
import { familyStates } from './familyStates.js'
import { loginStates } from './loginStates.js'
import { pairingStates } from './pairingStates.js'
import { legal, page, show } from './setStores.js'

/** A state on a page that asks for consent before anything connects. */
const asked = (set: (dialog: Dialog) => void, then?: (dialog: Dialog) => void) => (dialog: Dialog) => {
  set(dialog)
  settingsStore(dialog).setState(({ options }) => ({
    options: { ...options, ...legal },
    features: { ...defaultFeatures, legalCheckbox: true },
  }))
  then?.(dialog)
}

const state = (set: ((dialog: Dialog) => void) | undefined) => {
  if (!set) throw new Error('No such state')
  return set
}

const connect = (dialog: Dialog) => {
  page(dialog)
  show(dialog, 'Connect')
}

const words = {
  text: 'Not for residents of Atlantis. Meadow is a cooperative; read how it is governed before you join.',
  links: [{ label: 'How it is governed', url: 'https://meadow.example/governance' }],
}

/** The page's check box, in every view that somebody can begin in. */
export const termsStates: Readonly<Record<string, (dialog: Dialog) => void>> = {
  'connect-terms': asked(connect),
  'connect-terms-refused': asked(connect, (dialog) => withConsent(dialog, () => {})),
  'connect-terms-accepted': asked(connect, (dialog) => termsStore(dialog).setState({ accepted: true })),
  'connect-disclaimer': (dialog) => {
    connect(dialog)
    settingsStore(dialog).setState(({ options }) => ({
      options: { ...options, termsConditionsUrl: 'https://meadow.example/terms', disclaimer: words },
      features: { ...defaultFeatures, reownBranding: true },
    }))
  },
  'terms-all': asked(state(pairingStates['all-grid'])),
  'terms-all-refused': asked(state(pairingStates['all-grid']), (dialog) => withConsent(dialog, () => {})),
  'terms-code': asked(
    (dialog) => {
      page(dialog)
      show(dialog, 'ConnectingWalletConnectBasic')
    },
    (dialog) => withConsent(dialog, () => {}, { asked: false }),
  ),
  'terms-family': asked(state(familyStates['family-wallets'])),
  'terms-email': asked(state(loginStates['email-empty'])),
  'terms-farcaster': asked(state(loginStates['farcaster-preparing'])),
}
