import { type NamespaceId, toasts } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { recordsStore } from '../../state/records.js'
import { embeddedId } from '../../wallets/embedded/index.js'
import { emitOnScreen } from '../events/emitOnScreen.js'
import { showToast } from '../notices/toast.js'
import { forgetConnection } from '../session/familyRecords.js'
import { allRecords } from '../session/records.js'
import { whenOpen } from './whenOpen.js'

/**
 * The login of the last visit is there, and cannot be brought back: this page is disconnected from it, the dialog is back at its start, and says so once. The
 * wallet itself stays as it is: a new login opens it.
 */
export function giveUpLogin(dialog: Dialog): void {
  const kept = allRecords(dialog, recordsStore(dialog).getState()).filter(([, records]) =>
    records.some(({ walletId }) => walletId === embeddedId),
  )
  if (kept.length === 0) return
  for (const [namespace] of kept as readonly (readonly [NamespaceId, unknown])[]) forgetConnection(dialog, namespace, embeddedId)
  emitOnScreen(dialog, 'loginLost')
  whenOpen(dialog, () => showToast(dialog, { variant: 'error', message: toasts.authInitFailed, autoClose: true }))
}
