import { sharedRpcClient } from '../../../api/rpcClients.js'
import type { Dialog } from '../../../lib/dialog.js'
import { loadNamespace } from '../../../namespaces/registry.js'
import type { TransferCost } from '../../../namespaces/transfers.js'
import type { Token } from '../../../state/portfolio.js'
import { networkUrls } from '../../networks/networkUrls.js'
import type { OnNetwork } from '../onNetwork.js'

/**
 * What sending a token costs, before anybody says how much and to whom.
 *
 * @returns undefined where it can be asked nowhere
 * @throws RpcError the node's own
 */
export async function readCost(dialog: Dialog, of: OnNetwork, token: Token, isContract: boolean): Promise<TransferCost | undefined> {
  const urls = networkUrls(dialog, of.networkId)
  const transfers = await (await loadNamespace(dialog, of.namespace)).transfers?.()
  if (!urls?.length || !transfers) return undefined
  const { contract, decimals } = token
  const what = { networkId: of.networkId, from: of.address, decimals, ...(contract ? { contract } : {}) }
  return await transfers.costOf(what, sharedRpcClient(dialog, urls), isContract)
}
