import { type Language, type NamespaceId, namespaceIds } from '@latchkey/protocol'

/** The messages that name the chain families: `family.<id>`. */
export type FamilyName = `family.${NamespaceId}`
export type FamilyNames = Readonly<Partial<Record<FamilyName, string>>>

/** What a chain family is called, compiled, by language. */
type Names = Readonly<Partial<Record<Language, readonly unknown[]>>>

/** Reads the names of the families in a language from their folders' files, by path. */
export const readFamilyNames = (files: Readonly<Record<string, Names>>, language: Language): FamilyNames =>
  Object.fromEntries(namespaceIds.map((id) => [`family.${id}`, files[`../namespaces/${id}/names.json`]?.[language] ?? [id]]))

/** The English ones, which every dialog fetches; other languages are in `translatedFamilyNames.ts`. */
const english = import.meta.glob<Names>('../namespaces/*/names.json', { eager: true, import: 'default', query: '?english' })

/** What the chain families are called in English. */
export const englishFamilyNames = (): FamilyNames => readFamilyNames(english, 'en')
