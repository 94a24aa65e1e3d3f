import type { NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { settingsStore } from '../../state/settings.js'
import { requiresSignIn } from '../../state/signIns.js'
import type { Wallet } from '../../wallets/wallet.js'
import { disconnect } from './disconnect.js'
import { flushSnapshot } from './snapshot.js'

const usesSiwx = (dialog: Dialog) => settingsStore(dialog).getState().options.siwx !== undefined

/** Sign-in, where the page has it: now, or when it sets the option. */
export async function startSignIns(dialog: Dialog): Promise<void> {
  if (usesSiwx(dialog)) {
    const { startSiwx } = await import('../siwx/startSiwx.js')
    return await startSiwx(dialog)
  }
  const stop = settingsStore(dialog).subscribe(() => {
    if (!usesSiwx(dialog)) return
    stop()
    void startSignIns(dialog)
  })
}

/** What was known of the sign-in of a connection that comes back with a reload. */
export async function restoreSignIns(dialog: Dialog, namespace: NamespaceId, connection: Wallet.Connection): Promise<void> {
  if (!usesSiwx(dialog)) return
  const { restoreSignIn } = await import('../siwx/startSiwx.js')
  await restoreSignIn(dialog, namespace, connection)
}

/** The page signs its visitor out; where sign-in is required, the connection ends with it. */
export async function signOut(dialog: Dialog, namespace?: NamespaceId): Promise<void> {
  if (!usesSiwx(dialog)) return
  const { signOut } = await import('../siwx/startSiwx.js')
  const over = signOut(dialog, namespace)
  if (requiresSignIn(dialog)) disconnect(dialog, namespace)
  await flushSnapshot(dialog)
  await over
}
