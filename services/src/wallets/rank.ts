import { fold } from './fold.js'
import type { Wallet } from './wallet.js'

/** What of a wallet is searched, folded once. */
export type SearchKeys = {
  readonly name: string
  readonly words: readonly string[]
  /** The rdns and the homepage's host name, without what nearly all have in common. */
  readonly others: readonly string[]
  /** The same, whole. */
  readonly addresses: readonly string[]
}

/** Endings and beginnings such as `com.` say nothing: with them, searching "com" would find nearly every wallet. */
const withoutTopLevel = (labels: readonly string[]) => labels.filter((label) => label !== '').join('.')

const hostOf = (homepage: string | null | undefined) =>
  homepage && URL.canParse(homepage) ? new URL(homepage).hostname.replace(/^www\./, '') : ''

/** Prepares a wallet for {@link rankOf}. */
export function searchKeys(wallet: Wallet): SearchKeys {
  const name = fold(wallet.name)
  const [rdns, host] = [fold(wallet.rdns ?? ''), hostOf(wallet.homepage)]
  const others = [withoutTopLevel(rdns.split('.').slice(1)), withoutTopLevel(host.split('.').slice(0, -1))]
  return { name, words: name.split(/[^\p{L}\p{N}]+/u), others, addresses: [rdns, host] }
}

/** The highest number that {@link rankOf} gives. */
export const worstRank = 4

/**
 * How well a wallet answers a search: 0 the exact name, 1 its beginning, 2 the beginning of a word in it, 3 anywhere in it, 4 in its
 * rdns or in its homepage's host name, of which the ending counts when the search has a point.
 *
 * @param search folded, not empty
 * @returns null when it does not match
 */
export function rankOf(keys: SearchKeys, search: string): number | null {
  const { name } = keys
  if (name === search) return 0
  if (name.startsWith(search)) return 1
  if (name.includes(search)) return keys.words.some((word) => word.startsWith(search)) || name.includes(` ${search}`) ? 2 : 3
  return (search.includes('.') ? keys.addresses : keys.others).some((other) => other.includes(search)) ? worstRank : null
}
