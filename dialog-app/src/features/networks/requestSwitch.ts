import { alerts, type CaipNetworkId, codes, errors, type Network, RpcError } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { approvalStore } from '../../state/approval.js'
import { findNetwork, networksStore } from '../../state/networks.js'
import { currentConnection, sessionStore } from '../../state/session.js'
import { switchingStore } from '../../state/switching.js'
import { uiStore } from '../../state/ui.js'
import { currentView } from '../../state/view.js'
import { emit } from '../events/dialogEvents.js'
import { showAlert } from '../notices/alert.js'
import { activateFamily } from '../session/session.js'
import { isChainMissing } from './switchCause.js'
import { cancelSwitch, prepareSwitch } from './switchNetwork.js'
import { switchTarget } from './switchTarget.js'
import { currentPlan, switchWalletNetwork } from './switchWalletNetwork.js'

/**
 * The page asks for a switch. The wallet asks the user; the dialog only where the wallet cannot, or where `confirm` wants it.
 *
 * @param confirm show the question here first
 * @throws RpcError 4902 with the alert 'Network Not Found' for a network that the page does not use, 'Chain adapter not found' when it uses none of the family; the wallet's own; 4001 when the
 *   user leaves the question, or connects no wallet of its family; -32002 while an approval is on screen
 */
export async function requestSwitch(
  dialog: Dialog,
  networkId: CaipNetworkId,
  { confirm = false, signal }: { confirm?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  const target = readTarget(dialog, networkId)
  const plan = currentPlan(dialog, target, confirm)
  if (plan === 'none') return
  if (plan === 'select') {
    networksStore(dialog).setState({ selectedNetworkId: target.caipNetworkId })
    return
  }
  if (plan === 'confirm') return await askHere(dialog, target, signal)
  if (plan === 'activate') return activateFamily(dialog, target.chainNamespace)
  const connection = sessionStore(dialog).getState().connections[target.chainNamespace]
  if (!connection) return await askForWallet(dialog, target, signal)
  try {
    await switchWalletNetwork(dialog, connection, target, { signal })
  } catch (error) {
    if (!isChainMissing(error)) throw error
    await switchWalletNetwork(dialog, connection, target, { adding: true, signal })
  }
}

type Followed = { subscribe(listener: () => void): () => void }

/**
 * Follows stores until `look` says how it ended.
 *
 * @param leave what the user sees goes away, because the page gave up
 * @throws RpcError 4001 'Modal closed' when the user left; the signal's reason
 */
function follow(
  stores: readonly Followed[],
  look: () => 'done' | 'left' | undefined,
  leave: () => void,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      for (const unsubscribe of subscriptions) unsubscribe()
      signal?.removeEventListener('abort', onAbort)
      end()
    }
    const onAbort = () => {
      settle(() => reject(signal?.reason))
      leave()
    }
    const onChange = () => {
      const end = look()
      if (end === 'done') settle(resolve)
      else if (end === 'left') settle(() => reject(new RpcError(codes.userRejected, errors.modalClosed)))
    }
    const subscriptions = stores.map((store) => store.subscribe(onChange))
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** Asks for a wallet of another family, and waits until one is connected on that network. */
function askForWallet(dialog: Dialog, target: Network, signal?: AbortSignal): Promise<void> {
  emit(dialog, 'familyWanted', target)
  const isThere = () => findNetwork(dialog, currentConnection(dialog)?.networkId)?.caipNetworkId === target.caipNetworkId
  const stores = [sessionStore(dialog), uiStore(dialog)]
  const look = () => (isThere() ? 'done' : !uiStore(dialog).getState().open ? 'left' : undefined)
  return follow(stores, look, () => emit(dialog, 'requestOver'), signal)
}

function readTarget(dialog: Dialog, networkId: CaipNetworkId): Network {
  try {
    return switchTarget(networkId, networksStore(dialog).getState().networks)
  } catch (error) {
    showAlert(dialog, { title: alerts.networkNotFound, detail: networkId, developer: true })
    throw error
  }
}

/** Shows the question and waits for what the user and the wallet make of it. */
function askHere(dialog: Dialog, target: Network, signal?: AbortSignal): Promise<void> {
  // What is being approved names its network: another question must not take its place.
  if (approvalStore(dialog).getState().approval)
    return Promise.reject(new RpcError(codes.resourceUnavailable, 'Another request is pending'))
  prepareSwitch(dialog, target, 'confirm')
  emit(dialog, 'switchAsked')
  const look = () => {
    const { phase, target: asked } = switchingStore(dialog).getState()
    if (phase === 'switched' && asked === target) return 'done'
    const left = asked !== target || !uiStore(dialog).getState().open || currentView(dialog) !== 'SwitchNetwork'
    return left ? 'left' : undefined
  }
  return follow([switchingStore(dialog), uiStore(dialog)], look, () => cancelSwitch(dialog), signal)
}
