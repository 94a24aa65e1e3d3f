import { type CaipNetworkId, codes, errors, methodPolicies, methodPolicy, type NamespaceId, RpcError } from '@latchkey/protocol'
import { sharedRpcClient } from '../../api/rpcClients.js'
import type { Dialog } from '../../lib/dialog.js'
import { record } from '../../lib/record.js'
import { networksStore } from '../../state/networks.js'
import { sessionStore } from '../../state/session.js'
import { walletFacts } from '../../wallets/facts.js'
import { walletFor } from '../../wallets/registry.js'
import { networkUrls } from '../networks/networkUrls.js'
import { handleAccountRequest } from './accountRequests.js'
import { refusePermissions } from './permissions.js'
import { flushSnapshot, readSnapshot } from './snapshot.js'

export type PageRequest = {
  readonly namespace: NamespaceId
  readonly networkId: CaipNetworkId | null
  readonly method: string
  readonly params: unknown
}

/** Reads that are about the wallet, not about the chain. */
const aboutWallet = /^wallet_|UserOperation|^eth_supportedEntryPoints$/
/** Reads that only the wallet which got the calls can answer (EIP-5792). */
const aboutCalls = /^wallet_get(?:CallsStatus|Capabilities)$/

/**
 * A page's request for a wallet that does not live in the page, or a read without one. The method policy decides first.
 *
 * @throws RpcError 4200 'Requested RPC call is not allowed' for a method that the policy does not know (`data.expected` lists those it knows); 4100 for one that needs a wallet
 *   when none is connected; 4901 'Chain is not supported' for a network that the page does not use, or that can be read nowhere; else the wallet's or the node's own
 */
export async function handleRequest(dialog: Dialog, request: PageRequest, signal?: AbortSignal): Promise<unknown> {
  const { namespace, method, params } = request
  const policy = methodPolicy(namespace, method)
  if (!policy) {
    record(dialog, 'error', `Request ${method}: ${codes.unsupportedMethod} ${errors.rpcNotAllowed}`)
    throw new RpcError(codes.unsupportedMethod, errors.rpcNotAllowed, {
      data: { method, namespace, expected: Object.keys(methodPolicies[namespace]) },
    })
  }
  // The page knows of no account that has still to sign in.
  const connection = readSnapshot(dialog).accounts[namespace] && sessionStore(dialog).getState().connections[namespace]
  const networkId = request.networkId ?? connection?.networkId ?? networksStore(dialog).getState().selectedNetworkId
  const { answersReads, answersCallReads } = connection ? walletFacts(connection.wallet.kind) : {}
  const isOwn = (answersReads && aboutWallet.test(method)) || (answersCallReads && aboutCalls.test(method))
  if (policy === 'read' && !isOwn) {
    const urls = networkId === null ? undefined : networkUrls(dialog, networkId)
    if (!urls?.length) throw new RpcError(codes.chainDisconnected, errors.chainNotSupported)
    return await sharedRpcClient(dialog, urls).request(method, params, { signal })
  }
  if (!connection) throw new RpcError(codes.unauthorized, errors.rpcNotAllowed)
  refusePermissions(dialog, method, connection.wallet.kind)
  // What asks nobody is answered soon, and is not given up.
  const call = { namespace, networkId, method, params, ...(signal && policy !== 'read' ? { signal } : {}) }
  const result =
    policy === 'account' ? await handleAccountRequest(dialog, call, connection) : await walletFor(dialog, connection.wallet).request(call)
  // A page that asked for a change hears the answer after the change.
  await flushSnapshot(dialog)
  return result
}
