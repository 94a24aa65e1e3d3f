import { type Language, languages, languageTags } from '@latchkey/protocol'

const catalogue: Readonly<Record<Language, { readonly close: string; readonly unavailable: string }>> = {
  en: { close: 'Close', unavailable: 'Connecting a wallet is not possible right now.' },
  ar: { close: 'إغلاق', unavailable: 'لا يمكن ربط محفظة الآن.' },
}

/** Regions and scripts of a language share these few words: telling them apart is for the dialog. */
const base = (tag: string) => tag.split('-')[0]

/** What this page itself has to say while there is no dialog, in the page's language, else the visitor's. */
export function pageMessages() {
  const wanted = document.documentElement.lang || navigator.language
  const lang = languageTags.find((tag) => base(tag) === base(wanted)) ?? 'en'
  return { lang, dir: languages[lang], ...catalogue[lang] }
}
