import { type Dialog, perDialog } from '../../lib/dialog.js'
import { warnOnce } from '../../lib/log.js'
import { settingsStore } from '../../state/settings.js'
import { type Alert, uiStore } from '../../state/ui.js'

const shown = perDialog(() => new Set<string>())

/**
 * Shows an alert, each title once. What only the user who builds the site can mend goes to the console, and on screen in development only.
 */
export function showAlert(dialog: Dialog, alert: Alert): void {
  if (shown(dialog).has(alert.title)) return
  shown(dialog).add(alert.title)
  if (alert.developer && !alert.named) warnOnce(dialog, alert.detail ? `${alert.title}: ${alert.detail}` : alert.title)
  if (alert.developer && settingsStore(dialog).getState().boot?.mode !== 'development') return
  uiStore(dialog).setState({ alert })
}

/** Takes the alert off the screen. */
export function dismissAlert(dialog: Dialog): void {
  uiStore(dialog).setState({ alert: null })
}

/** What these alerts said is over: they leave the screen. */
export function withdrawAlerts(dialog: Dialog, titles: readonly string[]): void {
  const { alert } = uiStore(dialog).getState()
  if (alert && titles.includes(alert.title)) dismissAlert(dialog)
}
