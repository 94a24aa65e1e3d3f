import { directionOf } from '@latchkey/protocol'
import { type ReactNode, useLayoutEffect } from 'react'
import { supported } from '../shell/i18n.js'
import { useShellState } from '../shell/store.js'

/**
 * The theme on the document's root. Only light or dark is the dialog's to choose: a page's own colours could make a warning disappear, so an
 * approval always has ours.
 */
export function Themed({ children }: { readonly children: ReactNode }) {
  const { themeMode, locale } = useShellState().theme
  const language = supported(locale)
  useLayoutEffect(() => {
    const { documentElement } = document
    documentElement.dataset.theme = themeMode
    documentElement.lang = language
    documentElement.dir = directionOf(language)
    documentElement.dataset.framed = String(window.parent !== window)
  }, [themeMode, language])
  return <>{children}</>
}
