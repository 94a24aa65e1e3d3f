import type { NamespaceId } from '@latchkey/protocol'
import { RpcError } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { recordsStore } from '../../state/records.js'
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
 * @throws RpcError -32001 when there is no session any more, or none of this family: then it is forgotten
 */
export async function resumeMobile(dialog: Dialog, namespace: NamespaceId): Promise<{ wallet: Wallet; connection: Wallet.Connection }> {
  try {
    const connection = await mobileWallet(dialog).connect({ namespace, networkIds: lastNetworks(dialog), isReconnecting: true })
    return { wallet: describedWallet(dialog), connection }
  } catch (error) {
    if (error instanceof RpcError) forgetConnection(dialog, namespace, walletConnectId)
    throw error
  }
}
