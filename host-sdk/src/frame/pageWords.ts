const catalogue = {
  en: { dir: 'ltr', close: 'Close', unavailable: 'Connecting a wallet is not possible right now.' },
  ar: { dir: 'rtl', close: 'إغلاق', unavailable: 'لا يمكن ربط محفظة الآن.' },
}

/** What this page itself has to say while there is no dialog, in the page's language, else the visitor's. */
export function pageWords() {
  const lang = /^ar\b/.test(document.documentElement.lang || navigator.language) ? 'ar' : 'en'
  return { lang, ...catalogue[lang] }
}
