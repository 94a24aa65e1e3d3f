import type { NamespaceId } from '@latchkey/protocol'
import { RpcError } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import type { Wallet } from '../../wallets/wallet.js'
import { walletConnectId } from '../../wallets/walletConnect/index.js'
import { forgetConnection } from '../session/familyRecords.js'
import { describedWallet, mobileWallet } from './mobileWallet.js'

/**
 * Brings back the session of the last visit for one family.
 *
 * @returns the wallet and its connection
 * @throws RpcError -32001 when there is no session any more, or none of this family: then it is forgotten
 */
export async function resumeMobile(dialog: Dialog, namespace: NamespaceId): Promise<{ wallet: Wallet; connection: Wallet.Connection }> {
  try {
    const connection = await mobileWallet(dialog).connect({ namespace, networkIds: [], isReconnecting: true })
    return { wallet: describedWallet(dialog), connection }
  } catch (error) {
    if (error instanceof RpcError) forgetConnection(dialog, namespace, walletConnectId)
    throw error
  }
}
