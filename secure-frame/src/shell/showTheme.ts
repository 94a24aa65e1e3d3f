import { directionOf } from '@latchkey/protocol'
import { supported } from './i18n.js'
import type { Shell } from './store.js'

/**
 * Keeps the theme on the document's root. Only light or dark is the dialog's to choose: a page's own colours could make a warning disappear, so an
 * approval always has ours.
 *
 * @returns ends it
 */
export function showTheme({ getState, subscribe }: Pick<Shell, 'getState' | 'subscribe'>): () => void {
  const { documentElement } = document
  const show = () => {
    const { themeMode, locale } = getState().theme
    const language = supported(locale)
    documentElement.dataset.theme = themeMode
    documentElement.lang = language
    documentElement.dir = directionOf(language)
  }
  documentElement.dataset.framed = String(window.parent !== window)
  show()
  return subscribe(show)
}
