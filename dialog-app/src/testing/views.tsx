import '../ui/styles.js'

import '@fontsource/noto-sans/400.css'
import '@fontsource/noto-sans/500.css'
import '@fontsource/noto-sans/600.css'
import '@fontsource/noto-sans-arabic/400.css'
import '@fontsource/noto-sans-arabic/500.css'
import '@fontsource/noto-sans-arabic/600.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
// Looked up while a view is drawn: here, so that its picture is the same each time.
import '../features/walletConnect/mobileWay'
import { setHost } from '../bridge/host.js'
import { setEmbedded } from '../features/embedded/embedded.js'
import { addRules } from '../features/events/dialogEvents.js'
import { firstRules } from '../features/navigator/firstRules.js'
import { rules } from '../features/navigator/rules.js'
import { type Dialog, emptyDialog } from '../lib/dialog.js'
import { activateLocale } from '../lib/i18n.js'
import { DialogContext } from '../lib/useDialog.js'
import { App } from '../shell/App.js'
import { type UiState, uiStore } from '../state/ui.js'
import { viewStore } from '../state/view.js'
import { loadLateParts } from '../views/connect/useLateParts.js'
import { loadView } from '../views/registry.js'
import { createEmbeddedWallet } from '../wallets/embedded/index.js'
import { measureOpening, measurePlain } from './opening.js'
import { states } from './states.js'

const element = document.getElementById('root')
if (!element) throw new Error('No #root in this document')
const root = createRoot(element)
const style = document.documentElement.style
// The same letters on every machine.
style.setProperty('--font-family', "'Noto Sans', 'Noto Sans Arabic', sans-serif")
style.setProperty('--font-mono', "'Noto Sans', monospace")
/** Tabs that are fetched when they are chosen: fetched before, so that a picture is the same each time. Behind the styles of the shell, as in the product. */
const lateTabs = [() => import('../views/account/tabs/Activity.js'), () => import('../views/account/tabs/Nfts.js')]
// Nobody is there to answer.
const never = () => new Promise<never>(() => {})
const frame = { call: never, exists: () => false, restart: never, place() {}, focus() {}, drop() {} }

type Wanted = { readonly state: string; readonly theme?: UiState['theme']; readonly locale?: string; readonly zoom?: number }

/** Draws one view in one state, from nothing: the real shell, views and stores, without a page and without a bridge. Never shipped. */
async function draw({ state, theme = 'light', locale: tag = 'en', zoom = 100 }: Wanted): Promise<Dialog> {
  const set = states[state]
  if (!set) throw new Error(`Unknown state. Known: ${Object.keys(states).join(', ')}`)
  // At once: where all parts are here, nothing waits before the next view is rendered, and the last one would be drawn again with the new dialog.
  flushSync(() => root.render(null))
  const dialog = emptyDialog({ storage: () => window.localStorage, now: () => Date.now() })
  setHost(dialog, { call: never })
  // What follows from a tap, without the codes that views of mobile wallets would ask for.
  addRules(dialog, { ...firstRules, ...rules })
  setEmbedded(dialog, {
    frame,
    wallet: createEmbeddedWallet({ frame, networks: () => [], name: () => 'Email', target: () => ({}), forget() {}, onNotAllowed() {} }),
  })
  // The page behind: what a transparent frame stands on.
  style.background = theme.endsWith('dark') ? '#2a2d33' : '#e8eaee'
  style.fontSize = `${zoom}%`
  document.documentElement.dataset.theme = theme
  const { locale, dir } = await activateLocale(dialog, tag)
  document.documentElement.lang = locale
  document.documentElement.dir = dir
  uiStore(dialog).setState({ open: true, theme, locale, dir })
  set(dialog)
  await Promise.all([
    loadView(dialog, viewStore(dialog).getState().history.at(-1)?.name ?? 'Connect'),
    loadLateParts(dialog),
    ...lateTabs.map((load) => load()),
  ])
  root.render(
    <DialogContext value={dialog}>
      <App />
    </DialogContext>,
  )
  await document.fonts.ready
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return dialog
}

/** What it costs to open a state's view, and a plain list of its rows; in turns. */
async function open(state: string, rowsIn: string): Promise<{ readonly ours: number; readonly plain: number; readonly rows: number }> {
  const { time, rows } = await measureOpening(await draw({ state }), rowsIn)
  return { ours: time, plain: await measurePlain(root, rows), rows: rows.length }
}

Object.assign(window, {
  // There is no network here: a view that asks a node draws what it draws without an answer.
  fetch: () => Promise.reject(new TypeError('There is no network')),
  latchkeyViews: { names: Object.keys(states), draw: async (wanted: Wanted) => void (await draw(wanted)), open },
})
