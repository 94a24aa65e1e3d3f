import { type Network, toWireError } from '@latchkey/protocol'
import { findNetwork, networksStore } from '../state/networks.js'
import { activeConnection, sessionStore } from '../state/session.js'
import { switchingStore } from '../state/switching.js'
import { uiStore } from '../state/ui.js'
import { shownView } from '../state/view.js'
import { askFamily } from './askFamily.js'
import { closeDialog } from './close.js'
import { currentPlan, moveWallet } from './moveWallet.js'
import { activateFamily } from './session.js'
import { cannotSwitch, isChainMissing, switchCause } from './switchCause.js'
import { back } from './view.js'
import { onLeave, popWhile, push } from './viewStack.js'

export { type NetworkRow, useNetworkRows } from './networkRows.js'

/** Milliseconds that "Switched" stays on screen. */
const hold = 180 + 160 + 450

/** Views on the way of a switch: nobody wants to come back to them afterwards. */
const passing: readonly string[] = ['Networks', 'SwitchNetwork', 'SwitchActiveChain', 'UnsupportedChain']

let control: AbortController | undefined
let leave: ReturnType<typeof setTimeout> | undefined
let stopWatching: (() => void) | undefined

// A switch ends with its view.
onLeave('SwitchNetwork', stop)

/** A person picked a network in the list. */
export function chooseNetwork(network: Network): void {
  const plan = currentPlan(network)
  if (plan === 'none' || plan === 'select') {
    if (plan === 'select') networksStore.setState({ selectedNetworkId: network.caipNetworkId })
    back()
  } else if (plan === 'activate') {
    activateFamily(network.chainNamespace)
    leaveList()
  } else if (plan === 'otherFamily') askFamily(network)
  else {
    prepareSwitch(network, plan === 'confirm' ? 'confirm' : 'waiting')
    push('SwitchNetwork')
    if (plan === 'switch') void run(false)
  }
}

/** "Switch": the person confirms what the page asked for. */
export function confirmSwitch(): void {
  void run(false)
}

/** "Add": the wallet lacks the network. */
export function addNetwork(): void {
  void run(true)
}

/** "Try again". */
export function retrySwitch(): void {
  void run(false)
}

/** Leaves without switching: the cause was shown, back to the view before. */
export function cancelSwitch(): void {
  stop()
  if (shownView() === 'SwitchNetwork') back()
}

/** Sets what `SwitchNetwork` is about. */
export function prepareSwitch(target: Network, phase: 'confirm' | 'waiting'): void {
  stop()
  switchingStore.setState({ target, from: findNetwork(activeConnection()?.networkId) ?? null, phase, error: null }, true)
}

function stop() {
  control?.abort()
  control = undefined
  clearTimeout(leave)
  stopWatching?.()
  stopWatching = undefined
}

/** Asks the wallet and shows what comes of it. */
async function run(adding: boolean) {
  const { target } = switchingStore.getState()
  const connection = target && sessionStore.getState().connections[target.chainNamespace]
  if (!target || !connection) return
  // One question at a time: a second tap must not put a second one on the wallet's screen.
  if (control) return
  stop()
  const mine = new AbortController()
  control = mine
  const wasUnsupported = !findNetwork(connection.networkId)
  switchingStore.setState({ phase: 'waiting', error: null })
  try {
    await moveWallet(connection, target, { adding, signal: mine.signal })
    if (!mine.signal.aborted) succeed(wasUnsupported)
  } catch (error) {
    if (mine.signal.aborted) return
    const phase = switchCause(error, adding)
    if (adding && (cannotSwitch(error) || (isChainMissing(error) && phase === 'failed'))) refuse(target, connection.wallet.id)
    switchingStore.setState({ phase, error: toWireError(error) })
    // Manual steps: we notice when they are done.
    if (phase === 'cannotSwitch') watch(target, wasUnsupported)
  } finally {
    if (control === mine) control = undefined
  }
}

function succeed(wasUnsupported: boolean) {
  switchingStore.setState({ phase: 'switched', error: null })
  leave = setTimeout(() => finish(wasUnsupported), hold)
}

/** The wallet does not offer this network: its row says so from now on. */
function refuse(target: Network, walletId: string) {
  networksStore.setState(({ refused }) => ({
    refused: { ...refused, [walletId]: [...(refused[walletId] ?? []), target.caipNetworkId] },
  }))
}

function watch(target: Network, wasUnsupported: boolean) {
  stopWatching = sessionStore.subscribe((state) => {
    if (state.connections[target.chainNamespace]?.networkId !== target.caipNetworkId) return
    stop()
    succeed(wasUnsupported)
  })
}

/** Back to where the person was before the list; who came only to leave an unsupported network is done. */
function finish(wasUnsupported: boolean) {
  if (!uiStore.getState().open || shownView() !== 'SwitchNetwork') return
  if (wasUnsupported) closeDialog({ force: true })
  else leaveList()
}

function leaveList() {
  if (!popWhile((name) => passing.includes(name))) closeDialog({ force: true })
}
