import { codes, errors, methodPolicy, RpcError } from '@latchkey/protocol'
import { sharedRpcClient } from '../../../api/rpcClients.js'
import type { Dialog } from '../../../lib/dialog.js'
import type { TransactionTools } from '../../../namespaces/transactions.js'
import { sessionStore } from '../../../state/session.js'
import type { Transaction } from '../../../state/transactions.js'
import { walletFacts } from '../../../wallets/facts.js'
import { walletFor } from '../../../wallets/registry.js'
import { networkUrls } from '../../networks/networkUrls.js'
import { handleRequest } from '../../session/requests.js'

type Of = Pick<Transaction, 'namespace' | 'networkId'>

/**
 * Asks the wallet of a chain family as a page would: by the method's policy, with the embedded wallet's approvals.
 *
 * @throws RpcError as `handleRequest`; 4200 for a question about itself to a wallet that answers none
 */
async function ask(dialog: Dialog, { namespace, networkId }: Of, method: string, params: unknown): Promise<unknown> {
  if (methodPolicy(namespace, method) !== 'read') return await handleRequest(dialog, { namespace, networkId, method, params })
  const wallet = sessionStore(dialog).getState().connections[namespace]?.wallet
  const facts = wallet && walletFacts(wallet.kind)
  // What a wallet in the page can do, it says itself; one on another device is asked nothing that it has to wake up for.
  if (!wallet || !(facts?.livesInPage || facts?.answersReads)) throw new RpcError(codes.unsupportedMethod, errors.rpcNotAllowed)
  return await walletFor(dialog, wallet).request({ namespace, networkId, method, params })
}

/**
 * What a chain family sends and follows transactions with.
 *
 * @throws RpcError 4901 'Chain is not supported' for a network that can be read nowhere
 */
export function toolsFor(dialog: Dialog, of: Of): TransactionTools {
  const urls = networkUrls(dialog, of.networkId)
  if (!urls?.length) throw new RpcError(codes.chainDisconnected, errors.chainNotSupported)
  return { rpc: sharedRpcClient(dialog, urls), ask: (method, params) => ask(dialog, of, method, params) }
}
