import type { Language } from '@latchkey/protocol'
import { type FamilyNames, readFamilyNames } from './familyNames.js'

/** The folder of each chain family has its name in every language. */
const files = import.meta.glob<Readonly<Record<Language, readonly unknown[]>>>('../namespaces/*/names.json', {
  eager: true,
  import: 'default',
})

/** What the chain families are called in a language. */
export const translatedFamilyNames = (language: Language): FamilyNames => readFamilyNames(files, language)
