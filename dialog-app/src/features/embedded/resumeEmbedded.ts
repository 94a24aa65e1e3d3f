import type { NamespaceId } from '@latchkey/protocol'
import { codes, RpcError } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { readItem } from '../../lib/storage.js'
import { recordsStore } from '../../state/records.js'
import { embeddedId } from '../../wallets/embedded/index.js'
import { noAccounts } from '../../wallets/errors.js'
import type { Wallet } from '../../wallets/wallet.js'
import { allRecords } from '../session/records.js'
import { embedded } from './embedded.js'
import { giveUpLogin } from './initFailed.js'
import { type LoginCause, loginFailure } from './loginCause.js'
import { offerReturn } from './lostLogin.js'

/** Temporary causes: the record is kept for the next visit, and the user sees no message. */
const passing: readonly LoginCause[] = ['offline', 'unavailable', 'limited', 'cooldown', 'cancelled']

/**
 * Ends a login whose last family was disconnected while it was brought back: nobody else has told the wallet, which was not connected yet.
 *
 * @returns whether the family was disconnected
 */
function endIfLeft(dialog: Dialog, namespace: NamespaceId): boolean {
  if (!readItem(dialog, 'disconnectedWallets')?.[namespace]?.includes(embeddedId)) return false
  const kept = allRecords(dialog, recordsStore(dialog).getState())
  // What fails stays due.
  if (!kept.some(([, records]) => records.some(({ walletId }) => walletId === embeddedId)))
    embedded(dialog)
      .wallet.disconnect()
      .catch(() => {})
  return true
}

/**
 * Brings back the login of the last visit for one family.
 *
 * @throws RpcError -32001 when nobody is logged in any more, 4100 when the session ran out: then a way back is offered; -32001 when the user has
 *   disconnected meanwhile; whatever else is no passing failure disconnects and is told
 */
export async function resumeEmbedded(
  dialog: Dialog,
  namespace: NamespaceId,
  networkId: Wallet.Connection['networkId'],
): Promise<{ wallet: Wallet; connection: Wallet.Connection }> {
  const { wallet } = embedded(dialog)
  let connection: Wallet.Connection
  try {
    connection = await wallet.connect({ namespace, networkIds: [networkId], isReconnecting: true })
  } catch (error) {
    if (endIfLeft(dialog, namespace)) throw error
    const { cause } = loginFailure(error)
    const lost = error instanceof RpcError && error.code === codes.resourceNotFound
    if (cause === 'expired' || lost) offerReturn(dialog, lost)
    else if (!passing.includes(cause)) giveUpLogin(dialog)
    throw error
  }
  if (endIfLeft(dialog, namespace)) throw noAccounts()
  return { wallet, connection }
}
