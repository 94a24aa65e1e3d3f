import type { Theme } from './preferences.js'

/**
 * Writes the theme that counts on the document: the chosen one, or the system's for as long as "auto" is chosen.
 *
 * @returns stop
 */
export function followTheme(theme: Theme): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const write = () => {
    document.documentElement.dataset.theme = theme === 'auto' ? (dark.matches ? 'dark' : 'light') : theme
  }
  write()
  dark.addEventListener('change', write)
  return () => dark.removeEventListener('change', write)
}
