import { adapterErrors, codes, errors, type Metadata, methodPolicy, type NamespaceId, RpcError, type WalletEvent } from '@latchkey/protocol'
import { clockError } from '../../api/clockError.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { createKeyValueStorage } from '../../lib/keyValueStorage.js'
import { onDestroy } from '../../lib/lifetime.js'
import { isIosSafari } from '../../lib/phonePlatform.js'
import { readItem } from '../../lib/storage.js'
import { networksStore } from '../../state/networks.js'
import { findConnection, sessionStore } from '../../state/session.js'
import { dispatchSession } from '../../state/sessionReducer.js'
import { settingsStore } from '../../state/settings.js'
import { requiresSignIn } from '../../state/signIns.js'
import { provideWallet } from '../../wallets/registry.js'
import type { Wallet } from '../../wallets/wallet.js'
import { createWalletConnect, type WalletConnect, walletConnectId } from '../../wallets/walletConnect/index.js'
import { emit } from '../events/dialogEvents.js'
import { emitOnScreen } from '../events/emitOnScreen.js'
import { chooseAccount, chosenAccount, orderAccounts } from '../session/accountOrder.js'
import { acceptConnection, applyNetwork, dropConnection } from '../session/session.js'
import { noteEnded } from './ended.js'
import { openSiteChannel } from './siteChannel.js'
import { inTelegram } from './telegram.js'

/** What one dialog keeps here. */
type Own = {
  current: WalletConnect | undefined
}

const kept = perDialog((): Own => ({ current: undefined }))

/** The longest name that is taken from a wallet at the other end. */
const longestName = 64

/** Families of the page's networks: only those are connected, whatever the wallet offers. */
export function isConfigured(dialog: Dialog, namespace: string): boolean {
  return networksStore(dialog)
    .getState()
    .networks.some(({ chainNamespace }) => chainNamespace === namespace)
}

/**
 * The WalletConnect wallet of this page. Its client is downloaded at the first use of the wallet.
 *
 * @throws Error 'WalletConnectConnector not found' before the dialog was booted
 */
export function mobileWallet(dialog: Dialog): WalletConnect {
  const own = kept(dialog)
  own.current ??= start(dialog)
  return own.current
}

/** Puts another wallet in place of ours. */
export function setMobileWallet(dialog: Dialog, value: WalletConnect): void {
  kept(dialog).current = value
}

/**
 * What a wallet shows of the page: its own words, whose lengths the options' schema limits, and the proven address. Pure.
 */
export function describePage({ name, description = '', icons = [] }: Metadata = {}, origin: string) {
  return { name: name || new URL(origin).host, description, url: origin, icons }
}

function start(dialog: Dialog): WalletConnect {
  const { boot } = settingsStore(dialog).getState()
  if (!boot) throw new Error(errors.walletConnectConnectorNotFound)
  const client = {
    projectId: boot.relay.projectId,
    relayUrl: boot.relay.url,
    metadata: describePage(settingsStore(dialog).getState().options.metadata, boot.origin),
    storage: createKeyValueStorage(dialog, 'walletConnect'),
    storagePrefix: 'latchkey',
    clockError: () => clockError(dialog),
  }
  const channel = openSiteChannel(dialog, { projectId: boot.projectId, origin: boot.origin }, client)
  const wallet = createWalletConnect(dialog, {
    ...client,
    ...(channel ? { channel } : {}),
    networks: () => networksStore(dialog).getState().networks,
    offerSignIn: async () => (requiresSignIn(dialog) ? (await import('../siwx/oneStep.js')).offerMobileSignIn(dialog) : undefined),
    choices: {
      get: (namespace) => chosenAccount(dialog, namespace, walletConnectId),
      set: (namespace, address) => chooseAccount(dialog, namespace, walletConnectId, address),
    },
    reusesCode: inTelegram(dialog) || isIosSafari(),
  })
  wallet.subscribe((event) => follow(dialog, wallet, event))
  onDestroy(dialog, () => void wallet.stop())
  provideWallet(dialog, 'walletConnect', () => describedWallet(dialog))
  return wallet
}

/**
 * The wallet, described with what the directory knows of it: what it says of itself is a name, and foreign pictures are not loaded. While it
 * keeps a request waiting, the dialog tells the user where to go on. A request throws RpcError 4900 'ConnectionController client not set' when the code for that
 * does not arrive.
 */
export function describedWallet(dialog: Dialog): Wallet {
  const wallet = mobileWallet(dialog)
  const { name, kind } = wallet.info
  const known = readItem(dialog, 'phoneWallet')
  const icon = known?.name === name ? known.icon : undefined
  const info = { id: walletConnectId, name: name.slice(0, longestName), kind, ...(icon ? { icon } : {}) }
  return {
    ...wallet,
    info,
    async request(call) {
      // A read asks the wallet, and not the user: there is nothing to show.
      if (methodPolicy(call.namespace, call.method) === 'read') return await wallet.request(call)
      const { requestMobile } = await import('./mobileRequests.js').catch((cause: unknown) => {
        throw new RpcError(codes.disconnected, adapterErrors.connectionClientNotSet, { cause })
      })
      return await requestMobile(dialog, wallet, info, call)
    },
  }
}

/** Follows what the wallet does by itself. */
function follow(dialog: Dialog, wallet: WalletConnect, { namespace, event }: WalletEvent): void {
  const now = wallet.connections()[namespace]
  const connection = findConnection(namespace, walletConnectId, sessionStore(dialog).getState())
  if (event === 'disconnect' || !now) {
    if (!connection) return
    dropConnection(dialog, namespace, walletConnectId)
    emitOnScreen(dialog, 'connectionLost')
    emit(dialog, 'networkChanged')
    // What was left here or in another tab of the site is marked so.
    const left = readItem(dialog, 'disconnectedWallets')?.[namespace]?.includes(walletConnectId)
    if (sessionStore(dialog).getState().activeNamespace === null && !left) noteEnded(dialog, connection.wallet.name)
  } else if (connection) {
    const described = describedWallet(dialog)
    // Another tab connected another wallet.
    if (connection.wallet.name !== described.info.name) acceptConnection(dialog, namespace, described, now, { activate: false })
    const accounts = orderAccounts(dialog, namespace, walletConnectId, now.accounts)
    const { approved } = now
    if (String(approved) !== String(connection.approved))
      dispatchSession(dialog, { type: 'approved', namespace, walletId: walletConnectId, ...(approved ? { approved } : {}) })
    dispatchSession(dialog, { type: 'accounts', namespace, walletId: walletConnectId, accounts })
    applyNetwork(dialog, namespace, now.networkId, walletConnectId)
    emit(dialog, 'networkChanged')
  }
  // A family that the wallet grants later joins.
  else if (isConfigured(dialog, namespace) && !isTaken(dialog, namespace))
    acceptConnection(dialog, namespace, describedWallet(dialog), now, { activate: false })
}

/** Whether another wallet answers for the family, and the page has one at a time. */
function isTaken(dialog: Dialog, namespace: NamespaceId): boolean {
  return sessionStore(dialog).getState().connections[namespace] !== undefined && !settingsStore(dialog).getState().features.multiWallet
}
