import type { NamespaceId } from '@latchkey/protocol'
import { codes, RpcError } from '@latchkey/protocol'
import { embeddedId } from '../../wallets/embedded/index.js'
import type { Wallet } from '../../wallets/wallet.js'
import { forgetConnection } from '../familyRecords.js'
import { embedded } from './embedded.js'
import { loginFailure } from './loginCause.js'

/**
 * Brings back the login of the last visit for one family.
 *
 * @throws RpcError -32001 when nobody is logged in any more, 4100 when the session ran out: then it is forgotten
 */
export async function resumeEmbedded(
  namespace: NamespaceId,
  networkId: Wallet.Connection['networkId'],
): Promise<{ wallet: Wallet; connection: Wallet.Connection }> {
  const { wallet } = embedded()
  try {
    return { wallet, connection: await wallet.connect({ namespace, networkIds: [networkId], isReconnecting: true }) }
  } catch (error) {
    if (error instanceof RpcError && (error.code === codes.resourceNotFound || loginFailure(error).cause === 'expired'))
      forgetConnection(namespace, embeddedId)
    throw error
  }
}
