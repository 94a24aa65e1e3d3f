import { alerts, type CaipNetworkId, codes, errors, type Network, RpcError } from '@latchkey/protocol'
import { approvalStore } from '../state/approval.js'
import { findNetwork, networksStore } from '../state/networks.js'
import { activeConnection, sessionStore } from '../state/session.js'
import { switchingStore } from '../state/switching.js'
import { uiStore } from '../state/ui.js'
import { shownView } from '../state/view.js'
import { showAlert } from './alert.js'
import { askFamily } from './askFamily.js'
import { closeDialog } from './close.js'
import { currentPlan, moveWallet } from './moveWallet.js'
import { activateFamily } from './session.js'
import { showDialog } from './show.js'
import { isChainMissing } from './switchCause.js'
import { cancelSwitch, prepareSwitch } from './switchNetwork.js'
import { switchTarget } from './switchTarget.js'
import { push } from './viewStack.js'

/**
 * The page asks for a switch. The wallet asks the person; the dialog only where the wallet cannot, or where `confirm` wants it.
 *
 * @param confirm show the question here first
 * @throws RpcError 4902 with the alert 'Network Not Found' for a network that the page does not use, 'Chain adapter not found' when it uses none of the family; the wallet's own; 4001 when the
 *   person leaves the question, or connects no wallet of its family; -32002 while an approval is on screen
 */
export async function requestSwitch(
  networkId: CaipNetworkId,
  { confirm = false, signal }: { confirm?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  const target = readTarget(networkId)
  const plan = currentPlan(target, confirm)
  if (plan === 'none') return
  if (plan === 'select') {
    networksStore.setState({ selectedNetworkId: target.caipNetworkId })
    return
  }
  if (plan === 'confirm') return await askHere(target, signal)
  if (plan === 'activate') return activateFamily(target.chainNamespace)
  const connection = sessionStore.getState().connections[target.chainNamespace]
  if (!connection) return await askForWallet(target, signal)
  try {
    await moveWallet(connection, target, { signal })
  } catch (error) {
    if (!isChainMissing(error)) throw error
    await moveWallet(connection, target, { adding: true, signal })
  }
}

/** Asks for a wallet of another family, and waits until one is connected on that network. */
function askForWallet(target: Network, signal?: AbortSignal): Promise<void> {
  askFamily(target)
  const isThere = () => findNetwork(activeConnection()?.networkId)?.caipNetworkId === target.caipNetworkId
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      for (const off of offs) off()
      signal?.removeEventListener('abort', onAbort)
      end()
    }
    const onAbort = () => {
      settle(() => reject(signal?.reason))
      closeDialog({ force: true })
    }
    const look = () => {
      if (isThere()) settle(resolve)
      else if (!uiStore.getState().open) settle(() => reject(new RpcError(codes.userRejected, errors.modalClosed)))
    }
    const offs = [sessionStore.subscribe(look), uiStore.subscribe(look)]
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

function readTarget(networkId: CaipNetworkId): Network {
  try {
    return switchTarget(networkId, networksStore.getState().networks)
  } catch (error) {
    showAlert({ title: alerts.networkNotFound, detail: networkId, developer: true })
    throw error
  }
}

/** Shows the question and waits for what the person and the wallet make of it. */
function askHere(target: Network, signal?: AbortSignal): Promise<void> {
  // What is being approved names its network: another question must not take its place.
  if (approvalStore.getState().approval) return Promise.reject(new RpcError(codes.resourceUnavailable, 'Another request is pending'))
  prepareSwitch(target, 'confirm')
  if (uiStore.getState().open) push('SwitchNetwork')
  else showDialog('SwitchNetwork')
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      for (const off of offs) off()
      signal?.removeEventListener('abort', onAbort)
      end()
    }
    const onAbort = () => {
      settle(() => reject(signal?.reason))
      cancelSwitch()
    }
    const look = () => {
      const { phase, target: asked } = switchingStore.getState()
      const left = asked !== target || !uiStore.getState().open || shownView() !== 'SwitchNetwork'
      if (phase === 'switched' && asked === target) settle(resolve)
      else if (left) settle(() => reject(new RpcError(codes.userRejected, errors.modalClosed)))
    }
    const offs = [switchingStore.subscribe(look), uiStore.subscribe(look)]
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
