import { setDiscovered } from '../features/connect/wallets.js'
import { applyNetworks } from '../features/networks/networks.js'
import { applyEnvironment, applyOptions } from '../features/settings/options.js'
import type { Dialog } from '../lib/dialog.js'
import type { First } from '../lib/first.js'
import { t } from '../lib/i18n.js'
import { settingsStore } from '../state/settings.js'
import { uiStore } from '../state/ui.js'
import { walletsStore } from '../state/wallets.js'
import { headerStore } from '../ui/header.js'
import { readAppName } from '../views/useAppName.js'

/** The language whose words are here, and its direction. */
export type Spoken = { readonly locale: string; readonly dir: 'ltr' | 'rtl' }

/** Brings a dialog into the state that its first view is drawn from, before the Bridge is up and again when React takes the view over. */
export function applyFirst(
  dialog: Dialog,
  { boot, hello, recent, online }: Pick<First, 'boot' | 'hello' | 'recent' | 'online'>,
  spoken: Spoken,
): void {
  const { options, environment, asked, viewport } = hello
  settingsStore(dialog).setState({ boot })
  setDiscovered(dialog, hello)
  walletsStore(dialog).setState({ recent })
  // First what the page wishes: without it the colours that the first view was drawn with would be taken back until they are there again.
  applyOptions(dialog, options)
  applyEnvironment(dialog, environment)
  applyNetworks(dialog)
  uiStore(dialog).setState({ namespace: asked?.namespace ?? null, required: asked?.required ?? false, online, viewport, ...spoken })
  // Views set it once they are drawn, which is too late for the first frame.
  headerStore(dialog).setState({ title: t(dialog, 'connect.title', { app: readAppName(dialog) }), host: true })
}
