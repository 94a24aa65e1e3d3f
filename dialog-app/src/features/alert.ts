import { warnOnce } from '../lib/log.js'
import { settingsStore } from '../state/settings.js'
import { type Alert, uiStore } from '../state/ui.js'

const shown = new Set<string>()

/**
 * Shows an alert, each title once. What only the person who builds the site can mend goes to the console, and on screen in development only.
 */
export function showAlert(alert: Alert): void {
  if (shown.has(alert.title)) return
  shown.add(alert.title)
  if (alert.developer && !alert.named) warnOnce(alert.detail ? `${alert.title}: ${alert.detail}` : alert.title)
  if (alert.developer && settingsStore.getState().boot?.mode !== 'development') return
  uiStore.setState({ alert })
}

/** Takes the alert off the screen. */
export function dismissAlert(): void {
  uiStore.setState({ alert: null })
}

/** What these alerts said is over: they leave the screen. */
export function withdrawAlerts(titles: readonly string[]): void {
  const { alert } = uiStore.getState()
  if (alert && titles.includes(alert.title)) dismissAlert()
}

/** Every alert may show once more; for tests. */
export function forgetAlerts(): void {
  shown.clear()
}
