import type { Environment, Features, Options, WrittenOptions } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { activateLocale } from '../../lib/i18n.js'
import { wantedLocale } from '../../lib/locale.js'
import { warnOnce } from '../../lib/log.js'
import { type ResolvedFeatures, settingsStore } from '../../state/settings.js'
import { uiStore } from '../../state/ui.js'
import { applyNetworks } from '../networks/networks.js'
import { applyLogins, applyModes, localFeatures } from './localFeatures.js'
import { resolveFeatures } from './resolveFeatures.js'
import { applyTheme } from './theme.js'

/** Works out the features that count from the page's own settings. */
export type FeatureRule = (local: Features, basicMode: boolean | undefined) => { features: ResolvedFeatures; warnings: readonly string[] }

/** Until the project's settings are here, and when they do not come: the page's own, else the defaults. */
const ownRule: FeatureRule = (local, basicMode) => ({ features: applyModes(localFeatures(local), local, basicMode), warnings: [] })
/** What one dialog keeps here. */
type Own = {
  remoteRule: FeatureRule | null
}

const kept = perDialog((): Own => ({ remoteRule: null }))

function applyFeatures(dialog: Dialog) {
  const own = kept(dialog)
  const { boot, options } = settingsStore(dialog).getState()
  const served = boot?.features
  const servedRule: FeatureRule | undefined = served && ((local, basicMode) => resolveFeatures({ local, remote: served, basicMode }))
  const rule = own.remoteRule ?? servedRule
  const { features, warnings } = (rule ?? ownRule)(options.features ?? {}, options.basicMode)
  settingsStore(dialog).setState({ features: boot ? applyLogins(features, boot.logins) : features, remote: rule !== undefined })
  for (const warning of warnings) warnOnce(dialog, warning)
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

/** How the project's remote configuration decides; null when it could not be fetched. */
export function applyRemoteFeatures(dialog: Dialog, rule: FeatureRule | null): void {
  kept(dialog).remoteRule = rule
  applyFeatures(dialog)
}
