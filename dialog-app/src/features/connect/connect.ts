import { type NamespaceId, toWireError } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { after } from '../../lib/lifetime.js'
import { type ConnectPhase, connectingStore } from '../../state/connecting.js'
import { networkIds, networksStore } from '../../state/networks.js'
import { dispatchSession } from '../../state/sessionReducer.js'
import { settingsStore } from '../../state/settings.js'
import { currentOffer, setOffer } from '../../state/signInOffer.js'
import { requiresSignIn } from '../../state/signIns.js'
import { uiStore } from '../../state/ui.js'
import { currentView, viewStore } from '../../state/view.js'
import type { WalletRow } from '../../state/walletRow.js'
import type { Wallet } from '../../wallets/wallet.js'
import { emit } from '../events/dialogEvents.js'
import { loadSessionRuntime } from '../session/loadSessionRuntime.js'
import { connectCause } from './connectCause.js'
import { withConsent } from './consent.js'
import { cancelPendingConnects, type PendingConnect, pendingConnect } from './pendingConnects.js'
import { findWallet } from './wallets.js'

/** Milliseconds without an answer after which we say so. */
const slowAfter = 8_000

/** What one dialog keeps here. */
type Own = {
  slow: (() => void) | undefined
  stopWatching: (() => void) | undefined
}

const kept = perDialog((): Own => ({ slow: undefined, stopWatching: undefined }))

const isShown = (dialog: Dialog) => uiStore(dialog).getState().open && currentView(dialog) === 'ConnectingExternal'
const setPhase = (dialog: Dialog, phase: ConnectPhase, error: unknown = null) =>
  connectingStore(dialog).setState({ phase, error: error === null ? null : toWireError(error) })

function stopTimers(dialog: Dialog) {
  const own = kept(dialog)
  own.slow?.()
  own.stopWatching?.()
  own.stopWatching = undefined
}

/** The family to connect: what the page asked for, else the first network's that the wallet knows. */
export function chooseNamespace(dialog: Dialog, row: Pick<WalletRow, 'namespaces'>): NamespaceId | undefined {
  const asked = uiStore(dialog).getState().namespace
  if (asked && row.namespaces.includes(asked)) return asked
  const used = networksStore(dialog)
    .getState()
    .networks.map(({ chainNamespace }) => chainNamespace)
  return used.find((namespace) => row.namespaces.includes(namespace)) ?? row.namespaces[0]
}

/** A wallet that is here was chosen: asks it inside the same click, or asks the user first which of its families it is for. */
export function chooseInstalled(dialog: Dialog, row: WalletRow): void {
  withConsent(dialog, () => {
    // Several chain families, and the page named none: the user chooses.
    if (row.installed && row.namespaces.length > 1 && !uiStore(dialog).getState().namespace) {
      connectingStore(dialog).setState({ row })
      emit(dialog, 'severalFamilies')
    } else connectFamily(dialog, row, chooseNamespace(dialog, row))
  })
}

/** Asks a wallet for one of its families, inside the same click. */
export function connectFamily(dialog: Dialog, row: WalletRow, namespace: NamespaceId | undefined): void {
  const { name, icon } = row
  const id = (namespace && row.connectors?.[namespace]) ?? row.id
  connectingStore(dialog).setState({
    wallet: { id, name, icon, row: row.id },
    namespace: namespace ?? null,
    phase: 'connecting',
    error: null,
  })
  emit(dialog, 'walletAsked')
  start(dialog)
}

/** Asks the wallet again: "Open again" while it is slow, "Try again" after a failure. */
export function retryConnect(dialog: Dialog): void {
  start(dialog, { again: connectingStore(dialog).getState().phase === 'slow' })
}

/**
 * The user left the view. A question that the wallet still shows stays there: when they approve it after all, and the dialog is still open
 * and nothing else was chosen, it counts.
 */
export function cancelConnect(dialog: Dialog): void {
  stopTimers(dialog)
  const { namespace } = connectingStore(dialog).getState()
  if (namespace) dispatchSession(dialog, { type: 'ended', namespace })
}

/** Where sign-in is required, an offer of it is made while the user looks at the wallets: there is no time for it within their click. */
function offerAhead(dialog: Dialog): void {
  if (!uiStore(dialog).getState().open || currentView(dialog) !== 'Connect' || !requiresSignIn(dialog)) return
  import('../siwx/oneStep.js').then(
    ({ offerSignIn }) => offerSignIn(dialog),
    () => {},
  )
}

/** When the dialog closes, whatever a wallet still shows does not count any more. */
export function startConnect(dialog: Dialog): void {
  uiStore(dialog).subscribe((state, previous) => {
    if (previous.open === state.open) return
    if (state.open) return offerAhead(dialog)
    cancelConnect(dialog)
    cancelPendingConnects(dialog)
  })
  viewStore(dialog).subscribe(() => offerAhead(dialog))
  settingsStore(dialog).subscribe(({ options: { siwx } }, { options }) => {
    if (siwx === options.siwx) return
    setOffer(dialog)
    offerAhead(dialog)
  })
  offerAhead(dialog)
}

function start(dialog: Dialog, { again = false } = {}) {
  const { wallet: choice, namespace } = connectingStore(dialog).getState()
  stopTimers(dialog)
  const wallet = choice && findWallet(dialog, choice.id)
  if (!wallet || !namespace) {
    cancelPendingConnects(dialog)
    setPhase(dialog, 'notInstalled')
    return
  }
  setPhase(dialog, 'connecting')
  dispatchSession(dialog, { type: 'started', namespace, as: 'connecting' })
  kept(dialog).slow = after(dialog, slowAfter, () => connectingStore(dialog).getState().phase === 'connecting' && setPhase(dialog, 'slow'))
  const { target } = connectingStore(dialog).getState()
  // The network that the wallet is wanted for comes first.
  const wanted = [...(target ? [target] : []), ...networkIds(dialog)]
  // A wallet that did not answer may be one that does not know how to sign in: it is asked for its accounts alone.
  const signIn = !again && requiresSignIn(dialog) ? currentOffer(dialog) : undefined
  follow(dialog, pendingConnect(dialog, wallet, namespace, { networkIds: wanted, again, ...(signIn && { signIn }) }))
}

const followed = perDialog(() => new WeakSet<PendingConnect>())

/** Waits for an attempt once, even if several callers wait for it. */
function follow(dialog: Dialog, mine: PendingConnect) {
  if (followed(dialog).has(mine)) return
  followed(dialog).add(mine)
  mine.result.then(
    (connection) => (mine.cancelled() ? undefined : succeed(dialog, mine, connection).catch((error) => fail(dialog, mine, error))),
    (error: unknown) => mine.cancelled() || fail(dialog, mine, error),
  )
}

function isChosen(dialog: Dialog, { wallet, namespace }: Pick<PendingConnect, 'wallet' | 'namespace'>) {
  const state = connectingStore(dialog).getState()
  return state.wallet?.id === wallet.info.id && state.namespace === namespace
}

function fail(dialog: Dialog, mine: PendingConnect, error: unknown) {
  if (!isChosen(dialog, mine) || !isShown(dialog)) return
  stopTimers(dialog)
  dispatchSession(dialog, { type: 'ended', namespace: mine.namespace })
  const phase = connectCause(error, findWallet(dialog, mine.wallet.info.id) !== undefined)
  setPhase(dialog, phase, error)
  if (phase === 'locked') watch(dialog, mine).catch(() => {})
}

async function succeed(dialog: Dialog, { wallet, namespace, cancelled }: PendingConnect, connection: Wallet.Connection): Promise<void> {
  const { acceptConnection, forgetSuspended, rememberRecent } = await loadSessionRuntime(dialog)
  if (cancelled()) return
  stopTimers(dialog)
  cancelPendingConnects(dialog)
  forgetSuspended(dialog, [namespace], wallet.info.id)
  acceptConnection(dialog, namespace, wallet, connection)
  rememberRecent(dialog, wallet.info.id)
  const { networkId } = connection
  if (!isShown(dialog)) return emit(dialog, 'connected', { networkId })
  setPhase(dialog, 'connected')
  emit(dialog, 'connected', { networkId, isShown: () => isShown(dialog) && connectingStore(dialog).getState().phase === 'connected' })
}

/** When a locked wallet is unlocked, connecting continues. */
async function watch(dialog: Dialog, mine: PendingConnect): Promise<void> {
  const own = kept(dialog)
  const isLocked = () => isChosen(dialog, mine) && isShown(dialog) && connectingStore(dialog).getState().phase === 'locked'
  const { watchUnlock } = await import('./watchUnlock.js')
  if (!isLocked()) return
  own.stopWatching?.()
  own.stopWatching = watchUnlock(dialog, mine, async (connection) => {
    if (isLocked()) await succeed(dialog, mine, connection)
  })
}
