import { fold } from './fold.js'
import { rankOf, type SearchKeys, searchKeys, worstRank } from './rank.js'
import type { Wallet } from './wallet.js'

export const platforms = ['ios', 'android', 'desktop', 'web', 'extension'] as const
export type Platform = (typeof platforms)[number]

/** What a caller asks of the directory. Filters hold all at once; undefined and empty ones do not filter. */
export type WalletQuery = {
  /** From 1. */
  readonly page: number
  readonly entries: number
  readonly search: string
  /** A wallet must have one of these ids, one of these names or one of these rdns. */
  readonly include: readonly string[]
  readonly names: readonly string[]
  readonly rdns: readonly string[]
  /** Ids or rdns. */
  readonly exclude: readonly string[]
  /** CAIP-2 ids; a wallet must have one of them. */
  readonly chains: readonly string[]
  readonly badge?: 'none' | 'certified'
  readonly platform?: Platform
  readonly includePayOnly: boolean
  readonly payFirst: boolean
}

type Entry = { readonly wallet: Wallet; readonly keys: SearchKeys; readonly chains: ReadonlySet<string>; readonly rdns: string }

/** Wallets in their default order, prepared for searching. */
export type WalletIndex = readonly Entry[]

const placeOf = ({ wallet }: Entry) => wallet.order ?? Number.MAX_VALUE
const compare = <Value extends string | number>(a: Value, b: Value) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Prepares wallets for {@link queryWallets}.
 *
 * @param wallets in any order; the index has them by `order`, then by name
 */
export function indexWallets(wallets: readonly Wallet[]): WalletIndex {
  const entries = wallets.map((wallet) => ({
    wallet,
    keys: searchKeys(wallet),
    chains: new Set<string>(wallet.chains),
    rdns: fold(wallet.rdns ?? ''),
  }))
  return entries.sort((a, b) => compare(placeOf(a), placeOf(b)) || compare(a.keys.name, b.keys.name) || compare(a.wallet.id, b.wallet.id))
}

const runsOn: Readonly<Record<Platform, (wallet: Wallet) => boolean>> = {
  ios: (wallet) => Boolean(wallet.app_store || wallet.mobile_link || wallet.link_mode),
  android: (wallet) => Boolean(wallet.play_store || wallet.mobile_link || wallet.link_mode),
  desktop: (wallet) => Boolean(wallet.desktop_link),
  web: (wallet) => Boolean(wallet.webapp_link),
  extension: (wallet) => Boolean(wallet.rdns || wallet.injected?.length || wallet.chrome_store || wallet.firefox_store),
}

function filterOf(query: WalletQuery): (entry: Entry) => boolean {
  const include = new Set(query.include)
  const exclude = new Set([...query.exclude, ...query.exclude.map(fold)])
  const names = new Set(query.names.map(fold))
  const rdns = new Set(query.rdns.map(fold))
  const isForAll = include.size + names.size + rdns.size === 0
  const { badge, platform, chains } = query
  return ({ wallet, keys, chains: own, rdns: ownRdns }) =>
    (isForAll || include.has(wallet.id) || names.has(keys.name) || (ownRdns !== '' && rdns.has(ownRdns))) &&
    !exclude.has(wallet.id) &&
    !(ownRdns !== '' && exclude.has(ownRdns)) &&
    (chains.length === 0 || chains.some((chain) => own.has(chain))) &&
    (badge === undefined || (wallet.badge_type ?? 'none') === badge) &&
    (platform === undefined || runsOn[platform](wallet)) &&
    (query.includePayOnly || wallet.pay_only !== true)
}

/** A wallet's first 12 digits of its id, its name, and 1 where a phone can open it. */
export type WalletName = readonly [id: string, name: string, onPhone: 0 | 1]

/**
 * Names of all wallets that match, in the index's order: few enough bytes for a client to search them all while the user types.
 */
export function walletNames(index: WalletIndex, query: WalletQuery): readonly WalletName[] {
  return index.filter(filterOf(query)).map(({ wallet: { id, name, mobile_link, link_mode, webapp_link } }) => {
    return [id.slice(0, 12), name, mobile_link || link_mode || webapp_link ? 1 : 0]
  })
}

/**
 * Answers a query.
 *
 * @returns `data`: the page, empty beyond the last one; `count`: all matches, before paging
 */
export function queryWallets(index: WalletIndex, query: WalletQuery): { readonly data: readonly Wallet[]; readonly count: number } {
  const search = fold(query.search)
  const passes = filterOf(query)
  // One list per rank, filled in the index's order: no sorting, and wallets of one rank stay in that order.
  const ranked: Wallet[][] = Array.from({ length: worstRank + 1 }, () => [])
  for (const entry of index) {
    const rank = !passes(entry) ? null : search === '' ? 0 : rankOf(entry.keys, search)
    if (rank !== null) ranked[rank]?.push(entry.wallet)
  }
  const found = ranked.flat()
  const pays = (wallet: Wallet) => wallet.supports_wcpay === true
  const matches = query.payFirst ? [...found.filter(pays), ...found.filter((wallet) => !pays(wallet))] : found
  const start = (query.page - 1) * query.entries
  return { data: matches.slice(start, start + query.entries), count: matches.length }
}
