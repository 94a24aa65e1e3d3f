import type { NamespaceId } from '@latchkey/protocol'
import { codes, RpcError } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { readItem } from '../../lib/storage.js'
import { recordsStore } from '../../state/records.js'
import { noAccounts } from '../../wallets/errors.js'
import type { Wallet } from '../../wallets/wallet.js'
import { walletConnectId } from '../../wallets/walletConnect/index.js'
import { forgetConnection } from '../session/familyRecords.js'
import { allRecords } from '../session/records.js'
import { describedWallet, mobileWallet } from './mobileWallet.js'

/** The networks on which the wallet was at the last visit: one session has all families. */
const lastNetworks = (dialog: Dialog) =>
  allRecords(dialog, recordsStore(dialog).getState()).flatMap(([, records]) =>
    records.filter(({ walletId }) => walletId === walletConnectId).map(({ networkId }) => networkId),
  )

/**
 * Brings back the session of the last visit for one family, on the network where it was.
 *
 * @returns the wallet and its connection
 * @throws RpcError -32001 when there is no session any more, or none of this family: then it is forgotten; or when the user has disconnected it
 *   meanwhile. What else fails is tried again at the next visit
 */
export async function resumeMobile(dialog: Dialog, namespace: NamespaceId): Promise<{ wallet: Wallet; connection: Wallet.Connection }> {
  try {
    const wallet = mobileWallet(dialog)
    const connection = await wallet.connect({ namespace, networkIds: lastNetworks(dialog), isReconnecting: true })
    if (!readItem(dialog, 'disconnectedWallets')?.[namespace]?.includes(walletConnectId))
      return { wallet: describedWallet(dialog), connection }
    // Nobody has told the wallet, which was not connected yet.
    wallet.disconnect(namespace).catch(() => {})
    throw noAccounts()
  } catch (error) {
    if (error instanceof RpcError && error.code === codes.resourceNotFound) forgetConnection(dialog, namespace, walletConnectId)
    throw error
  }
}
