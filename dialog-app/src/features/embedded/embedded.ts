import { alerts, codes, errors, frameReasons, limits, protocolVersion, type SecureUser, secureFrameUrl } from '@latchkey/protocol'
import { host } from '../../bridge/host.js'
import { readItem } from '../../lib/storage.js'
import { networksStore } from '../../state/networks.js'
import { sessionStore } from '../../state/session.js'
import { settingsStore } from '../../state/settings.js'
import { uiStore } from '../../state/ui.js'
import { createEmbeddedWallet, createSecureFrame, type EmbeddedWallet, type SecureFrame } from '../../wallets/embedded/index.js'
import { provideWallet } from '../../wallets/registry.js'
import { showAlert, withdrawAlerts } from '../alert.js'
import { back } from '../view.js'
import { loseApproval, onRefused, setApproval, setApprovalHeight } from './approvals.js'
import { followChain } from './followEmbedded.js'
import { forgetLogin } from './loginCache.js'
import { providerNames } from './providers.js'

export type Embedded = { readonly frame: SecureFrame; readonly wallet: EmbeddedWallet }

let current: Embedded | undefined

/**
 * The embedded wallet of this page. Its frame is loaded by the first call: at the first intent, or when a stored login is resumed.
 *
 * @throws Error 'Unable to load email login dependency' before the dialog was booted
 */
export function embedded(): Embedded {
  current ??= start()
  return current
}

/** Puts another wallet and frame in place of ours. */
export function setEmbedded(value: Embedded | undefined): void {
  current = value
}

function theme() {
  const { theme: name, dir, locale } = uiStore.getState()
  const { themeVariables } = settingsStore.getState().options
  const themeMode = name === 'dark' || name === 'contrast-dark' ? ('dark' as const) : ('light' as const)
  return { themeMode, locale, dir, ...(themeVariables ? { themeVariables } : {}) }
}

function dapp() {
  const { metadata } = settingsStore.getState().options
  return metadata ? { metadata } : {}
}

/** Kinds of account that the person chose before, as far as the embedded wallet has them. */
function preferredTypes() {
  const stored = Object.entries(readItem('preferredAccountTypes') ?? {})
  return Object.fromEntries(stored.filter(([, type]) => type === 'eoa' || type === 'smartAccount')) as Record<
    string,
    'eoa' | 'smartAccount'
  >
}

function name(user: SecureUser | null): string {
  return user ? providerNames[user.provider] : providerNames.email
}

/** What the frame's failures are called, and the code of each for the page. */
const faults: Readonly<Record<string, readonly [title: string, code: number]>> = {
  [frameReasons.loadFailed]: [alerts.iframeLoadFailed, codes.disconnected],
  [frameReasons.requestTimeout]: [alerts.iframeRequestTimeout, codes.internal],
}

/** The frame failed: the person and the page hear of it. */
function tellFault(reason: string) {
  const [title, code] = faults[reason] ?? [alerts.iframeRequestTimeout, codes.internal]
  showAlert({ title, developer: false })
  host()
    .call('emit', { event: 'error', data: { code, message: title, data: { reason } } })
    .catch(() => {})
}

/** What a login that ended by itself needs: fetched with the frame, long before. */
function whenEnded(run: (parts: typeof import('./sessionEnd.js')) => void = () => {}): void {
  import('./sessionEnd.js').then(run).catch(() => {})
}

function start(): Embedded {
  const { boot } = settingsStore.getState()
  if (!boot) throw new Error(errors.emailDependency)
  const frame = createSecureFrame({
    url() {
      const { selectedNetworkId, networks } = networksStore.getState()
      const chainId = selectedNetworkId ?? boot.defaultNetwork ?? networks[0]?.caipNetworkId
      if (!chainId) throw new Error(errors.chainsNotSupported)
      return secureFrameUrl(boot.secure, { projectId: boot.projectId, origin: boot.origin, chainId })
    },
    hello: () => ({
      protocol: protocolVersion,
      theme: theme(),
      ...dapp(),
      sdk: { type: 'js', version: boot.build },
      preferredAccountTypes: preferredTypes(),
    }),
    events: {
      approvalChanged: ({ seq, approval }) => setApproval(seq, approval),
      heightChanged: ({ px }) => setApprovalHeight(px),
      sessionChanged: ({ isConnected, reason }) => {
        if (!isConnected) whenEnded(({ endSession }) => endSession(wallet, reason))
      },
      chainChanged: ({ chainId: id }) => followChain(wallet, id),
      keyPressed: () => void back(),
    },
    onFault: tellFault,
    onGone: loseApproval,
    onReady(first) {
      withdrawAlerts(Object.values(faults).map(([title]) => title))
      // Where the browser stores nothing, the login went with the document that had it.
      if (!first && wallet.user()) whenEnded(({ checkLogin }) => void checkLogin(frame, wallet))
    },
  })
  const wallet = createEmbeddedWallet({
    frame,
    networks: () => networksStore.getState().networks,
    name,
    forget: forgetLogin,
    onNotAllowed: () => void import('./notAllowed.js').then(({ showNotAllowed }) => showNotAllowed()).catch(() => {}),
    target(id) {
      const type = Object.values(preferredTypes())[0]
      return { ...(id ? { chainId: id } : {}), ...(type ? { preferredAccountType: type } : {}) }
    },
  })
  provideWallet('embedded', () => wallet)
  onRefused(() => void frame.call('rpcAbort', {}).catch(() => {}))
  follow(frame)
  whenEnded()
  return { frame, wallet }
}

/** Theme and the page's words follow into the frame, once it is there. */
function follow(frame: SecureFrame): void {
  const sync = () => {
    if (frame.exists()) frame.call('syncTheme', theme()).catch(() => {})
  }
  uiStore.subscribe((state, before) => {
    if (state.theme !== before.theme || state.locale !== before.locale || state.dir !== before.dir) sync()
  })
  settingsStore.subscribe(({ options }, before) => {
    if (options.themeVariables !== before.options.themeVariables) sync()
    if (options.metadata !== before.options.metadata) syncDapp(frame)
  })
}

/** What the page says about itself, for the approval's "calls itself". */
export function syncDapp(frame: SecureFrame): void {
  if (frame.exists()) frame.call('syncDappData', dapp()).catch(() => {})
}

/** How long a login may take from sending to the answer, milliseconds; null: a person acts elsewhere. */
export const patience = { answer: limits.loginTimeout, person: null } as const

/** Whether somebody is logged in here, in this page's session. */
export function isEmbeddedConnected(): boolean {
  return Object.values(sessionStore.getState().connections).some((connection) => connection?.wallet.kind === 'embedded')
}
