import { type Language, type NamespaceId, namespaceIds } from '@latchkey/protocol'

/** The folder of each chain family has its name in every language. */
const names = import.meta.glob<Readonly<Record<Language, readonly unknown[]>>>('../namespaces/*/names.json', {
  eager: true,
  import: 'default',
})

/** The messages that name the chain families: `family.<id>`. */
export type FamilyName = `family.${NamespaceId}`

/** What the chain families are called in a language. */
export function familyNames(language: Language): Readonly<Partial<Record<FamilyName, string>>> {
  return Object.fromEntries(namespaceIds.map((id) => [`family.${id}`, names[`../namespaces/${id}/names.json`]?.[language] ?? [id]]))
}
