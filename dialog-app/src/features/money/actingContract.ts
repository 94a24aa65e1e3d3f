import { sharedRpcClient } from '../../api/rpcClients.js'
import type { Dialog } from '../../lib/dialog.js'
import { loadNamespace } from '../../namespaces/registry.js'
import type { ActiveConnection } from '../../state/session.js'
import { networkUrls } from '../networks/networkUrls.js'

/**
 * The contract that acts for a key's account (EIP-7702); undefined where none does.
 *
 * @throws RpcError the node's own
 */
export async function actingContract(
  dialog: Dialog,
  { networkId }: Pick<ActiveConnection, 'networkId'>,
  { namespace, address }: ActiveConnection['accounts'][number],
): Promise<string | undefined> {
  const urls = networkUrls(dialog, networkId)
  const transfers = await (await loadNamespace(dialog, namespace)).transfers?.()
  if (!urls?.length || !transfers) return undefined
  return (await transfers.recipient(address, sharedRpcClient(dialog, urls))).acting
}
