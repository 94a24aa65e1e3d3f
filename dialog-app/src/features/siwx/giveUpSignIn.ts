import { type NamespaceId, toasts } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { findConnection, sessionStore } from '../../state/session.js'
import { requiresSignIn } from '../../state/signIns.js'
import { emit } from '../events/dialogEvents.js'
import { showToast } from '../notices/toast.js'
import { tellWallets } from '../session/disconnect.js'
import { markDisconnected } from '../session/familyRecords.js'
import { dropConnection } from '../session/session.js'

/**
 * Sign-in cannot begin: there is no nonce, or the site does not say who is signed in. Where it is required, nobody stays connected without it, and the dialog
 * is back at its start.
 */
export function giveUpSignIn(dialog: Dialog): void {
  showToast(dialog, { variant: 'error', message: toasts.authInitFailed, autoClose: true })
  if (!requiresSignIn(dialog)) {
    emit(dialog, 'signInOver')
    return
  }
  // First: what ends after this closes nothing any more.
  emit(dialog, 'signInLost')
  const { activeNamespace, connections } = sessionStore(dialog).getState()
  const wallet = activeNamespace && connections[activeNamespace]?.wallet
  const ended = (Object.keys(connections) as NamespaceId[]).flatMap((name) => {
    const found = wallet && findConnection(name, wallet.id, sessionStore(dialog).getState())
    return found ? [[name, found.wallet] as const] : []
  })
  markDisconnected(
    dialog,
    ended.map(([name, { id }]) => [name, id] as const),
    true,
  )
  for (const [name, { id }] of ended) dropConnection(dialog, name, id)
  tellWallets(dialog, ended)
}
