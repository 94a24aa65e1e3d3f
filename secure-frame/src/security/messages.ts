import { addMessages, languageNow } from '../shell/i18n.js'
import en from './locales/en.json'

/** The files beside the English one, which is in this chunk. */
const loaders = import.meta.glob<typeof en>(['./locales/*.json', '!./locales/en.json'], { import: 'default' })

/** The window's own words, in the language that is on; English stands in when they do not arrive. */
export async function loadSecurityMessages(): Promise<void> {
  const language = languageNow()
  addMessages(language, en)
  const more = await loaders[`./locales/${language}.json`]?.().catch(() => undefined)
  if (more) addMessages(language, more)
}
