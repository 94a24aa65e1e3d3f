import { adapterErrors, type Network } from '@latchkey/protocol'
import { readyNamespace } from '../namespaces/registry.js'
import { networksStore } from '../state/networks.js'
import { type ActiveConnection, activeConnection, sessionStore } from '../state/session.js'
import { dispatchSession } from '../state/sessionReducer.js'
import { orderAccounts } from './accountOrder.js'
import { activateFamily, applyNetwork } from './session.js'
import { planSwitch, type SwitchPlan, type SwitchSituation } from './switchPlan.js'
import { connectedWallet } from './wallets.js'

/** What selecting `target` leads to in the present situation. */
export function currentPlan(target: Network, confirm = false): SwitchPlan {
  const { connections } = sessionStore.getState()
  const known = Object.entries(connections).map(([name, { wallet, networkId }]) => [name, { kind: wallet.kind, networkId }])
  const connected: SwitchSituation['connected'] = Object.fromEntries(known)
  const currentId = activeConnection()?.networkId ?? networksStore.getState().selectedNetworkId
  return planSwitch({ target, currentId, connected, confirm })
}

/**
 * Moves a wallet to a network, or the session alone where the family needs no wallet for it. The session follows only what the wallet says.
 *
 * @param adding the wallet lacks the network: add it first
 * @throws RpcError the wallet's own; 4001 when it answered but did not move; 4900 'NetworkController client not set' when the chain family's code did not come
 */
export async function moveWallet(
  { wallet: info }: ActiveConnection,
  target: Network,
  { adding = false, signal }: { adding?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const { chainNamespace, caipNetworkId } = target
  const namespace = await readyNamespace(chainNamespace, adapterErrors.networkClientNotSet)
  const move = adding ? namespace.addNetwork : namespace.switchNetwork
  const wallet = connectedWallet(info)
  dispatchSession({ type: 'started', namespace: chainNamespace, as: 'connecting' })
  try {
    // Granted already: nobody has to be asked.
    const granted = !adding && (await wallet.moveTo?.(caipNetworkId))
    const accounts = granted === true ? undefined : granted || (await move?.(wallet, target, signal))
    signal?.throwIfAborted()
    if (accounts) {
      const ordered = orderAccounts(chainNamespace, info.id, accounts)
      dispatchSession({ type: 'accounts', namespace: chainNamespace, walletId: info.id, accounts: ordered })
    }
    applyNetwork(chainNamespace, caipNetworkId, info.id)
    activateFamily(chainNamespace)
  } finally {
    dispatchSession({ type: 'ended', namespace: chainNamespace })
  }
}
