import { alerts, type Features, type RemoteFeature } from '@latchkey/protocol'
import { fetchConfig } from '../../api/config.js'
import { statusOf } from '../../api/http.js'
import type { Dialog } from '../../lib/dialog.js'
import { perDialog } from '../../lib/dialog.js'
import { onDestroy, untilDestroyed } from '../../lib/lifetime.js'
import { warnOnce } from '../../lib/log.js'
import { retry } from '../../lib/retry.js'
import { settingsStore } from '../../state/settings.js'
import { showAlert } from '../notices/alert.js'
import { applyRemoteFeatures } from './options.js'
import type { RemoteId } from './resolveFeatures.js'

/** The alert for a configuration that did not come; undefined when nobody has to hear of it. Pure. */
export function configAlert(status: number | undefined): string | undefined {
  if (status === 429) return alerts.rateLimited
  if (status === 401 || status === 403 || status === 404) return alerts.invalidProjectId
  return status !== undefined && status >= 500 ? alerts.serverError : undefined
}

/** The page's settings that each entry of the remote configuration decides. */
const decided: Readonly<Record<RemoteId, readonly (keyof Features)[]>> = {
  social_login: ['email', 'socials'],
  swap: ['swaps'],
  onramp: ['onramp'],
  activity: ['activity', 'history'],
  multi_wallet: ['multiWallet'],
  reown_branding: ['reownBranding'],
}

/** The page's settings that do nothing, because the remote configuration decides. Pure. */
export function ignoredFeatures(local: Features, remote: readonly RemoteFeature[]): readonly (keyof Features)[] {
  const isOpen = (id: string) => remote.some((entry) => entry.id === id && entry.isEnabled && entry.config === null)
  return Object.entries(decided).flatMap(([id, names]) => (isOpen(id) ? [] : names.filter((name) => local[name] !== undefined)))
}

/** The page's owner hears of settings that do nothing, of those that are set later, too. */
function warnOfIgnored(dialog: Dialog, remote: readonly RemoteFeature[]): void {
  const warn = () => {
    for (const name of ignoredFeatures(settingsStore(dialog).getState().options.features ?? {}, remote))
      warnOnce(dialog, `The local setting "features.${name}" is ignored: the project's remote configuration decides it.`)
  }
  warn()
  onDestroy(dialog, settingsStore(dialog).subscribe(warn))
}

const arrival = perDialog(() => {
  let settle = () => {}
  const known = new Promise<void>((resolve) => {
    settle = resolve
  })
  return { known, settle }
})

/** Settles when the project's own settings are known, or known not to come. */
export function remoteKnown(dialog: Dialog): Promise<void> {
  return arrival(dialog).known
}

/**
 * Fetches what the project's owner set, unless the document says it. Without it the page's own settings hold, else the defaults. Never throws.
 */
export async function fetchRemoteSettings(dialog: Dialog): Promise<void> {
  // The server that wrote it there has also checked where the page is from.
  const said = settingsStore(dialog).getState().boot?.features
  const remote = said ?? (await askServer(dialog))
  if (remote) warnOfIgnored(dialog, remote)
  arrival(dialog).settle()
  const { features } = settingsStore(dialog).getState()
  if (!said && (features.email || features.socials.length > 0))
    await import('./checkOrigins.js').then(
      ({ checkOrigins }) => checkOrigins(dialog),
      () => {},
    )
}

/** Null when it could not be fetched. */
async function askServer(dialog: Dialog): Promise<readonly RemoteFeature[] | null> {
  try {
    // A refusal is an answer: only silence and a stumbling server are asked again.
    const remote = await retry(() => fetchConfig(dialog), {
      signal: untilDestroyed(dialog),
      shouldRetry: (error) => (statusOf(error) ?? 500) >= 500,
    })
    applyRemoteFeatures(dialog, remote)
    return remote
  } catch (error) {
    applyRemoteFeatures(dialog, null)
    const title = configAlert(statusOf(error))
    if (title) showAlert(dialog, { title, detail: error instanceof Error ? error.message : '', developer: true })
    return null
  }
}
