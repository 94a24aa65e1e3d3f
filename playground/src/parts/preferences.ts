/** A choice of the visitor that outlives the page, where storage allows. */
export function remember<T extends string>(key: string, options: readonly T[], fallback: T) {
  return {
    read(): T {
      try {
        const stored = localStorage.getItem(key)
        return options.find((option) => option === stored) ?? fallback
      } catch {
        return fallback
      }
    },
    write(value: T): void {
      try {
        localStorage.setItem(key, value)
      } catch {
        // Storage is denied: the choice then lasts as long as the page.
      }
    },
  }
}

export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]
export const themePreference = remember<Theme>('playground-theme', themes, 'auto')

/** Every language of the dialog, and one with long words that tests a layout. */
export const locales = [
  'en',
  'ar',
  'de',
  'es',
  'fr',
  'hi',
  'id',
  'ja',
  'ko',
  'pt-BR',
  'ru',
  'tr',
  'uk',
  'vi',
  'zh-Hans',
  'zh-Hant',
  'en-XA',
] as const
export type Locale = (typeof locales)[number]
export const localePreference = remember<Locale>('playground-locale', locales, 'en')
