import type { Environment, Features, Options } from '@latchkey/protocol'
import { activateLocale } from '../lib/i18n.js'
import { warnOnce } from '../lib/log.js'
import { type ResolvedFeatures, settingsStore } from '../state/settings.js'
import { uiStore } from '../state/ui.js'
import { applyLogins, applyModes, localFeatures } from './localFeatures.js'
import { applyNetworks } from './networks.js'
import { applyTheme } from './theme.js'

/** Works out the features that count from the page's own settings. */
export type FeatureRule = (local: Features, basicMode: boolean | undefined) => { features: ResolvedFeatures; warnings: readonly string[] }

/** Until the project's settings are here, and when they do not come: the page's own, else the defaults. */
const ownRule: FeatureRule = (local, basicMode) => ({ features: applyModes(localFeatures(local), local, basicMode), warnings: [] })
let remoteRule: FeatureRule | null = null

function applyFeatures() {
  const { boot, options } = settingsStore.getState()
  const { features, warnings } = (remoteRule ?? ownRule)(options.features ?? {}, options.basicMode)
  settingsStore.setState({ features: boot ? applyLogins(features, boot.logins) : features, remote: remoteRule !== null })
  for (const warning of warnings) warnOnce(warning)
}

/** The page's wish, then the page's own language, then the visitor's. */
function applyLocale() {
  const { options, environment } = settingsStore.getState()
  const locale = options.locale || environment.lang || navigator.languages[0] || 'en'
  void activateLocale(locale, options.messages).then(({ locale: active, dir }) => {
    document.documentElement.lang = active
    document.documentElement.dir = dir
    uiStore.setState({ locale: active, dir })
  })
}

/** Options that came later win; within `features` one by one. */
export function mergeOptions(before: Options, patch: Options): Options {
  const features = patch.features ? { ...before.features, ...patch.features } : before.features
  return { ...before, ...patch, ...(features ? { features } : {}) }
}

/** Applies what the page sets, at start or while it runs. */
export function applyOptions(patch: Options): void {
  const before = settingsStore.getState().options
  const options = mergeOptions(before, patch)
  settingsStore.setState({ options })
  if (patch.networks || patch.defaultNetwork) applyNetworks()
  applyFeatures()
  applyTheme()
  if (options.locale !== before.locale || options.messages !== before.messages) applyLocale()
}

/** Applies what the page tells of the visitor's device. */
export function applyEnvironment(environment: Environment): void {
  const before = settingsStore.getState().environment
  settingsStore.setState({ environment })
  applyTheme()
  if (environment.lang !== before.lang) applyLocale()
}

/** How the project's remote configuration decides; null when it could not be fetched. */
export function applyRemoteFeatures(rule: FeatureRule | null): void {
  remoteRule = rule
  applyFeatures()
}
