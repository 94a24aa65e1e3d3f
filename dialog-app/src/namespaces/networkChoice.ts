import {
  type CaipNetworkId,
  codes,
  errors,
  mainNetworkIds,
  type NamespaceId,
  type Network,
  namespaceOf,
  RpcError,
} from '@latchkey/protocol'
import type { Namespace } from './namespace.js'

/** The networks of a family among those that the page uses, in its order; the family's main one when there are none. */
export function wantedNetworks(namespace: NamespaceId, networkIds: readonly CaipNetworkId[]): readonly [CaipNetworkId, ...CaipNetworkId[]] {
  const [first, ...rest] = networkIds.filter((id) => namespaceOf(id) === namespace)
  return first ? [first, ...rest] : [mainNetworkIds[namespace]]
}

/**
 * Switches a family whose wallets have no request for it: they are asked for their accounts on the other network, which may have other
 * addresses.
 *
 * @param prompts whether the wallet may ask its user
 */
export function switchByAccounts(connect: Namespace['connect'], { prompts = false } = {}): NonNullable<Namespace['switchNetwork']> {
  return async (wallet, { caipNetworkId }: Network, signal) => {
    const parameters = { networkIds: [caipNetworkId], isReconnecting: !prompts, ...(signal ? { signal } : {}) }
    const { accounts, networkId } = await connect(wallet, parameters)
    // It has no account there.
    if (networkId !== caipNetworkId) throw new RpcError(codes.chainNotAdded, errors.chainNotSupported, { data: { networkId } })
    return accounts
  }
}

/** Tells a wallet beyond EVM that this site is done with it. */
export function notifyDisconnect(namespace: NamespaceId): NonNullable<Namespace['disconnect']> {
  return async (wallet) => {
    await wallet.request({ namespace, networkId: null, method: 'wallet_disconnect', params: {} })
  }
}

/**
 * The network that `chainChanged` names: a CAIP-2 id, or its reference.
 *
 * @param reference what references of the family look like
 */
export function readNetworkId(namespace: NamespaceId, data: unknown, reference: RegExp): CaipNetworkId | undefined {
  if (typeof data !== 'string') return undefined
  const text = data.startsWith(`${namespace}:`) ? data.slice(namespace.length + 1) : data
  return reference.test(text) ? `${namespace}:${text}` : undefined
}
