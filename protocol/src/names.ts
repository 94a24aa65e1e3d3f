/* Names of accounts: what they may look like, what is signed to register one, and what the server says of them. */

import { accountNameMinimum } from './constants/limits.js'

/** What an account's name ends with where no zone is configured. A server registers names under zones of its own. */
export const nameZones: readonly string[] = ['reown.id', 'wcn.id']

/** Characters of a label: at least and at most (RFC 1035). */
export const shortestLabel = accountNameMinimum
export const longestLabel = 63

/** Why something is no name that can be registered. */
export type NameMistake = 'short' | 'long' | 'characters' | 'hyphens' | 'zone'

/**
 * Reads the first label of an account's name: letters, digits and single hyphens between them, in any case.
 *
 * @param text what a user wrote
 * @returns the label in lower case, or why it is none
 * @example
 * readLabel('Mira') // { label: 'mira' }
 * readLabel('mi') // { mistake: 'short' }
 */
export function readLabel(text: string): { readonly label: string } | { readonly mistake: NameMistake } {
  if (/[^a-z0-9-]/i.test(text)) return { mistake: 'characters' }
  if (text.length < shortestLabel) return { mistake: 'short' }
  if (text.length > longestLabel) return { mistake: 'long' }
  if (/^-|--|-$/.test(text)) return { mistake: 'hyphens' }
  return { label: text.toLowerCase() }
}

/**
 * Reads an account's whole name.
 *
 * @param zones what it may end with
 * @returns the parts in lower case, or why it is none
 * @example
 * readAccountName('Mira.wallet.test', ['wallet.test']) // { label: 'mira', zone: 'wallet.test', name: 'mira.wallet.test' }
 */
export function readAccountName(
  text: string,
  zones: readonly string[] = nameZones,
): { readonly label: string; readonly zone: string; readonly name: string } | { readonly mistake: NameMistake } {
  const zone = zones.find((one) => text.toLowerCase().endsWith(`.${one}`))
  if (zone === undefined) return { mistake: 'zone' }
  const read = readLabel(text.slice(0, -zone.length - 1))
  return 'mistake' in read ? read : { label: read.label, zone, name: `${read.label}.${zone}` }
}

/** How long a signed message about a name is good for, in both directions: clocks differ, and a hardware wallet takes its time. Seconds. */
export const nameMessageLife = 300

/**
 * What the owner of a new name signs by `personal_sign` (ERC-191): exactly this text.
 *
 * @param timestamp seconds since 1970
 * @example
 * registrationMessage('mira.wallet.test', 1767225600) // '{"name":"mira.wallet.test","attributes":{},"timestamp":1767225600}'
 */
export const registrationMessage = (name: string, timestamp: number): string => JSON.stringify({ name, attributes: {}, timestamp })

/** `GET /v1/profile/account/{name}`, and an element of the answer of `GET /v1/profile/reverse/{address}`. */
export type AccountName = {
  readonly name: string
  /** ISO 8601; null for a name of the Ethereum Name Service. */
  readonly registered_at: string | null
  readonly updated_at: string | null
  readonly attributes: Readonly<Record<string, string>>
  /** By coin type (ENSIP-9, ENSIP-11) as text. */
  readonly addresses: Readonly<Record<string, { readonly address: string; readonly created_at: string | null }>>
}

/** `GET /v1/profile/suggestions/{name}`: the name itself first, then free ones like it. */
export type NameSuggestions = { readonly suggestions: readonly { readonly name: string; readonly registered: boolean }[] }
