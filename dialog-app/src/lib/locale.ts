/** What `Intl` gets: Latin digits everywhere, because amounts stand beside addresses; pseudo-locales count as their language. */
export function intlLocale(locale: string): string {
  return `${locale.replace(/-X[AB]$/, '')}-u-nu-latn`
}

/** The page's wish, then the page's own language, then the visitor's. */
export const wantedLocale = ({ locale }: { readonly locale?: string | undefined }, { lang }: { readonly lang: string }): string =>
  locale || lang || navigator.languages[0] || 'en'
