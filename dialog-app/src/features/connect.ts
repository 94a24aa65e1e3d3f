import { type NamespaceId, type Network, toWireError } from '@latchkey/protocol'
import { loadNamespace } from '../namespaces/registry.js'
import { type ConnectPhase, connectingStore } from '../state/connecting.js'
import { findNetwork, networkIds, networksStore } from '../state/networks.js'
import { findConnection } from '../state/session.js'
import { dispatchSession } from '../state/sessionReducer.js'
import { uiStore } from '../state/ui.js'
import { shownView } from '../state/view.js'
import type { Wallet } from '../wallets/wallet.js'
import { type Attempt, attempt, cancelAttempts } from './attempts.js'
import { closeDialog } from './close.js'
import { connectCause } from './connectCause.js'
import { withConsent } from './consent.js'
import { guardsNetwork } from './guardNetwork.js'
import { loadLive } from './loadLive.js'
import { anyWalletId, type WalletRow } from './rankRows.js'
import { rememberRecent } from './records.js'
import { popWhile, push, replace, reset } from './viewStack.js'
import { findWallet } from './wallets.js'

/** Milliseconds without an answer after which we say so. */
const slowAfter = 8_000
/** Ring closes, tick draws, hold: milliseconds until the dialog goes on by itself. */
export const tick = 180 + 160 + 450

let slow: ReturnType<typeof setTimeout> | undefined
let leave: ReturnType<typeof setTimeout> | undefined
let stopWatching: (() => void) | undefined

const isShown = () => uiStore.getState().open && shownView() === 'ConnectingExternal'
const setPhase = (phase: ConnectPhase, error: unknown = null) =>
  connectingStore.setState({ phase, error: error === null ? null : toWireError(error) })

function stopTimers() {
  clearTimeout(slow)
  clearTimeout(leave)
  stopWatching?.()
  stopWatching = undefined
}

/** The family to connect: what the page asked for, else the first network's that the wallet knows. */
export function chooseNamespace(row: Pick<WalletRow, 'namespaces'>): NamespaceId | undefined {
  const asked = uiStore.getState().namespace
  if (asked && row.namespaces.includes(asked)) return asked
  const used = networksStore.getState().networks.map(({ chainNamespace }) => chainNamespace)
  return used.find((namespace) => row.namespaces.includes(namespace)) ?? row.namespaces[0]
}

/**
 * A person tapped a wallet: shows it and asks it, inside the same click.
 */
export function chooseWallet(row: WalletRow): void {
  withConsent(() => goTo(row))
}

function goTo(row: WalletRow): void {
  if (row.id === anyWalletId) {
    push('ConnectingWalletConnectBasic')
    return
  }
  if (row.listed) {
    void import('./walletConnect/late.js').then(({ openListed }) => openListed(row.id))
    return
  }
  // Several families, and nobody said which: the person does.
  if (row.installed && row.namespaces.length > 1 && !uiStore.getState().namespace) {
    connectingStore.setState({ row })
    push('ConnectingMultiChain')
    return
  }
  connectFamily(row, chooseNamespace(row))
}

/** Asks a wallet for one of its families, inside the same click. */
export function connectFamily(row: WalletRow, namespace: NamespaceId | undefined): void {
  const { name, icon } = row
  const id = (namespace && row.connectors?.[namespace]) ?? row.id
  connectingStore.setState({ wallet: { id, name, icon, row: row.id }, namespace: namespace ?? null, phase: 'connecting', error: null })
  push('ConnectingExternal')
  start()
}

/** Asks the wallet again: "Open again" while it is slow, "Try again" after a failure. */
export function retryConnect(): void {
  start({ again: connectingStore.getState().phase === 'slow' })
}

/**
 * The person left the view. A question that the wallet still shows stays there: when they approve it after all, and the dialog is still open
 * and nothing else was chosen, it counts.
 */
export function cancelConnect(): void {
  stopTimers()
  const { namespace } = connectingStore.getState()
  if (namespace) dispatchSession({ type: 'ended', namespace })
}

/** When the dialog closes, whatever a wallet still shows does not count any more. Gives the way to stop. */
export function startConnect(): () => void {
  return uiStore.subscribe((state, previous) => {
    if (!previous.open || state.open) return
    cancelConnect()
    cancelAttempts()
  })
}

function start({ again = false } = {}) {
  const { wallet: choice, namespace } = connectingStore.getState()
  stopTimers()
  const wallet = choice && findWallet(choice.id)
  if (!wallet || !namespace) {
    cancelAttempts()
    setPhase('notInstalled')
    return
  }
  setPhase('connecting')
  dispatchSession({ type: 'started', namespace, as: 'connecting' })
  slow = setTimeout(() => connectingStore.getState().phase === 'connecting' && setPhase('slow'), slowAfter)
  const { target } = connectingStore.getState()
  // The network that the wallet is wanted for comes first.
  follow(attempt(wallet, namespace, { networkIds: [...(target ? [target] : []), ...networkIds()], again }))
}

const followed = new WeakSet<Attempt>()

/** Waits for an attempt once, however often it is joined. */
function follow(mine: Attempt) {
  if (followed.has(mine)) return
  followed.add(mine)
  mine.result.then(
    (connection) => (mine.cancelled() ? undefined : succeed(mine, connection).catch((error) => fail(mine, error))),
    (error: unknown) => mine.cancelled() || fail(mine, error),
  )
}

function isChosen({ wallet, namespace }: Pick<Attempt, 'wallet' | 'namespace'>) {
  const state = connectingStore.getState()
  return state.wallet?.id === wallet.info.id && state.namespace === namespace
}

function fail(mine: Attempt, error: unknown) {
  if (!isChosen(mine) || !isShown()) return
  stopTimers()
  dispatchSession({ type: 'ended', namespace: mine.namespace })
  const phase = connectCause(error, findWallet(mine.wallet.info.id) !== undefined)
  setPhase(phase, error)
  if (phase === 'locked') watchUnlock(mine)
}

async function succeed({ wallet, namespace, cancelled }: Attempt, connection: Wallet.Connection): Promise<void> {
  const { acceptConnection, forgetSuspended } = await loadLive()
  if (cancelled()) return
  stopTimers()
  cancelAttempts()
  forgetSuspended([namespace], wallet.info.id)
  acceptConnection(namespace, wallet, connection)
  rememberRecent(wallet.info.id)
  if (!isShown()) return moveOn(connection)
  setPhase('connected')
  leave = setTimeout(() => isShown() && moveOn(connection), tick)
}

/** A connection on a network that the page does not use is not done yet. */
export function moveOn({ networkId }: Wallet.Connection) {
  if (!uiStore.getState().open) return
  const target = findNetwork(connectingStore.getState().target)
  if (target && target.caipNetworkId !== findNetwork(networkId)?.caipNetworkId) void goOnTo(target)
  else if (!findNetwork(networkId) && guardsNetwork()) replace('UnsupportedChain')
  // Who came to add a wallet wants to see it beside the others.
  else if (!popWhile((name) => name !== 'ProfileWallets')) closeDialog({ force: true })
}

/** The wallet was wanted for a network, and is on another one. */
async function goOnTo(target: Network): Promise<void> {
  const { chooseNetwork } = await import('./switchNetwork.js')
  reset('Account')
  chooseNetwork(target)
}

/** A locked wallet: goes on by itself when it shows accounts, or when the person comes back and it has some. */
function watchUnlock(mine: Attempt) {
  const { wallet, namespace } = mine
  let asking = false
  const look = async () => {
    if (asking || document.visibilityState === 'hidden' || findConnection(namespace, wallet.info.id)) return
    asking = true
    try {
      const connection = await wallet.connect({ namespace, networkIds: networkIds(), isReconnecting: true })
      if (isChosen({ wallet, namespace }) && isShown() && connectingStore.getState().phase === 'locked') await succeed(mine, connection)
    } catch {
      // Still locked.
    } finally {
      asking = false
    }
  }
  const off = wallet.subscribe(async (event) => {
    const change = await (await loadNamespace(namespace)).readEvent(event)
    if (change?.type === 'accounts' && change.accounts.length > 0) await look()
  })
  window.addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  stopWatching = () => {
    off()
    window.removeEventListener('focus', look)
    document.removeEventListener('visibilitychange', look)
  }
}
