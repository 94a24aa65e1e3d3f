import { type CustomWallet, limits } from '@latchkey/protocol'
import { fetchWallets, type ListedWallet, type WalletsQuery } from '../api/wallets.js'
import { debounce } from '../lib/debounce.js'
import { isAndroid } from '../lib/phonePlatform.js'
import { isPhone } from '../lib/platform.js'
import { wait } from '../lib/wait.js'
import { type DirectoryFilter, type DirectoryState, directoryStore, initialDirectory, isUnfiltered, noFilter } from '../state/directory.js'
import { networksStore } from '../state/networks.js'
import { settingsStore } from '../state/settings.js'
import { uiStore } from '../state/ui.js'
import { walletsStore } from '../state/wallets.js'
import { normalName } from './rankRows.js'
import { usableNamespaces, usesWalletConnect } from './rows.js'

/** Wallets seen so far, by id. */
const seen = new Map<string, ListedWallet>()
let asking: AbortController | undefined
/** The list before it was searched: taking the search away shows it again at once, as far as it was scrolled. */
let browsed: Pick<DirectoryState, 'wallets' | 'count' | 'page'> | undefined

/** Which wallets this page wants to see at all. */
function scope(): Pick<WalletsQuery, 'chains' | 'include' | 'exclude'> {
  const { includeWalletIds, excludeWalletIds } = settingsStore.getState().options
  return {
    chains: networksStore.getState().networks.map(({ caipNetworkId }) => caipNetworkId),
    ...(includeWalletIds ? { include: includeWalletIds } : {}),
    ...(excludeWalletIds ? { exclude: excludeWalletIds } : {}),
  }
}

/** The filter in the directory's words. */
function queryOf({ platform, family, certified }: DirectoryFilter): WalletsQuery {
  const phone = isAndroid() ? 'android' : 'ios'
  const chains = networksStore.getState().networks.filter(({ chainNamespace }) => chainNamespace === family)
  return {
    certified,
    platform: platform === 'all' ? undefined : platform === 'mobile' ? phone : 'extension',
    ...(family ? { chains: chains.map(({ caipNetworkId }) => caipNetworkId) } : {}),
  }
}

/** On a phone a wallet that no link opens is of no use. */
const isReachable = ({ mobile_link, link_mode, webapp_link }: ListedWallet) =>
  !isPhone() || Boolean(mobile_link || link_mode || webapp_link)

/** A wallet as this page can use it. */
const usable = (wallet: ListedWallet): ListedWallet => (usesWalletConnect() ? wallet : { ...wallet, walletConnect: false })

async function fetchPage(query: WalletsQuery, signal?: AbortSignal) {
  const { wallets: found, count } = await fetchWallets({ ...scope(), ...query }, signal)
  const wallets = found.map(usable)
  for (const wallet of wallets) seen.set(wallet.id, wallet)
  const hidden = settingsStore.getState().options.excludeWalletIds ?? []
  // The server leaves out ids; a page may also name a wallet by its rdns.
  return { wallets: wallets.filter(({ rdns }) => !rdns || !hidden.includes(rdns)), count }
}

/** Loads the first pictures, so that they do not pop up one by one; waits 2 s at most. */
async function prefetchPictures(wallets: readonly ListedWallet[]): Promise<void> {
  const pictures = wallets.slice(0, limits.prefetchedImages).flatMap(({ icon }) => icon ?? [])
  const load = (src: string) =>
    new Promise<void>((resolve) => {
      const image = new Image()
      image.onload = image.onerror = () => resolve()
      image.referrerPolicy = 'no-referrer'
      image.src = src
    })
  await Promise.race([Promise.all(pictures.map(load)), wait(limits.imagePreloadTimeout)])
}

/**
 * Fetches what Connect shows of the directory: its first wallets, those that the page features or the visitor used, and how many there are.
 * Rows on screen do not change under a finger: they are taken over while the dialog is closed. Never throws.
 */
export async function startDirectory(): Promise<void> {
  try {
    const { featuredWalletIds = [] } = settingsStore.getState().options
    const named = [...featuredWalletIds, ...walletsStore.getState().recent].filter((id) => /^[0-9a-f]{64}$/.test(id))
    const [first, own] = await Promise.all([
      fetchPage({ entries: limits.prefetchedImages }),
      named.length > 0 ? fetchPage({ include: named, entries: named.length }) : { wallets: [] },
    ])
    const listed = unique([...first.wallets, ...own.wallets]).map(({ id, name, icon, rdns, namespaces }) => ({
      id,
      name,
      namespaces,
      listed: true as const,
      ...(icon ? { icon } : {}),
      ...(rdns ? { rdns } : {}),
    }))
    walletsStore.setState({ count: first.count })
    whenClosed(() => walletsStore.setState({ listed }))
  } catch {
    // The guide's list stands in.
  }
}

function whenClosed(change: () => void): void {
  if (!uiStore.getState().open) {
    change()
    return
  }
  const off = uiStore.subscribe(({ open }) => {
    if (open) return
    off()
    change()
  })
}

const asListed = ({ image_url, ...wallet }: CustomWallet): ListedWallet => ({
  ...wallet,
  ...(image_url ? { icon: image_url } : {}),
  certified: false,
  namespaces: usableNamespaces(),
  // A page that lists a wallet itself says that it fits, and that it can scan.
  walletConnect: usesWalletConnect(),
})

/** Wallets that the page lists itself, as if the directory did. */
function ownWallets(): readonly ListedWallet[] {
  const { customWallets = [], excludeWalletIds = [] } = settingsStore.getState().options
  return customWallets.filter(({ id, rdns }) => !excludeWalletIds.some((hidden) => hidden === id || hidden === rdns)).map(asListed)
}

/** A wallet that was seen already, by id or rdns. */
const known = (name: string) => seen.get(name) ?? [...seen.values()].find(({ rdns }) => rdns === name)

/** What stands before the directory's own order: wallets of the page's own, then those that it features. */
function frontWallets(search: string): readonly ListedWallet[] {
  if (search) return ownWallets().filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  const { featuredWalletIds = [] } = settingsStore.getState().options
  return [...ownWallets(), ...featuredWalletIds.flatMap((id) => known(id) ?? [])]
}

/** A wallet of the page or of the directory by id or rdns; undefined when there is none of that name. */
export async function findListed(name: string): Promise<ListedWallet | undefined> {
  const here = ownWallets().find(({ id, rdns }) => id === name || rdns === name) ?? known(name)
  if (here) return here
  const { wallets } = await fetchWallets({ include: [name], entries: 1 })
  return wallets.map(usable)[0]
}

/** A wallet of the directory by its name, as people write it: "rabby" is Rabby Wallet. */
export async function findNamed(name: string): Promise<ListedWallet | undefined> {
  const wanted = normalName(name)
  const is = (wallet: ListedWallet) => normalName(wallet.name) === wanted
  const here = [...ownWallets(), ...seen.values()].find(is)
  if (here || wanted === '') return here
  const { wallets } = await fetchWallets({ search: name.slice(0, 100), entries: limits.walletPage })
  return wallets.map(usable).find(is)
}

const searchOf = (query: string) => (query.trim().length >= 2 ? query.trim() : '')

const unique = (wallets: readonly ListedWallet[]) => [...new Map(wallets.filter(isReachable).map((wallet) => [wallet.id, wallet])).values()]

/** Asks for the first page of what is searched and filtered now. Old results stay until the new ones are here. */
async function refresh(): Promise<void> {
  asking?.abort()
  const control = new AbortController()
  asking = control
  const { query, filter, status, found, wallets: shown, count: shownOf, page } = directoryStore.getState()
  const search = searchOf(query)
  if (search && !found && status === 'ready') browsed = { wallets: shown, count: shownOf, page }
  directoryStore.setState({ status: 'loading', more: 'idle' })
  try {
    const entries = search ? limits.searchResults : limits.walletPage
    const [{ wallets, count }] = await Promise.all([
      fetchPage({ page: 1, entries, search, ...queryOf(filter) }, control.signal),
      // Feedback that flashes is none.
      status === 'idle' ? undefined : wait(limits.searchMinimumWait, control.signal),
    ])
    if (status === 'idle') await prefetchPictures(wallets)
    const front = isUnfiltered(filter) ? frontWallets(search) : []
    if (!control.signal.aborted)
      directoryStore.setState({ status: 'ready', wallets: unique([...front, ...wallets]), count, page: 1, found: search })
  } catch {
    if (!control.signal.aborted) directoryStore.setState({ status: 'failed' })
  }
}

/** Shows the first page when nothing was asked for so far. */
export function openDirectory(): void {
  if (directoryStore.getState().status === 'idle') void refresh()
}

/** Asks again after a failure. */
export function retryDirectory(): void {
  void refresh()
}

/** The list was left: the next visit starts at its top, without a search. */
export function leaveDirectory(): void {
  asking?.abort()
  searchSoon.cancel()
  browsed = undefined
  directoryStore.setState(initialDirectory, true)
}

const searchSoon = debounce(() => void refresh())

/** A person types: searches when they pause, from two characters on. */
export function searchWallets(query: string): void {
  const before = searchOf(directoryStore.getState().query)
  const search = searchOf(query)
  directoryStore.setState({ query })
  if (search === before) return
  if (!search && browsed) browseAgain(browsed)
  else searchSoon()
}

function browseAgain(list: NonNullable<typeof browsed>): void {
  searchSoon.cancel()
  asking?.abort()
  asking = new AbortController()
  directoryStore.setState({ ...list, status: 'ready', more: 'idle', found: '' })
}

/** Shows only some wallets; what is left out stays as it was. */
export function filterWallets(change: Partial<DirectoryFilter>): void {
  browsed = undefined
  directoryStore.setState(({ filter }) => ({ filter: { ...filter, ...change } }))
  void refresh()
}

/** Takes every filter and the search away. */
export function showAllWallets(): void {
  searchSoon.cancel()
  browsed = undefined
  directoryStore.setState({ query: '', filter: noFilter })
  void refresh()
}

/** The next 40. What is on screen stays, whatever becomes of them. */
export async function loadMore(): Promise<void> {
  const { status, more, wallets, count, page, found, filter } = directoryStore.getState()
  // A search gives all it has at once.
  if (status !== 'ready' || more === 'loading' || found || page * limits.walletPage >= count) return
  directoryStore.setState({ more: 'loading' })
  const control = asking
  try {
    const next = await fetchPage({ page: page + 1, ...queryOf(filter) }, control?.signal)
    if (asking !== control) return
    directoryStore.setState({
      more: 'idle',
      page: page + 1,
      count: next.count,
      wallets: unique([...wallets, ...next.wallets]),
    })
  } catch {
    if (asking === control) directoryStore.setState({ more: 'failed' })
  }
}
