import en from '../locales/security-en.json'
import { addWords, languageNow } from '../shell/i18n.js'

const loaders: Readonly<Record<string, () => Promise<unknown>>> = {
  ar: async () => (await import('../locales/security-ar.json')).default,
}

/** The window's own words, in the language that is on; English stands in when they do not arrive. */
export async function loadSecurityWords(): Promise<void> {
  const language = languageNow()
  addWords(language, en)
  const more = await loaders[language]?.().catch(() => undefined)
  if (more) addWords(language, more)
}
