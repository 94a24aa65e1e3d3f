import type { NamespaceId } from '@latchkey/protocol'
import { codes, RpcError } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import type { Wallet } from '../../wallets/wallet.js'
import { embedded } from './embedded.js'
import { giveUpLogin } from './initFailed.js'
import { type LoginCause, loginFailure } from './loginCause.js'
import { offerReturn } from './lostLogin.js'

/** Temporary causes: the record is kept for the next visit, and the user sees no message. */
const passing: readonly LoginCause[] = ['offline', 'unavailable', 'limited', 'cooldown', 'cancelled']

/**
 * Brings back the login of the last visit for one family.
 *
 * @throws RpcError -32001 when nobody is logged in any more, 4100 when the session ran out: then a way back is offered; whatever else is no passing failure disconnects
 *   and is told
 */
export async function resumeEmbedded(
  dialog: Dialog,
  namespace: NamespaceId,
  networkId: Wallet.Connection['networkId'],
): Promise<{ wallet: Wallet; connection: Wallet.Connection }> {
  const { wallet } = embedded(dialog)
  try {
    return { wallet, connection: await wallet.connect({ namespace, networkIds: [networkId], isReconnecting: true }) }
  } catch (error) {
    const { cause } = loginFailure(error)
    const lost = error instanceof RpcError && error.code === codes.resourceNotFound
    if (cause === 'expired' || lost) offerReturn(dialog, lost)
    else if (!passing.includes(cause)) giveUpLogin(dialog)
    throw error
  }
}
