import type { Environment, Options, RemoteFeature, WrittenOptions } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { activateLocale } from '../../lib/i18n.js'
import { wantedLocale } from '../../lib/locale.js'
import { settingsStore } from '../../state/settings.js'
import { uiStore } from '../../state/ui.js'
import { applyNetworks } from '../networks/networks.js'
import { applyLogins } from './localFeatures.js'
import { resolveFeatures } from './resolveFeatures.js'
import { applyTheme } from './theme.js'

/** What one dialog keeps here. */
type Own = {
  /** The project's settings; null until they were fetched. */
  remote: readonly RemoteFeature[] | null
}

const kept = perDialog((): Own => ({ remote: null }))

/** Until the project's settings are here, and when they do not come: the page's own, else the defaults. */
function applyFeatures(dialog: Dialog) {
  const { boot, options } = settingsStore(dialog).getState()
  const remote = kept(dialog).remote ?? boot?.features ?? null
  const features = resolveFeatures({ local: options.features ?? {}, remote, basicMode: options.basicMode })
  settingsStore(dialog).setState({ features: boot ? applyLogins(features, boot.logins) : features, remote: remote !== null })
}

function applyLocale(dialog: Dialog) {
  const { options, environment } = settingsStore(dialog).getState()
  void activateLocale(dialog, wantedLocale(options, environment), options.messages).then(({ locale: active, dir }) => {
    document.documentElement.lang = active
    document.documentElement.dir = dir
    uiStore(dialog).setState({ locale: active, dir })
  })
}

/** Options that came later win; within `features` one by one. Sign-in can be taken back. */
export function mergeOptions({ siwx: kept, ...before }: Options, { siwx = kept ?? false, ...patch }: WrittenOptions): Options {
  const features = patch.features ? { ...before.features, ...patch.features } : before.features
  return { ...before, ...patch, ...(features ? { features } : {}), ...(siwx ? { siwx } : {}) }
}

/** Applies what the page sets, at start or while it runs. */
export function applyOptions(dialog: Dialog, patch: WrittenOptions): void {
  const before = settingsStore(dialog).getState().options
  const options = mergeOptions(before, patch)
  settingsStore(dialog).setState({ options })
  if (patch.networks || patch.defaultNetwork) applyNetworks(dialog)
  applyFeatures(dialog)
  applyTheme(dialog)
  if (options.locale !== before.locale || options.messages !== before.messages) applyLocale(dialog)
}

/** Applies what the page tells of the visitor's device. */
export function applyEnvironment(dialog: Dialog, environment: Environment): void {
  const before = settingsStore(dialog).getState().environment
  settingsStore(dialog).setState({ environment })
  applyTheme(dialog)
  if (environment.lang !== before.lang) applyLocale(dialog)
}

/** Applies the project's settings that were fetched; null when they could not be. */
export function applyRemoteFeatures(dialog: Dialog, remote: readonly RemoteFeature[] | null): void {
  kept(dialog).remote = remote
  applyFeatures(dialog)
}
