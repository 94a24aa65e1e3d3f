import type { Network } from '../entities.js'
import * as declared from './declared.js'
import type { Family } from './family.js'
import { type NamespaceId, namespaceIds } from './ids.js'

export type { Family } from './family.js'
export * from './ids.js'

/** A family's declaration is `<id>Family`. */
const byName: { readonly [Id in NamespaceId as `${Id}Family`]: Family } = declared

/** Every chain family's declaration. Whatever is keyed by family derives from it. */
export const families = /*#__PURE__*/ Object.fromEntries(namespaceIds.map((id) => [id, byName[`${id}Family`]])) as {
  readonly [Id in NamespaceId]: (typeof declared)[`${Id}Family`]
}

/** The methods of a family, as functions of their `params`. */
export type FamilyMethods<Id extends NamespaceId> = (typeof families)[Id] extends Family<infer Methods> ? Methods : never

/** One fact of every family. */
const each = <Value>(fact: (family: Family) => Value) =>
  Object.fromEntries(namespaceIds.map((id) => [id, fact(families[id])])) as Readonly<Record<NamespaceId, Value>>

/** Where a wallet is taken to be that does not say, when the page uses no network of the family. */
export const mainNetworkIds = /*#__PURE__*/ each(({ mainNetworkId }) => mainNetworkId)

/** Which kind of account comes first while the user has not chosen another. */
export const defaultAccountTypes = /*#__PURE__*/ each(({ defaultAccountType }) => defaultAccountType)

/** Networks that have to be named only. */
export const familyNetworks: readonly Network[] = /*#__PURE__*/ namespaceIds.flatMap((id) => families[id].networks as readonly Network[])

/**
 * Families in the order in which an address is tried. Those whose addresses carry a checksum come first: some of their addresses are made of the
 * characters of one that has none.
 */
export const addressOrder: readonly NamespaceId[] = /*#__PURE__*/ [true, false].flatMap((checksum) =>
  namespaceIds.filter((id) => families[id].hasAddressChecksum === checksum),
)

/** What a CAIP-2 id of a chain of one of the families looks like, as the source of a regular expression. */
export const caipNetworkIdPattern = /*#__PURE__*/ namespaceIds.map((id) => `${id}:${families[id].reference}`).join('|')
