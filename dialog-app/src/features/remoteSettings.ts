import { alerts, originsErrors } from '@latchkey/protocol'
import { fetchConfig } from '../api/config.js'
import { statusOf } from '../api/http.js'
import { fetchAllowedOrigins } from '../api/origins.js'
import { retry } from '../lib/retry.js'
import { settingsStore } from '../state/settings.js'
import { showAlert } from './alert.js'
import { applyRemoteFeatures } from './options.js'
import { resolveFeatures } from './resolveFeatures.js'

/** The alert for a configuration that did not come; undefined when nobody has to hear of it. Pure. */
export function configAlert(status: number | undefined): string | undefined {
  if (status === 429) return alerts.rateLimited
  if (status === 401 || status === 403 || status === 404) return alerts.invalidProjectId
  return status !== undefined && status >= 500 ? alerts.serverError : undefined
}

let settled = () => {}

/** Settles when the project's own settings are known, or known not to come. */
export const remoteKnown = new Promise<void>((resolve) => {
  settled = resolve
})

/** Fetches what the project's owner set. Without it the page's own settings hold, else the defaults. Never throws. */
export async function fetchRemoteSettings(): Promise<void> {
  try {
    // A refusal is an answer: only silence and a stumbling server are asked again.
    const remote = await retry(() => fetchConfig(), { shouldRetry: (error) => (statusOf(error) ?? 500) >= 500 })
    applyRemoteFeatures((local, basicMode) => resolveFeatures({ local, remote, basicMode }))
  } catch (error) {
    applyRemoteFeatures(null)
    const title = configAlert(statusOf(error))
    if (title) showAlert({ title, detail: error instanceof Error ? error.message : '', developer: true })
  }
  settled()
  const { features } = settingsStore.getState()
  if (features.email || features.socials.length > 0) await checkOrigins()
}

/** Asked only where email or socials are on. The server itself refuses foreign pages; this finds out that it cannot be asked. */
async function checkOrigins(): Promise<void> {
  try {
    await fetchAllowedOrigins()
  } catch (error) {
    const limited = error instanceof Error && error.message === originsErrors.rateLimited
    showAlert({ title: limited ? alerts.rateLimited : alerts.serverError, developer: true })
  }
}
