import { drawVariables } from '../features/settings/theme.js'
import type { Dialog } from '../lib/dialog.js'
import { settingsStore } from '../state/settings.js'
import { uiStore } from '../state/ui.js'

/** What checks a page's own colours. */
export type ThemeTokens = Parameters<typeof drawVariables>[1]

/** Loads the check of a page's own colours, which few pages have. */
export function drawOwnTheme(dialog: Dialog, tokens: ThemeTokens | undefined): void {
  const { themeVariables } = settingsStore(dialog).getState().options
  const { theme } = uiStore(dialog).getState()
  if (tokens && themeVariables && !theme.startsWith('contrast')) drawVariables(dialog, tokens, themeVariables, theme === 'dark')
}
