import type { NamespaceId, OpenParams, Session, ViewName } from '@latchkey/protocol'
import { toCaipAddress } from '@latchkey/protocol'
import { isPhone } from '../lib/platform.js'
import { askingStore } from '../state/asking.js'
import { findNetwork, networksStore } from '../state/networks.js'
import { activeConnection, sessionStore } from '../state/session.js'
import { dispatchSession } from '../state/sessionReducer.js'
import { settingsStore } from '../state/settings.js'
import { uiStore } from '../state/ui.js'
import { builtViews, shownView } from '../state/view.js'
import { closeDialog, finishClosing, onClosed } from './close.js'
import { chooseWallet } from './connect.js'
import { guardsNetwork } from './guardNetwork.js'
import { openingView } from './opening.js'
import { reconnectDone } from './reconnectDone.js'
import { readWalletRows, usableNamespaces, usesWalletConnect } from './rows.js'
import { showDialog } from './show.js'
import { reset } from './viewStack.js'

/** Views that say nothing without a connection or without what led to them. */
const needConnection: readonly ViewName[] = [
  'Account',
  'UnsupportedChain',
  'ProfileWallets',
  'AccountSettings',
  'WalletSend',
  'WalletReceive',
]
const needContext: readonly ViewName[] = [
  'ConnectingExternal',
  'ConnectingMultiChain',
  'ConnectingSocial',
  'ConnectingWalletConnect',
  'EmailVerifyDevice',
  'EmailVerifyOtp',
  'ProfileWallet',
  'SwitchActiveChain',
  'SwitchNetwork',
]

/** Views of a way in that this page or this server may not have. */
const offered: Readonly<Partial<Record<ViewName, () => boolean>>> = {
  ConnectingWalletConnectBasic: usesWalletConnect,
  EmailLogin: () => settingsStore.getState().features.email,
  ConnectingFarcaster: () => settingsStore.getState().features.socials.includes('farcaster'),
}

const isConnected = (namespace: NamespaceId | undefined) => {
  const { connections, activeNamespace } = sessionStore.getState()
  const wanted = namespace ?? activeNamespace
  return wanted !== null && connections[wanted] !== undefined
}

/** What `open` resolves with: the session of the family that was asked for, else of the active one. */
export function readSession(namespace?: NamespaceId): Session | null {
  const { connections, activeNamespace } = sessionStore.getState()
  const name = namespace ?? activeNamespace
  const connection = name ? connections[name] : undefined
  const account = connection?.accounts[0]
  if (!name || !connection || !account) return null
  const { accounts, networkId, wallet } = connection
  return { namespace: name, address: account.address, caipAddress: toCaipAddress(networkId, account.address), networkId, accounts, wallet }
}

/** A family that the page asks for is switched to first; while nothing is connected, requests go to its first network then. */
function selectFamily(namespace: NamespaceId) {
  dispatchSession({ type: 'activated', namespace })
  const { activeNamespace, connections } = sessionStore.getState()
  const { networks, selectedNetworkId } = networksStore.getState()
  const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace).map(({ caipNetworkId }) => caipNetworkId)
  const stays = activeNamespace !== null || own.some((id) => id === selectedNetworkId)
  const wanted = connections[namespace]?.networkId ?? (stays ? undefined : own[0])
  if (wanted && findNetwork(wanted)) networksStore.setState({ selectedNetworkId: wanted })
}

/** Whether the wallet that the page names may join those that are connected. */
function mayAdd(wallet: string, namespace: NamespaceId | undefined): boolean {
  const { connections, activeNamespace } = sessionStore.getState()
  const family = namespace ?? activeNamespace
  if (!family || connections[family]?.wallet.id === wallet) return false
  if (!settingsStore.getState().features.multiWallet) void import('./multiWallet.js').then(({ checkMultiWallet }) => checkMultiWallet())
  return settingsStore.getState().features.multiWallet
}

function start({ view, wallet, namespace, required = false, keyboard = false }: OpenParams, afresh: boolean) {
  if (namespace) selectFamily(namespace)
  uiStore.setState({ namespace: namespace ?? null })
  const connected = isConnected(namespace)
  const isHere = (name: ViewName) => builtViews.has(name) && (offered[name]?.() ?? true)
  const canShow = (name: ViewName) => isHere(name) && !needContext.includes(name) && (connected || !needConnection.includes(name))
  const opening = openingView({ requested: view, connected, hasAdapter: usableNamespaces().length > 0, phone: isPhone(), canShow })
  // On a network that the page does not use, the way out comes first, however often it is opened.
  const lost = connected && guardsNetwork() && !findNetwork(activeConnection()?.networkId)
  // A wallet elsewhere waits for the person: that comes before everything else, unless they have just given it up.
  const asking = afresh && opening === 'Account' && !view && !wallet && askingStore.getState().count > 0
  if (asking) void import('./walletConnect/late.js').then(({ adoptOpening }) => adoptOpening())
  showDialog(asking ? 'ConnectingWalletConnect' : lost && opening === 'Account' ? 'UnsupportedChain' : opening, { keyboard, required })
  if (view === 'ConnectingSocial') void import('./embedded/socialLogin.js').then(({ returnSocial }) => returnSocial())
  if (view === 'ProfileWallets') void import('./multiWallet.js').then(({ checkMultiWallet }) => checkMultiWallet())
  if (!wallet || (connected && !mayAdd(wallet, namespace))) return
  const row = readWalletRows().find(({ id, connectors = {} }) => id === wallet || Object.values(connectors).includes(wallet))
  reset('Connect')
  // Not on the list: the directory may know it.
  if (row) chooseWallet(row)
  else void import('./walletConnect/late.js').then(({ openNamed }) => openNamed(wallet))
}

/** Opened while a reload was still being resumed: what comes back is what the person would have connected. */
async function followReconnect(namespace: NamespaceId | undefined) {
  if (sessionStore.getState().status !== 'reconnecting') return
  await reconnectDone()
  if (!uiStore.getState().open || shownView() !== 'Connect' || !isConnected(namespace)) return
  if (namespace) closeDialog({ force: true })
  else reset('Account')
}

/**
 * Opens the dialog for the page.
 *
 * @param signal closes it again
 * @returns once it is closed: the session there is then, or null
 */
export function openDialog(params: OpenParams, signal?: AbortSignal): Promise<Session | null> {
  // Listens before anything opens, but after a closing that is still under way.
  const afresh = !finishClosing()
  const closed = new Promise<Session | null>((resolve) => {
    onClosed(() => {
      signal?.removeEventListener('abort', close)
      resolve(readSession(params.namespace))
    })
  })
  const close = () => closeDialog({ force: true })
  if (signal?.aborted) return Promise.resolve(readSession(params.namespace))
  signal?.addEventListener('abort', close, { once: true })
  start(params, afresh)
  void followReconnect(params.namespace)
  return closed
}
