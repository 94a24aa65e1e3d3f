import {
  alerts,
  codes,
  defaultAccountTypes,
  errors,
  frameReasons,
  namespaceIds,
  protocolVersion,
  type SecureTarget,
  type SecureUser,
  secureFrameUrl,
} from '@latchkey/protocol'
import { host, isWindow } from '../../bridge/host.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { onDestroy } from '../../lib/lifetime.js'
import { readItem } from '../../lib/storage.js'
import { elsewhereStore } from '../../state/elsewhere.js'
import { networksStore } from '../../state/networks.js'
import { sessionStore } from '../../state/session.js'
import { settingsStore } from '../../state/settings.js'
import { uiStore } from '../../state/ui.js'
import { createEmbeddedWallet, createSecureFrame, type EmbeddedWallet, embeddedId, type SecureFrame } from '../../wallets/embedded/index.js'
import { provideWallet } from '../../wallets/registry.js'
import { emit } from '../events/dialogEvents.js'
import { showAlert, withdrawAlerts } from '../notices/alert.js'
import { loseApproval, onRefused, setApproval, setApprovalHeight } from './approvals.js'
import { followChain } from './followEmbedded.js'
import { forgetLogin } from './loginCache.js'
import { providerNames } from './providers.js'
import { signOutFirst } from './signOutFirst.js'

export type Embedded = { readonly frame: SecureFrame; readonly wallet: EmbeddedWallet }

/** What one dialog keeps here. */
type Own = {
  current: Embedded | undefined
}

const kept = perDialog((): Own => ({ current: undefined }))

/**
 * The embedded wallet of this page. Its frame is loaded by the first call: at the first intent, or when a stored login is resumed.
 *
 * @throws Error 'Unable to load email login dependency' before the dialog was booted
 */
export function embedded(dialog: Dialog): Embedded {
  const own = kept(dialog)
  own.current ??= start(dialog)
  return own.current
}

/** Puts another wallet and frame in place of ours. */
export function setEmbedded(dialog: Dialog, value: Embedded | undefined): void {
  kept(dialog).current = value
}

function theme(dialog: Dialog) {
  const { theme: name, dir, locale } = uiStore(dialog).getState()
  const { themeVariables } = settingsStore(dialog).getState().options
  const themeMode = name === 'dark' || name === 'contrast-dark' ? ('dark' as const) : ('light' as const)
  return { themeMode, locale, dir, ...(themeVariables ? { themeVariables } : {}) }
}

function dapp(dialog: Dialog) {
  const { metadata } = settingsStore(dialog).getState().options
  return metadata ? { metadata } : {}
}

/** Kinds of account that the user chose before, else the page's wish, as far as the embedded wallet has them. */
function preferredTypes(dialog: Dialog) {
  const { options } = settingsStore(dialog).getState()
  const stored = Object.entries({ ...options.defaultAccountTypes, ...readItem(dialog, 'preferredAccountTypes') })
  return Object.fromEntries(stored.filter(([, type]) => type === 'eoa' || type === 'smartAccount')) as Record<
    string,
    'eoa' | 'smartAccount'
  >
}

/** The kind of account that the user chose before, else the page's wish; without either the operator's holds. */
export function preferredType(dialog: Dialog): Pick<SecureTarget, 'preferredAccountType'> {
  const type = namespaceIds
    .filter((namespace) => defaultAccountTypes[namespace] === 'smartAccount')
    .map((id) => preferredTypes(dialog)[id])[0]
  return type ? { preferredAccountType: type } : {}
}

function name(user: SecureUser | null): string {
  return user ? providerNames[user.provider] : providerNames.email
}

/** What the frame's failures are called, and the code of each for the page. */
const faults: Readonly<Record<string, readonly [title: string, code: number]>> = {
  [frameReasons.loadFailed]: [alerts.iframeLoadFailed, codes.disconnected],
  [frameReasons.requestTimeout]: [alerts.iframeRequestTimeout, codes.internal],
}

/** The frame failed: tells the user and the page. */
function tellFault(dialog: Dialog, reason: string) {
  const [title, code] = faults[reason] ?? [alerts.iframeRequestTimeout, codes.internal]
  showAlert(dialog, { title, developer: false })
  host(dialog)
    .call('emit', { event: 'error', data: { code, message: title, data: { reason } } })
    .catch(() => {})
}

/** A window is offered while the frame is not there: not in such a window, and not where it would cut off a mobile wallet that is connected here. */
function offerWindow(dialog: Dialog, late: boolean, stop: () => void): void {
  const { phase } = elsewhereStore(dialog).getState()
  const isMobile = Object.values(sessionStore(dialog).getState().connections).some(({ wallet }) => wallet.kind === 'walletConnect')
  if (late && phase === 'idle' && !isMobile && !isWindow()) elsewhereStore(dialog).setState({ phase: 'late', stop })
  if (!late && phase === 'late') elsewhereStore(dialog).setState({ phase: 'idle' })
}

/** What a login that ended by itself needs: fetched with the frame, long before. */
function whenEnded(run: (parts: typeof import('./sessionEnd.js')) => void = () => {}): void {
  import('./sessionEnd.js').then(run).catch(() => {})
}

function start(dialog: Dialog): Embedded {
  const { boot } = settingsStore(dialog).getState()
  if (!boot) throw new Error(errors.emailDependency)
  const secure = createSecureFrame(dialog, {
    url() {
      const { selectedNetworkId, networks } = networksStore(dialog).getState()
      const chainId = selectedNetworkId ?? boot.defaultNetwork ?? networks[0]?.caipNetworkId
      if (!chainId) throw new Error(errors.chainsNotSupported)
      return secureFrameUrl(boot.secure, { projectId: boot.projectId, origin: boot.origin, chainId })
    },
    hello: () => ({
      protocol: protocolVersion,
      theme: theme(dialog),
      ...dapp(dialog),
      sdk: { type: 'js', version: boot.build },
      preferredAccountTypes: preferredTypes(dialog),
    }),
    events: {
      approvalChanged: ({ seq, approval }) => setApproval(dialog, seq, approval),
      heightChanged: ({ px }) => setApprovalHeight(dialog, px),
      sessionChanged: ({ isConnected, reason }) => {
        if (!isConnected) whenEnded(({ endSession }) => endSession(dialog, wallet, reason))
        else if (reason === 'updated') import('./adoptUser.js').then(({ followUser }) => followUser(dialog, frame, wallet)).catch(() => {})
      },
      chainChanged: ({ chainId: id }) => followChain(dialog, wallet, id),
      keyPressed: () => emit(dialog, 'escapePressed'),
    },
    onFault: (reason) => tellFault(dialog, reason),
    onGone: () => loseApproval(dialog),
    onLate: (late) => offerWindow(dialog, late, () => frame.drop()),
    onReady(first) {
      withdrawAlerts(
        dialog,
        Object.values(faults).map(([title]) => title),
      )
      // Where the browser stores nothing, the login went with the document that had it.
      if (!first && wallet.user()) whenEnded(({ checkLogin }) => void checkLogin(dialog, frame, wallet))
    },
  })
  const frame = signOutFirst(dialog, secure)
  const wallet = createEmbeddedWallet({
    frame,
    networks: () => networksStore(dialog).getState().networks,
    name,
    forget: () => forgetLogin(dialog),
    onNotAllowed: () => void import('./notAllowed.js').then(({ showNotAllowed }) => showNotAllowed(dialog)).catch(() => {}),
    target: (id) => ({ ...(id ? { chainId: id } : {}), ...preferredType(dialog) }),
  })
  provideWallet(dialog, 'embedded', () => wallet)
  onDestroy(dialog, frame.drop)
  onRefused(dialog, () => void frame.call('rpcAbort', {}).catch(() => {}))
  follow(dialog, frame)
  whenEnded()
  return { frame, wallet }
}

/** Theme and the page's words follow into the frame, once it is there. */
function follow(dialog: Dialog, frame: SecureFrame): void {
  const sync = () => {
    if (frame.exists()) frame.call('syncTheme', theme(dialog)).catch(() => {})
  }
  uiStore(dialog).subscribe((state, before) => {
    if (state.theme !== before.theme || state.locale !== before.locale || state.dir !== before.dir) sync()
  })
  settingsStore(dialog).subscribe(({ options }, before) => {
    if (options.themeVariables !== before.options.themeVariables) sync()
    if (options.metadata !== before.options.metadata) syncDapp(dialog, frame)
  })
}

/** What the page says about itself, for the approval's "calls itself". */
export function syncDapp(dialog: Dialog, frame: SecureFrame): void {
  if (frame.exists()) frame.call('syncDappData', dapp(dialog)).catch(() => {})
}

/** Whether somebody is logged in here, in this page's session. */
export function isEmbeddedConnected(dialog: Dialog): boolean {
  return Object.values(sessionStore(dialog).getState().connections).some((connection) => connection?.wallet.id === embeddedId)
}
