import { settingsStore } from '../state/settings.js'
import { type UiState, uiStore } from '../state/ui.js'
import { colorProperties, themeProperties } from './themeTokens.js'

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

/** Applies theme mode and variables to the store and to the document. */
export function applyTheme(): void {
  const { options, environment } = settingsStore.getState()
  const theme = resolveTheme(options.themeMode, environment.colorScheme, window.matchMedia('(prefers-contrast: more)').matches)
  const root = document.documentElement
  root.dataset.theme = theme
  uiStore.setState({ theme })
  for (const property of applied) root.style.removeProperty(property)
  // Who asked the system for more contrast gets ours, which is measured, and not the page's.
  const own = theme.startsWith('contrast') ? {} : (options.themeVariables ?? {})
  const style = getComputedStyle(root)
  const base = Object.fromEntries(colorProperties.map(([token, property]) => [token, style.getPropertyValue(property).trim()]))
  const properties = themeProperties(own, theme === 'dark', base)
  for (const [property, value] of Object.entries(properties)) root.style.setProperty(property, value)
  applied = Object.keys(properties)
}

/** Follows the visitor's contrast setting. Gives the way to stop. */
export function startTheme(): () => void {
  const query = window.matchMedia('(prefers-contrast: more)')
  query.addEventListener('change', applyTheme)
  return () => query.removeEventListener('change', applyTheme)
}
