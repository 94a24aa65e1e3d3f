import type { NamespaceId, OpenParams, Session, ViewName } from '@latchkey/protocol'
import { toCaipAddress } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { isPhone } from '../../lib/platform.js'
import { askingStore } from '../../state/asking.js'
import { findNetwork, networksStore } from '../../state/networks.js'
import { offered } from '../../state/offered.js'
import { onClosed } from '../../state/onClosed.js'
import { currentConnection, sessionStore } from '../../state/session.js'
import { dispatchSession } from '../../state/sessionReducer.js'
import { type SettingsState, settingsStore } from '../../state/settings.js'
import { uiStore } from '../../state/ui.js'
import { builtViews, currentView } from '../../state/view.js'
import { chooseWallet } from '../connect/chooseWallet.js'
import { readWalletRows, usableNamespaces } from '../connect/rows.js'
import { reconnectDone } from '../session/reconnectDone.js'
import { readSnapshot } from '../session/snapshot.js'
import { offers } from '../settings/offers.js'
import { closeDialog, finishClosing } from './close.js'
import { guardsNetwork } from './guardsNetwork.js'
import { openingView } from './opening.js'
import { showDialog } from './show.js'
import { reset } from './viewStack.js'

/** Code that did not come: what is on screen stays, and the next opening asks for it again. */
const unfetched = () => {}

const isConnected = (dialog: Dialog, namespace: NamespaceId | undefined) => {
  const { connections, activeNamespace } = sessionStore(dialog).getState()
  const wanted = namespace ?? activeNamespace
  return wanted !== null && connections[wanted] !== undefined
}

/** What `open` resolves with: the session of the family that was asked for, else of the active one. */
export function readSession(dialog: Dialog, namespace?: NamespaceId): Session | null {
  const { activeNamespace, accounts, networkIds, wallets, signIns = {} } = readSnapshot(dialog)
  const name = namespace ?? activeNamespace
  if (!name) return null
  const own = accounts[name]
  const [networkId, wallet, signIn] = [networkIds[name], wallets[name], signIns[name]]
  if (!own?.[0] || !networkId || !wallet) return null
  const { address } = own[0]
  const session = { namespace: name, address, caipAddress: toCaipAddress(networkId, address), networkId, accounts: own, wallet }
  return signIn ? { ...session, signIn } : session
}

/** A family that the page asks for is switched to first; while nothing is connected, requests go to its first network then. */
function selectFamily(dialog: Dialog, namespace: NamespaceId) {
  dispatchSession(dialog, { type: 'activated', namespace })
  const { activeNamespace, connections } = sessionStore(dialog).getState()
  const { networks, selectedNetworkId } = networksStore(dialog).getState()
  const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace).map(({ caipNetworkId }) => caipNetworkId)
  const stays = activeNamespace !== null || own.some((id) => id === selectedNetworkId)
  const wanted = connections[namespace]?.networkId ?? (stays ? undefined : own[0])
  if (wanted && findNetwork(dialog, wanted)) networksStore(dialog).setState({ selectedNetworkId: wanted })
}

/** Whether the wallet that the page names may join those that are connected. */
function mayAdd(dialog: Dialog, wallet: string, namespace: NamespaceId | undefined): boolean {
  const { connections, activeNamespace } = sessionStore(dialog).getState()
  const family = namespace ?? activeNamespace
  if (!family || connections[family]?.wallet.id === wallet) return false
  if (!settingsStore(dialog).getState().features.multiWallet)
    import('../session/multiWallet.js').then(({ checkMultiWallet }) => checkMultiWallet(dialog)).catch(unfetched)
  return settingsStore(dialog).getState().features.multiWallet
}

/** The view that an opening shows now. */
function viewFor(dialog: Dialog, view: ViewName | undefined, namespace: NamespaceId | undefined): ViewName {
  const connected = isConnected(dialog, namespace)
  const offered: Readonly<Partial<Record<ViewName, (settings: SettingsState) => boolean>>> = offers
  const isHere = (name: ViewName) => builtViews.has(name) && (offered[name]?.(settingsStore(dialog).getState()) ?? true)
  const canShow = (name: ViewName) => {
    const needs = builtViews.get(name)?.needs
    return isHere(name) && needs !== 'context' && (connected || needs !== 'connection')
  }
  return openingView({ requested: view, connected, hasAdapter: usableNamespaces(dialog).length > 0, phone: isPhone(), canShow })
}

function start(dialog: Dialog, { view, wallet, namespace, required = false, keyboard = false }: OpenParams, afresh: boolean) {
  // The page asks for something else than what was offered.
  offered(dialog).end?.()
  if (namespace) selectFamily(dialog, namespace)
  uiStore(dialog).setState({ namespace: namespace ?? null })
  const connected = isConnected(dialog, namespace)
  const opening = viewFor(dialog, view, namespace)
  // On a network that the page does not use, the way out comes first, however often it is opened.
  const lost = connected && guardsNetwork(dialog) && !findNetwork(dialog, currentConnection(dialog)?.networkId)
  // A wallet elsewhere waits for the user: that comes before everything else, unless they have just given it up.
  const asking = afresh && opening === 'Account' && !view && !wallet && askingStore(dialog).getState().count > 0
  if (asking) import('../walletConnect/lazy.js').then(({ adoptOpening }) => adoptOpening(dialog)).catch(unfetched)
  // Who has still to sign in does that first, whatever is opened.
  const due = uiStore(dialog).getState().locked ? 'SIWXSignMessage' : undefined
  showDialog(dialog, due ?? (asking ? 'ConnectingWalletConnect' : lost && opening === 'Account' ? 'UnsupportedChain' : opening), {
    keyboard,
    required,
  })
  if (view === 'ConnectingSocial') import('../embedded/socialLogin.js').then(({ returnSocial }) => returnSocial(dialog)).catch(unfetched)
  if (view === 'ProfileWallets')
    import('../session/multiWallet.js').then(({ checkMultiWallet }) => checkMultiWallet(dialog)).catch(unfetched)
  if (!wallet || (connected && !mayAdd(dialog, wallet, namespace))) return
  const row = readWalletRows(dialog).find(({ id, connectors = {} }) => id === wallet || Object.values(connectors).includes(wallet))
  reset(dialog, 'Connect')
  // Not on the list: the directory may know it.
  if (row) chooseWallet(dialog, row)
  else import('../walletConnect/lazy.js').then(({ openNamed }) => openNamed(dialog, wallet)).catch(unfetched)
}

/** Opened while a reload was still being resumed: what comes back is what the user would have connected, and they see what the page asked for. */
async function followReconnect(dialog: Dialog, { view, namespace }: OpenParams) {
  if (sessionStore(dialog).getState().status !== 'reconnecting') return
  await reconnectDone(dialog)
  if (!uiStore(dialog).getState().open || currentView(dialog) !== 'Connect' || !isConnected(dialog, namespace)) return
  if (namespace && !view) closeDialog(dialog, { force: true })
  else reset(dialog, viewFor(dialog, view, namespace))
}

/**
 * Opens the dialog for the page.
 *
 * @param signal closes it again
 * @returns once it is closed: the session there is then, or null
 */
export function openDialog(dialog: Dialog, params: OpenParams, signal?: AbortSignal): Promise<Session | null> {
  // Listens before anything opens, but after a closing that is still under way.
  const afresh = !finishClosing(dialog)
  const closed = new Promise<Session | null>((resolve) => {
    onClosed(dialog, () => {
      signal?.removeEventListener('abort', close)
      resolve(readSession(dialog, params.namespace))
    })
  })
  const close = () => closeDialog(dialog, { force: true })
  if (signal?.aborted) return Promise.resolve(readSession(dialog, params.namespace))
  signal?.addEventListener('abort', close, { once: true })
  start(dialog, params, afresh)
  void followReconnect(dialog, params)
  return closed
}
