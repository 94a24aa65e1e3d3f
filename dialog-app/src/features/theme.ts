import type { ThemeVariables } from '@latchkey/protocol'
import { settingsStore } from '../state/settings.js'
import { type UiState, uiStore } from '../state/ui.js'

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

let applied: readonly string[] = []
let turn = 0

/** Applies theme mode and variables to the store and to the document. */
export function applyTheme(): void {
  const { options, environment } = settingsStore.getState()
  const theme = resolveTheme(options.themeMode, environment.colorScheme, window.matchMedia('(prefers-contrast: more)').matches)
  document.documentElement.dataset.theme = theme
  uiStore.setState({ theme })
  // Who asked the system for more contrast gets ours, which is measured, and not the page's.
  const own = theme.startsWith('contrast') ? {} : (options.themeVariables ?? {})
  turn += 1
  if (Object.keys(own).length === 0) setProperties({})
  else void applyVariables(own, theme === 'dark', turn)
}

function setProperties(properties: Readonly<Record<string, string>>) {
  const { style } = document.documentElement
  for (const property of applied) style.removeProperty(property)
  for (const [property, value] of Object.entries(properties)) style.setProperty(property, value)
  applied = Object.keys(properties)
}

/** Most pages set none: what checks them is fetched for those that do. */
async function applyVariables(variables: ThemeVariables, dark: boolean, mine: number) {
  const { colorProperties, themeProperties } = await import('./themeTokens.js')
  if (mine !== turn) return
  // The theme's own values, without what an earlier page option put over them.
  setProperties({})
  const style = getComputedStyle(document.documentElement)
  const base = Object.fromEntries(colorProperties.map(([token, property]) => [token, style.getPropertyValue(property).trim()]))
  setProperties(themeProperties(variables, dark, base))
}

/** Follows the visitor's contrast setting. Gives the way to stop. */
export function startTheme(): () => void {
  const query = window.matchMedia('(prefers-contrast: more)')
  query.addEventListener('change', applyTheme)
  return () => query.removeEventListener('change', applyTheme)
}
