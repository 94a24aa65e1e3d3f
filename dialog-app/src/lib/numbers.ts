import { type Dialog, perDialog } from './dialog.js'

/** Makes a formatter of numbers in one language, or gives the one that it made before: to make one takes longer than to draw a row. */
export type Numbers = (options: Intl.NumberFormatOptions) => Intl.NumberFormat

/** The formatters of one language. */
export function numbersOf(locale: string): Numbers {
  const made = new Map<string, Intl.NumberFormat>()
  return (options) => {
    const key = JSON.stringify(options)
    const known = made.get(key) ?? new Intl.NumberFormat(locale, options)
    made.set(key, known)
    return known
  }
}

/** Of a language alone: formatters that nobody keeps. */
export const asNumbers = (locale: string | Numbers): Numbers => (typeof locale === 'string' ? numbersOf(locale) : locale)

const kept = perDialog(() => new Map<string, Numbers>())

/** The formatters that a dialog keeps for a language. */
export function numbersIn(dialog: Dialog, locale: string): Numbers {
  const known = kept(dialog).get(locale) ?? numbersOf(locale)
  kept(dialog).set(locale, known)
  return known
}
