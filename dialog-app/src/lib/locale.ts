const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur', 'ps', 'sd', 'yi'])

/** `rtl` for languages written from the right (a table: `Intl.Locale.getTextInfo` is not in every browser). */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(locale.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr'
}

/**
 * The first wanted locale that there is a catalogue for: exactly, else by its language. English when there is none.
 * @param wanted in order of preference; empty and malformed entries are skipped
 */
export function chooseLocale(wanted: readonly (string | undefined)[], available: readonly string[]): string {
  for (const entry of wanted) {
    const tag = entry?.trim().replaceAll('_', '-').toLowerCase()
    if (!tag) continue
    const exact = available.find((locale) => locale.toLowerCase() === tag)
    const language = available.find((locale) => locale.toLowerCase() === tag.split('-')[0])
    if (exact || language) return exact ?? language ?? 'en'
  }
  return 'en'
}

/** What `Intl` gets: Latin digits everywhere, because amounts stand beside addresses; pseudo-locales count as their language. */
export function intlLocale(locale: string): string {
  return `${locale.replace(/-X[AB]$/, '')}-u-nu-latn`
}
