import { adapterErrors, type Network } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { readyNamespace } from '../../namespaces/registry.js'
import { networksStore } from '../../state/networks.js'
import { type ActiveConnection, currentConnection, sessionStore } from '../../state/session.js'
import { dispatchSession } from '../../state/sessionReducer.js'
import { walletFor } from '../../wallets/registry.js'
import { orderAccounts } from '../session/accountOrder.js'
import { activateFamily, applyNetwork } from '../session/session.js'
import { planSwitch, type SwitchPlan, type SwitchSituation } from './switchPlan.js'

/** What selecting `target` leads to in the present situation. */
export function currentPlan(dialog: Dialog, target: Network, confirm = false): SwitchPlan {
  const { connections } = sessionStore(dialog).getState()
  const known = Object.entries(connections).map(([name, { wallet, networkId }]) => [name, { kind: wallet.kind, networkId }])
  const connected: SwitchSituation['connected'] = Object.fromEntries(known)
  const currentId = currentConnection(dialog)?.networkId ?? networksStore(dialog).getState().selectedNetworkId
  return planSwitch({ target, currentId, connected, confirm })
}

/**
 * Moves a wallet to a network, or the session alone where the family needs no wallet for it. The session follows only what the wallet says.
 *
 * @param adding the wallet lacks the network: add it first
 * @throws RpcError the wallet's own; 4001 when it answered but did not move; 4900 'NetworkController client not set' when the chain family's code did not come
 */
export async function switchWalletNetwork(
  dialog: Dialog,
  { wallet: info }: ActiveConnection,
  target: Network,
  { adding = false, signal }: { adding?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const { chainNamespace, caipNetworkId } = target
  const namespace = await readyNamespace(dialog, chainNamespace, adapterErrors.networkClientNotSet)
  const move = adding ? namespace.addNetwork : namespace.switchNetwork
  const wallet = walletFor(dialog, info)
  dispatchSession(dialog, { type: 'started', namespace: chainNamespace, as: 'connecting' })
  try {
    // Granted already: nobody has to be asked.
    const granted = !adding && (await wallet.moveTo?.(caipNetworkId))
    const accounts = granted === true ? undefined : granted || (await move?.(wallet, target, signal))
    signal?.throwIfAborted()
    if (accounts) {
      const ordered = orderAccounts(dialog, chainNamespace, info.id, accounts)
      dispatchSession(dialog, { type: 'accounts', namespace: chainNamespace, walletId: info.id, accounts: ordered })
    }
    applyNetwork(dialog, chainNamespace, caipNetworkId, info.id)
    activateFamily(dialog, chainNamespace)
  } finally {
    dispatchSession(dialog, { type: 'ended', namespace: chainNamespace })
  }
}
