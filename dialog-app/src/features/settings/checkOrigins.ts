import { alerts, originMatcher, originsErrors } from '@latchkey/protocol'
import { fetchAllowedOrigins } from '../../api/origins.js'
import type { Dialog } from '../../lib/dialog.js'
import { settingsStore } from '../../state/settings.js'
import { showAlert } from '../notices/alert.js'

/**
 * Names the mistake of a page that is not on the project's list, where no server of ours refused it: a host that serves files alone lets every page
 * in. The logins of such a page fail, as the API refuses them; its visitors still connect their wallets. Asked only where there are logins. Never throws.
 */
export async function checkOrigins(dialog: Dialog): Promise<void> {
  const { boot } = settingsStore(dialog).getState()
  if (!boot) return
  try {
    const match = originMatcher(await fetchAllowedOrigins(dialog), boot.mode)
    if (!match(boot.origin)) showAlert(dialog, { title: alerts.originNotAllowed, detail: boot.origin, developer: true })
  } catch (error) {
    const title = {
      [originsErrors.rateLimited]: alerts.rateLimited,
      [originsErrors.serverError]: alerts.serverError,
    }[error instanceof Error ? error.message : '']
    if (title) showAlert(dialog, { title, developer: true })
  }
}
