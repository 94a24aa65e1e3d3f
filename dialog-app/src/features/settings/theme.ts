import type { ThemeVariables } from '@latchkey/protocol'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { listen } from '../../lib/lifetime.js'
import { settingsStore } from '../../state/settings.js'
import { type UiState, uiStore } from '../../state/ui.js'

/**
 * The theme to draw: the page's wish, else its own colour scheme; with more contrast where the visitor asks the system for it. Pure.
 */
export function resolveTheme(
  mode: 'light' | 'dark' | 'auto' | undefined,
  scheme: 'light' | 'dark',
  moreContrast: boolean,
): UiState['theme'] {
  const dark = (mode === undefined || mode === 'auto' ? scheme : mode) === 'dark'
  if (moreContrast) return dark ? 'contrast-dark' : 'contrast'
  return dark ? 'dark' : 'light'
}

/** What one dialog keeps here. */
type Own = {
  applied: readonly string[]
  turn: number
}

// Those that the first view was drawn with are taken over with it.
const kept = perDialog(
  (): Own => ({ applied: Array.from(document.documentElement.style).filter((name) => name.startsWith('--')), turn: 0 }),
)

/** Applies theme mode and variables to the store and to the document. */
export function applyTheme(dialog: Dialog): void {
  const local = kept(dialog)
  const { options, environment } = settingsStore(dialog).getState()
  const theme = resolveTheme(options.themeMode, environment.colorScheme, window.matchMedia('(prefers-contrast: more)').matches)
  document.documentElement.dataset.theme = theme
  uiStore(dialog).setState({ theme })
  // Who asked the system for more contrast gets ours, which is measured, and not the page's.
  const own = theme.startsWith('contrast') ? {} : (options.themeVariables ?? {})
  local.turn += 1
  if (Object.keys(own).length === 0) setProperties(dialog, {})
  else void applyVariables(dialog, own, theme === 'dark', local.turn)
}

function setProperties(dialog: Dialog, properties: Readonly<Record<string, string>>) {
  const local = kept(dialog)
  const { style } = document.documentElement
  for (const property of local.applied) style.removeProperty(property)
  for (const [property, value] of Object.entries(properties)) style.setProperty(property, value)
  local.applied = Object.keys(properties)
}

/** Most pages set none: what checks them is fetched for those that do. */
async function applyVariables(dialog: Dialog, variables: ThemeVariables, dark: boolean, mine: number) {
  const { colorProperties, themeProperties } = await import('./themeTokens.js')
  if (mine === kept(dialog).turn) drawVariables(dialog, { colorProperties, themeProperties }, variables, dark)
}

/** Puts a page's variables over those of the theme. */
export function drawVariables(
  dialog: Dialog,
  { colorProperties, themeProperties }: Pick<typeof import('./themeTokens.js'), 'colorProperties' | 'themeProperties'>,
  variables: ThemeVariables,
  dark: boolean,
): void {
  // The theme's own values, without what an earlier page option put over them.
  setProperties(dialog, {})
  const style = getComputedStyle(document.documentElement)
  const base = Object.fromEntries(colorProperties.map(([token, property]) => [token, style.getPropertyValue(property).trim()]))
  setProperties(dialog, themeProperties(variables, dark, base))
}

/** Follows the visitor's contrast setting. Gives the way to stop. */
export function startTheme(dialog: Dialog): () => void {
  const query = window.matchMedia('(prefers-contrast: more)')
  return listen(dialog, query, 'change', () => applyTheme(dialog))
}
