import { alerts } from '@latchkey/protocol'
import { fetchConfig } from '../../api/config.js'
import { statusOf } from '../../api/http.js'
import type { Dialog } from '../../lib/dialog.js'
import { perDialog } from '../../lib/dialog.js'
import { untilDestroyed } from '../../lib/lifetime.js'
import { retry } from '../../lib/retry.js'
import { settingsStore } from '../../state/settings.js'
import { showAlert } from '../notices/alert.js'
import { applyRemoteFeatures } from './options.js'
import { resolveFeatures } from './resolveFeatures.js'

/** The alert for a configuration that did not come; undefined when nobody has to hear of it. Pure. */
export function configAlert(status: number | undefined): string | undefined {
  if (status === 429) return alerts.rateLimited
  if (status === 401 || status === 403 || status === 404) return alerts.invalidProjectId
  return status !== undefined && status >= 500 ? alerts.serverError : undefined
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
  const isSaid = settingsStore(dialog).getState().boot?.features !== undefined
  if (!isSaid) await askServer(dialog)
  arrival(dialog).settle()
  const { features } = settingsStore(dialog).getState()
  if (!isSaid && (features.email || features.socials.length > 0))
    await import('./checkOrigins.js').then(
      ({ checkOrigins }) => checkOrigins(dialog),
      () => {},
    )
}

async function askServer(dialog: Dialog): Promise<void> {
  try {
    // A refusal is an answer: only silence and a stumbling server are asked again.
    const remote = await retry(() => fetchConfig(dialog), {
      signal: untilDestroyed(dialog),
      shouldRetry: (error) => (statusOf(error) ?? 500) >= 500,
    })
    applyRemoteFeatures(dialog, (local, basicMode) => resolveFeatures({ local, remote, basicMode }))
  } catch (error) {
    applyRemoteFeatures(dialog, null)
    const title = configAlert(statusOf(error))
    if (title) showAlert(dialog, { title, detail: error instanceof Error ? error.message : '', developer: true })
  }
}
