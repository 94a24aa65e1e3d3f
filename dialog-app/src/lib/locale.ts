/** What `Intl` gets: Latin digits everywhere, because amounts stand beside addresses; pseudo-locales count as their language. */
export function intlLocale(locale: string): string {
  return `${locale.replace(/-X[AB]$/, '')}-u-nu-latn`
}
