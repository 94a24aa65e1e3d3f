import { chooseLanguage, type Language, languages } from '@latchkey/protocol'

const catalogue: Readonly<Record<Language, { readonly close: string; readonly unavailable: string }>> = {
  en: { close: 'Close', unavailable: 'Connecting a wallet is not possible right now.' },
  ar: { close: 'إغلاق', unavailable: 'لا يمكن ربط محفظة الآن.' },
}

/** What this page itself has to say while there is no dialog, in the page's language, else the visitor's. */
export function pageWords() {
  const lang = chooseLanguage([document.documentElement.lang || navigator.language])
  return { lang, dir: languages[lang], ...catalogue[lang] }
}
