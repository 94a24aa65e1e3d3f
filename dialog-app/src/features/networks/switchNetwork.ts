import { type Network, toWireError } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { findNetwork, networksStore } from '../../state/networks.js'
import { onLeave } from '../../state/onLeave.js'
import { currentConnection, sessionStore } from '../../state/session.js'
import { switchingStore } from '../../state/switching.js'
import { uiStore } from '../../state/ui.js'
import { currentView } from '../../state/view.js'
import { emit } from '../events/dialogEvents.js'
import { activateFamily } from '../session/session.js'
import { cannotSwitch, isChainMissing, switchCause } from './switchCause.js'
import { currentPlan, switchWalletNetwork } from './switchWalletNetwork.js'

export { type NetworkRow, useNetworkRows } from './networkRows.js'

/** What one dialog keeps here. */
type Own = {
  control: AbortController | undefined
  stopWatching: (() => void) | undefined
}

const kept = perDialog((): Own => ({ control: undefined, stopWatching: undefined }))

/** A user picked a network in the list. */
export function chooseNetwork(dialog: Dialog, network: Network): void {
  const plan = currentPlan(dialog, network)
  if (plan === 'none' || plan === 'select') {
    if (plan === 'select') networksStore(dialog).setState({ selectedNetworkId: network.caipNetworkId })
    emit(dialog, 'networkSelected')
  } else if (plan === 'activate') {
    activateFamily(dialog, network.chainNamespace)
    emit(dialog, 'familyActivated')
  } else if (plan === 'otherFamily') emit(dialog, 'familyWanted', network)
  else {
    prepareSwitch(dialog, network, plan === 'confirm' ? 'confirm' : 'waiting')
    emit(dialog, 'switchAsked')
    if (plan === 'switch') void run(dialog, false)
  }
}

/** "Switch": the user confirms what the page asked for. */
export function confirmSwitch(dialog: Dialog): void {
  void run(dialog, false)
}

/** "Add": the wallet lacks the network. */
export function addNetwork(dialog: Dialog): void {
  void run(dialog, true)
}

/** "Try again". */
export function retrySwitch(dialog: Dialog): void {
  void run(dialog, false)
}

/** Leaves without switching: the cause was shown, back to the view before. */
export function cancelSwitch(dialog: Dialog): void {
  stop(dialog)
  emit(dialog, 'switchCancelled')
}

/** A switch ends with its view. */
const watchView = perDialog((dialog) => void onLeave(dialog, 'SwitchNetwork', () => stop(dialog)))

/** Sets what `SwitchNetwork` is about. */
export function prepareSwitch(dialog: Dialog, target: Network, phase: 'confirm' | 'waiting'): void {
  watchView(dialog)
  stop(dialog)
  switchingStore(dialog).setState(
    { target, from: findNetwork(dialog, currentConnection(dialog)?.networkId) ?? null, phase, error: null },
    true,
  )
}

function stop(dialog: Dialog) {
  const own = kept(dialog)
  own.control?.abort()
  own.control = undefined
  own.stopWatching?.()
  own.stopWatching = undefined
}

/** Asks the wallet and shows what comes of it. */
async function run(dialog: Dialog, adding: boolean) {
  const own = kept(dialog)
  const { target } = switchingStore(dialog).getState()
  const connection = target && sessionStore(dialog).getState().connections[target.chainNamespace]
  if (!target || !connection) return
  // One question at a time: a second tap must not put a second one on the wallet's screen.
  if (own.control) return
  stop(dialog)
  const mine = new AbortController()
  own.control = mine
  const wasUnsupported = !findNetwork(dialog, connection.networkId)
  switchingStore(dialog).setState({ phase: 'waiting', error: null })
  try {
    await switchWalletNetwork(dialog, connection, target, { adding, signal: mine.signal })
    if (!mine.signal.aborted) succeed(dialog, wasUnsupported)
  } catch (error) {
    if (mine.signal.aborted) return
    const phase = switchCause(error, adding)
    if (adding && (cannotSwitch(error) || (isChainMissing(error) && phase === 'failed'))) refuse(dialog, target, connection.wallet.id)
    switchingStore(dialog).setState({ phase, error: toWireError(error) })
    // Manual steps: we notice when they are done.
    if (phase === 'cannotSwitch') watch(dialog, target, wasUnsupported)
  } finally {
    if (own.control === mine) own.control = undefined
  }
}

function succeed(dialog: Dialog, wasUnsupported: boolean) {
  switchingStore(dialog).setState({ phase: 'switched', error: null })
  const isShown = () =>
    uiStore(dialog).getState().open && currentView(dialog) === 'SwitchNetwork' && switchingStore(dialog).getState().phase === 'switched'
  emit(dialog, 'switched', { wasUnsupported, isShown })
}

/** The wallet does not offer this network: its row says so from now on. */
function refuse(dialog: Dialog, target: Network, walletId: string) {
  networksStore(dialog).setState(({ refused }) => ({
    refused: { ...refused, [walletId]: [...(refused[walletId] ?? []), target.caipNetworkId] },
  }))
}

function watch(dialog: Dialog, target: Network, wasUnsupported: boolean) {
  kept(dialog).stopWatching = sessionStore(dialog).subscribe((state) => {
    if (state.connections[target.chainNamespace]?.networkId !== target.caipNetworkId) return
    stop(dialog)
    succeed(dialog, wasUnsupported)
  })
}
