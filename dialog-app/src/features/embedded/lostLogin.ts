import { namespaceIds, type SocialProvider } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { loadLaterMessages, t } from '../../lib/i18n.js'
import { readItem } from '../../lib/storage.js'
import { isOpened } from '../../state/isOpened.js'
import { recordsStore } from '../../state/records.js'
import { findConnection, sessionStore } from '../../state/session.js'
import { settingsStore } from '../../state/settings.js'
import { currentView } from '../../state/view.js'
import { embeddedId } from '../../wallets/embedded/index.js'
import { usableSocials } from '../connect/socials.js'
import { emit } from '../events/dialogEvents.js'
import { showToast } from '../notices/toast.js'
import { forgetConnection } from '../session/familyRecords.js'
import { allRecords } from '../session/records.js'
import { forgetLogin } from './loginCache.js'
import { offerSocial } from './socialLogin.js'
import { whenOpen } from './whenOpen.js'

const offered = perDialog(() => ({ waiting: false }))

/**
 * The page remembers a login that its browser has not kept: storage of frames is removed after days without a visit, or by the user. When the dialog is opened
 * next, it says so, and offers the e-mail address or the provider that was used, if this browser still knows it: one press, and the same wallet is back.
 * Until then the record and the way stay, so that the next page of the site can say it, too.
 *
 * @param lost false: the session ran out, which an alert says
 */
export function offerReturn(dialog: Dialog, lost: boolean): void {
  const own = offered(dialog)
  if (own.waiting) return
  own.waiting = true
  // Whoever has the dialog open is doing something there: no view takes its place.
  const isOpen = isOpened(dialog)
  whenOpen(dialog, () => {
    own.waiting = false
    if (namespaceIds.some((namespace) => findConnection(namespace, embeddedId, sessionStore(dialog).getState()))) return
    const left = allRecords(dialog, recordsStore(dialog).getState()).filter(([, records]) =>
      records.some(({ walletId }) => walletId === embeddedId),
    )
    for (const [namespace] of left) forgetConnection(dialog, namespace, embeddedId)
    if (left.length === 0) return
    const address = readItem(dialog, 'emailLoginUsed') ? readItem(dialog, 'email') : undefined
    const provider = usedProvider(dialog)
    forgetLogin(dialog)
    const isFree = !isOpen && currentView(dialog) === 'Connect'
    if (isFree && address) emit(dialog, 'loginForgotten', { lost, address })
    else if (isFree && provider) offerSocial(dialog, provider, lost)
    else if (lost) tell(dialog)
  })
}

/** The provider of the last login, if the page offers it, and this browser can use it. */
function usedProvider(dialog: Dialog): SocialProvider | undefined {
  const { features, environment } = settingsStore(dialog).getState()
  const { telegram } = environment
  const usable = usableSocials(features.socials, { userAgent: navigator.userAgent, ...(telegram === undefined ? {} : { telegram }) })
  return usable.find((provider) => provider === readItem(dialog, 'socialProvider'))
}

/** The words are those of later views, which the first one does not wait for. */
function tell(dialog: Dialog): void {
  loadLaterMessages(dialog).then(
    () =>
      showToast(dialog, { variant: 'error', message: `${t(dialog, 'login.lostTitle')}. ${t(dialog, 'login.lostBody')}`, autoClose: true }),
    // Offline: the view on screen is enough to log in again.
    () => {},
  )
}
