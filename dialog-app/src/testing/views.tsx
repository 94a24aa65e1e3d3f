import '../ui/styles.js'

import '@fontsource/noto-sans/400.css'
import '@fontsource/noto-sans/500.css'
import '@fontsource/noto-sans/600.css'
import '@fontsource/noto-sans-arabic/400.css'
import '@fontsource/noto-sans-arabic/500.css'
import '@fontsource/noto-sans-arabic/600.css'
import { createRoot } from 'react-dom/client'
import type { StoreApi } from 'zustand/vanilla'
// Looked up while a view is drawn: here, so that its picture is the same each time.
import '../features/walletConnect/phoneWay.js'
import { setHost } from '../bridge/host.js'
import { setEmbedded } from '../features/embedded/embedded.js'
import { activateLocale } from '../lib/i18n.js'
import { App } from '../shell/App.js'
import { approvalStore } from '../state/approval.js'
import { askingStore } from '../state/asking.js'
import { balanceStore } from '../state/balance.js'
import { connectingStore } from '../state/connecting.js'
import { directoryStore } from '../state/directory.js'
import { emailUpdateStore } from '../state/emailUpdate.js'
import { embeddedAccountStore } from '../state/embeddedAccount.js'
import { farcasterStore } from '../state/farcaster.js'
import { labelsStore } from '../state/labels.js'
import { loginStore } from '../state/login.js'
import { networksStore } from '../state/networks.js'
import { pairingStore } from '../state/pairing.js'
import { sessionStore } from '../state/session.js'
import { settingsStore } from '../state/settings.js'
import { socialStore } from '../state/social.js'
import { switchingStore } from '../state/switching.js'
import { termsStore } from '../state/terms.js'
import { type UiState, uiStore } from '../state/ui.js'
import { viewStore } from '../state/view.js'
import { walletBalancesStore } from '../state/walletBalances.js'
import { walletsStore } from '../state/wallets.js'
import { liveStore } from '../ui/live.js'
import { loadLateParts } from '../views/connect/useLateParts.js'
import { loadView } from '../views/registry.js'
import { createEmbeddedWallet } from '../wallets/embedded/index.js'
import { states } from './states.js'

const element = document.getElementById('root')
if (!element) throw new Error('No #root in this document')
const root = createRoot(element)
const style = document.documentElement.style
// The same letters on every machine.
style.setProperty('--font-family', "'Noto Sans', 'Noto Sans Arabic', sans-serif")
style.setProperty('--font-mono', "'Noto Sans', monospace")
// Nobody is there to answer.
const never = () => new Promise<never>(() => {})
setHost({ call: never })
const frame = { call: never, exists: () => false, restart: never, place() {}, focus() {}, drop() {} }
setEmbedded({
  frame,
  wallet: createEmbeddedWallet({ frame, networks: () => [], name: () => 'Email', target: () => ({}), forget() {}, onNotAllowed() {} }),
})

const stores = [
  approvalStore,
  emailUpdateStore,
  embeddedAccountStore,
  farcasterStore,
  loginStore,
  socialStore,
  askingStore,
  directoryStore,
  pairingStore,
  balanceStore,
  connectingStore,
  labelsStore,
  liveStore,
  walletBalancesStore,
  networksStore,
  sessionStore,
  settingsStore,
  switchingStore,
  termsStore,
  uiStore,
  viewStore,
  walletsStore,
] as unknown as StoreApi<object>[]

type Wanted = { readonly state: string; readonly theme?: UiState['theme']; readonly locale?: string; readonly zoom?: number }

/** Draws one view in one state, from nothing: the real shell, views and stores, without a page and without a bridge. Never shipped. */
async function draw({ state, theme = 'light', locale: tag = 'en', zoom = 100 }: Wanted): Promise<void> {
  const set = states[state]
  if (!set) throw new Error(`Unknown state. Known: ${Object.keys(states).join(', ')}`)
  root.render(null)
  for (const store of stores) store.setState(store.getInitialState(), true)
  // The page behind: what a transparent frame stands on.
  style.background = theme.endsWith('dark') ? '#2a2d33' : '#e8eaee'
  style.fontSize = `${zoom}%`
  document.documentElement.dataset.theme = theme
  const { locale, dir } = await activateLocale(tag)
  document.documentElement.lang = locale
  document.documentElement.dir = dir
  uiStore.setState({ open: true, theme, locale, dir })
  set()
  await Promise.all([loadView(viewStore.getState().history.at(-1)?.name ?? 'Connect'), loadLateParts()])
  root.render(<App />)
  await document.fonts.ready
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

Object.assign(window, { latchkeyViews: { names: Object.keys(states), draw } })
