import { type CustomWallet, limits } from '@latchkey/protocol'
import { fetchWalletNames, fetchWallets, type ListedWallet, type WalletName, type WalletsQuery } from '../../api/wallets.js'
import { debounce } from '../../lib/debounce.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { onDestroy, untilDestroyed } from '../../lib/lifetime.js'
import { isAndroid } from '../../lib/phonePlatform.js'
import { isPhone } from '../../lib/platform.js'
import { wait } from '../../lib/wait.js'
import {
  type DirectoryFilter,
  type DirectoryState,
  directoryStore,
  initialDirectory,
  isUnfiltered,
  noFilter,
} from '../../state/directory.js'
import { networksStore } from '../../state/networks.js'
import { settingsStore } from '../../state/settings.js'
import { type ListedRow, walletsStore } from '../../state/wallets.js'
import { normalName } from '../connect/rankRows.js'
import { usableNamespaces, usesWalletConnect } from '../connect/rows.js'
import { followNamed } from './followNamed.js'
import { whenClosed } from './whenClosed.js'

type Browsed = Pick<DirectoryState, 'wallets' | 'count' | 'page'>

/** Wallets seen so far, by id. */
const seen = perDialog(() => new Map<string, ListedWallet>())
/** What one dialog keeps here. */
type Own = {
  asking: AbortController | undefined
  /** The list before it was searched: taking the search away shows it again at once, as far as it was scrolled. */
  browsed: Browsed | undefined
  /** Names of all wallets of this scope: a search finds them before their other properties are loaded. */
  names: readonly WalletName[]
  /** Query with which the names were loaded; empty before they are. */
  scope: string
}

const kept = perDialog((): Own => ({ asking: undefined, browsed: undefined, names: [], scope: '' }))

/** Which wallets this page wants to see at all. */
function scope(dialog: Dialog): Pick<WalletsQuery, 'chains' | 'include' | 'exclude'> {
  const { includeWalletIds, excludeWalletIds } = settingsStore(dialog).getState().options
  return {
    chains: networksStore(dialog)
      .getState()
      .networks.map(({ caipNetworkId }) => caipNetworkId),
    ...(includeWalletIds ? { include: includeWalletIds } : {}),
    ...(excludeWalletIds ? { exclude: excludeWalletIds } : {}),
  }
}

/** The filter in the directory's words. */
function queryOf(dialog: Dialog, { platform, family, certified }: DirectoryFilter): WalletsQuery {
  const phone = isAndroid() ? 'android' : 'ios'
  const chains = networksStore(dialog)
    .getState()
    .networks.filter(({ chainNamespace }) => chainNamespace === family)
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
const usable = (dialog: Dialog, wallet: ListedWallet): ListedWallet =>
  usesWalletConnect(dialog) ? wallet : { ...wallet, walletConnect: false }

async function fetchPage(dialog: Dialog, query: WalletsQuery, signal?: AbortSignal) {
  const { wallets: found, count } = await fetchWallets(dialog, { ...scope(dialog), ...query }, signal)
  const wallets = found.map((wallet) => usable(dialog, wallet))
  for (const wallet of wallets) seen(dialog).set(wallet.id, wallet)
  return { wallets: withoutHidden(dialog, wallets), count }
}

/** Whether a list of the page names a wallet, by its id or by its rdns. */
const isNamed = ({ id, rdns }: Pick<CustomWallet, 'id' | 'rdns'>, names: readonly string[]) =>
  names.some((name) => name === id || name === rdns)

/** What was seen before the page left it out is not shown either. */
function withoutHidden<Wallet extends Pick<CustomWallet, 'id' | 'rdns'>>(dialog: Dialog, wallets: readonly Wallet[]): readonly Wallet[] {
  const hidden = settingsStore(dialog).getState().options.excludeWalletIds ?? []
  return wallets.filter((wallet) => !isNamed(wallet, hidden))
}

/**
 * Asks for the first pictures at once. The list does not wait for them: each has its place, and what it waited for was the slowest of twenty. What has
 * not come after 2 s makes way for the pictures that the user looks at by then.
 */
function prefetchPictures(dialog: Dialog, wallets: readonly ListedWallet[]): void {
  const images = wallets.slice(0, limits.prefetchedImages).flatMap(({ icon }) => {
    if (!icon) return []
    const image = new Image()
    image.referrerPolicy = 'no-referrer'
    image.src = icon
    return [image]
  })
  const giveUp = () => {
    for (const image of images) if (!image.complete) image.src = ''
  }
  wait(limits.imagePreloadTimeout, untilDestroyed(dialog)).then(giveUp, giveUp)
}

/**
 * Fetches what Connect shows of the directory: its first wallets, those that the page features or the visitor used, and how many there are.
 * Rows on screen do not change under a finger: they are taken over while the dialog is closed. Never throws.
 */
export async function startDirectory(dialog: Dialog): Promise<void> {
  followNamed(dialog)
  const asked = new Set<string>()
  /** The wallets that the page features, and others, each asked for once. */
  const fetchFeatured = async (others: readonly string[] = []) => {
    const { featuredWalletIds = [], customWallets = [] } = settingsStore(dialog).getState().options
    const featured = featuredWalletIds.filter((name) => !customWallets.some((wallet) => isNamed(wallet, [name])))
    const include = [...featured, ...others].filter((name) => !asked.has(name))
    for (const name of include) asked.add(name)
    return include.length > 0 ? (await fetchPage(dialog, { include, entries: include.length })).wallets : []
  }
  const list = (wallets: readonly ListedWallet[]) => {
    const rows = unique(wallets).map(({ id, name, icon, rdns, namespaces }) => ({
      id,
      name,
      namespaces,
      listed: true as const,
      ...(icon ? { icon } : {}),
      ...(rdns ? { rdns } : {}),
    }))
    const isNew = (listed: readonly ListedRow[]) => (row: ListedRow) => !listed.some(({ id }) => id === row.id)
    if (rows.length > 0)
      whenClosed(dialog, () => walletsStore(dialog).setState(({ listed }) => ({ listed: [...listed, ...rows.filter(isNew(listed))] })))
  }
  // The page may feature others later.
  const unsubscribe = settingsStore(dialog).subscribe(() => void fetchFeatured().then(list, () => {}))
  onDestroy(dialog, unsubscribe)
  try {
    // The other recent wallets are not the directory's.
    const recent = walletsStore(dialog)
      .getState()
      .recent.filter((id) => /^[0-9a-f]{64}$/.test(id))
    const [first, own] = await Promise.all([fetchPage(dialog, { entries: limits.prefetchedImages }), fetchFeatured(recent)])
    walletsStore(dialog).setState({ count: first.count })
    list([...first.wallets, ...own])
  } catch {
    // The guide's list stands in.
  }
}

const asListed = (dialog: Dialog, { image_url, ...wallet }: CustomWallet): ListedWallet => ({
  ...wallet,
  ...(image_url ? { icon: image_url } : {}),
  certified: false,
  namespaces: usableNamespaces(dialog),
  // A page that lists a wallet itself says that it fits, and that it can scan.
  walletConnect: usesWalletConnect(dialog),
})

/** Wallets that the page lists itself, as if the directory did. */
function ownWallets(dialog: Dialog): readonly ListedWallet[] {
  const { customWallets = [] } = settingsStore(dialog).getState().options
  return withoutHidden(dialog, customWallets).map((parameters) => asListed(dialog, parameters))
}

/** A wallet that was seen already, by id or rdns. */
const known = (dialog: Dialog, name: string) => seen(dialog).get(name) ?? [...seen(dialog).values()].find(({ rdns }) => rdns === name)

/** What stands before the directory's own order: wallets of the page's own, then those that it features. */
function frontWallets(dialog: Dialog, search: string): readonly ListedWallet[] {
  if (search) return ownWallets(dialog).filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
  const { featuredWalletIds = [] } = settingsStore(dialog).getState().options
  return [...ownWallets(dialog), ...featuredWalletIds.flatMap((id) => known(dialog, id) ?? [])]
}

/** A wallet of the page or of the directory by id or rdns; undefined when there is none of that name. */
export async function findListed(dialog: Dialog, name: string): Promise<ListedWallet | undefined> {
  const here = ownWallets(dialog).find((wallet) => isNamed(wallet, [name])) ?? known(dialog, name)
  if (here) return here
  const { wallets } = await fetchWallets(dialog, { include: [name], entries: 1 })
  return wallets.map((wallet) => usable(dialog, wallet))[0]
}

/** A wallet of the directory by its name, as users write it: "rabby" is Rabby Wallet. */
export async function findNamed(dialog: Dialog, name: string): Promise<ListedWallet | undefined> {
  const wanted = normalName(name)
  const is = (wallet: ListedWallet) => normalName(wallet.name) === wanted
  const here = [...ownWallets(dialog), ...seen(dialog).values()].find(is)
  if (here || wanted === '') return here
  const { wallets } = await fetchWallets(dialog, { search: name.slice(0, 100), entries: limits.walletPage })
  return wallets.map((wallet) => usable(dialog, wallet)).find(is)
}

const searchOf = (query: string) => (query.trim().length >= 2 ? query.trim() : '')

const unique = (wallets: readonly ListedWallet[]) => [...new Map(wallets.filter(isReachable).map((wallet) => [wallet.id, wallet])).values()]

/** How well a name answers a search, as the directory ranks names: itself, its beginning, that of a word in it, anywhere in it. */
function rankOf(name: string, search: string): number {
  if (name === search) return 0
  if (name.startsWith(search)) return 1
  return name.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(search)) ? 2 : 3
}

/** Wallets of which only the name is loaded. */
const onlyNamed = (dialog: Dialog): readonly ListedWallet[] => {
  const known = new Set([...seen(dialog).keys()].map((id) => id.slice(0, 12)))
  return kept(dialog).names.flatMap(([id, name, onPhone]) => {
    const hidden = known.has(id) || (isPhone() && !onPhone)
    return hidden
      ? []
      : { id, name, named: true, certified: false, namespaces: usableNamespaces(dialog), walletConnect: usesWalletConnect(dialog) }
  })
}

/** Wallets whose name is known here and has the search in it: those that were seen so far, of any page, and those of which only that is known. */
function matchesHere(dialog: Dialog, search: string): readonly ListedWallet[] {
  const { includeWalletIds = [] } = settingsStore(dialog).getState().options
  const usableFamilies = usableNamespaces(dialog)
  const wanted = search.toLowerCase()
  const matches = [...seen(dialog).values()].filter(
    (wallet) =>
      wallet.name.toLowerCase().includes(wanted) &&
      (includeWalletIds.length === 0 || isNamed(wallet, includeWalletIds)) &&
      wallet.namespaces.some((namespace) => usableFamilies.includes(namespace)),
  )
  const named = onlyNamed(dialog).filter(({ name }) => name.toLowerCase().includes(wanted))
  const ranked = [...unique(withoutHidden(dialog, matches)), ...named].sort(
    (one, other) => rankOf(one.name.toLowerCase(), wanted) - rankOf(other.name.toLowerCase(), wanted),
  )
  return [...new Map([...unique(frontWallets(dialog, search)), ...ranked].map((wallet) => [wallet.id, wallet])).values()]
}

/**
 * Asks for the first page of what is searched and filtered now. Old results stay until the new ones are here.
 *
 * @param since when the user asked for it, in milliseconds since the epoch
 */
async function refresh(dialog: Dialog, since: number): Promise<void> {
  const mine = kept(dialog)
  mine.asking?.abort()
  const control = new AbortController()
  mine.asking = control
  const { query, filter, status } = directoryStore(dialog).getState()
  const search = searchOf(query)
  directoryStore(dialog).setState({ status: 'loading', more: 'idle' })
  try {
    const entries = search ? limits.searchResults : limits.walletPage
    const [{ wallets, count }] = await Promise.all([
      fetchPage(dialog, { page: 1, entries, search, ...queryOf(dialog, filter) }, control.signal),
      // Show the loading state for at least `limits.searchMinimumWait` milliseconds.
      status === 'idle' ? undefined : wait(Math.max(0, since + limits.searchMinimumWait - dialog.now()), control.signal),
    ])
    if (status === 'idle') prefetchPictures(dialog, wallets)
    const front = isUnfiltered(filter) ? frontWallets(dialog, search) : []
    if (!control.signal.aborted)
      directoryStore(dialog).setState({ status: 'ready', wallets: unique([...front, ...wallets]), count, page: 1, found: search })
  } catch {
    if (!control.signal.aborted) directoryStore(dialog).setState({ status: 'failed' })
  }
}

/** Without the names, a search for a wallet that was not loaded yet waits for the directory. */
async function fetchNames(dialog: Dialog, asked: string): Promise<void> {
  const mine = kept(dialog)
  mine.scope = asked
  mine.names = []
  try {
    const names = await fetchWalletNames(dialog, scope(dialog))
    if (mine.scope === asked) mine.names = names
  } catch {
    // Asked again when the list is opened the next time.
    if (mine.scope === asked) mine.scope = ''
  }
}

/** Loads the first page and the names of all wallets, once: when the list opens, or when the user is about to open it. */
export function openDirectory(dialog: Dialog): void {
  const { scope: asked } = kept(dialog)
  const wanted = JSON.stringify(scope(dialog))
  // The page has other networks by now, or leaves out others.
  if (asked && asked !== wanted) leaveDirectory(dialog)
  if (asked !== wanted) void fetchNames(dialog, wanted)
  if (directoryStore(dialog).getState().status === 'idle') void refresh(dialog, dialog.now())
}

/** Asks again after a failure. */
export function retryDirectory(dialog: Dialog): void {
  void refresh(dialog, dialog.now())
}

/** The list was left: the next visit starts at its top, without a search. */
export function leaveDirectory(dialog: Dialog): void {
  const mine = kept(dialog)
  mine.asking?.abort()
  searchSoon(dialog).cancel()
  mine.browsed = undefined
  directoryStore(dialog).setState(initialDirectory, true)
}

const searchSoon = perDialog((dialog) => {
  const search = debounce((since: number) => void refresh(dialog, since))
  onDestroy(dialog, search.cancel)
  return search
})

/** A user types, from two characters on: what is known here is shown at once, and the directory is asked when they pause. */
export function searchWallets(dialog: Dialog, query: string): void {
  const mine = kept(dialog)
  const { query: typed, status, found, filter, wallets, count, page } = directoryStore(dialog).getState()
  const search = searchOf(query)
  directoryStore(dialog).setState({ query })
  if (search === searchOf(typed)) return
  if (search && !found && status === 'ready') mine.browsed = { wallets, count, page }
  if (!search && mine.browsed) {
    browseAgain(dialog, mine.browsed)
    return
  }
  if (search) showMatches(dialog, search, isUnfiltered(filter))
  searchSoon(dialog)(dialog.now())
}

/** Until the directory answers. What other filters leave out is known to the directory alone; without a match, what is there stays. */
function showMatches(dialog: Dialog, search: string, unfiltered: boolean): void {
  kept(dialog).asking?.abort()
  const matches = unfiltered ? matchesHere(dialog, search) : []
  directoryStore(dialog).setState({
    status: 'loading',
    more: 'idle',
    ...(matches.length > 0 ? { wallets: matches, count: matches.length, found: search } : {}),
  })
}

function browseAgain(dialog: Dialog, list: Browsed): void {
  const mine = kept(dialog)
  searchSoon(dialog).cancel()
  mine.asking?.abort()
  mine.asking = new AbortController()
  directoryStore(dialog).setState({ ...list, status: 'ready', more: 'idle', found: '' })
}

/** Shows only some wallets; what is left out stays as it was. */
export function filterWallets(dialog: Dialog, change: Partial<DirectoryFilter>): void {
  kept(dialog).browsed = undefined
  directoryStore(dialog).setState(({ filter }) => ({ filter: { ...filter, ...change } }))
  void refresh(dialog, dialog.now())
}

/** Takes every filter and the search away. */
export function showAllWallets(dialog: Dialog): void {
  searchSoon(dialog).cancel()
  kept(dialog).browsed = undefined
  directoryStore(dialog).setState({ query: '', filter: noFilter })
  void refresh(dialog, dialog.now())
}

/** The next 40. What is on screen stays, whatever becomes of them. */
export async function loadMore(dialog: Dialog): Promise<void> {
  const mine = kept(dialog)
  const { status, more, wallets, count, page, found, filter } = directoryStore(dialog).getState()
  // A search gives all it has at once.
  if (status !== 'ready' || more === 'loading' || found || page * limits.walletPage >= count) return
  directoryStore(dialog).setState({ more: 'loading' })
  const control = mine.asking
  try {
    const next = await fetchPage(dialog, { page: page + 1, ...queryOf(dialog, filter) }, control?.signal)
    if (mine.asking !== control || control?.signal.aborted) return
    directoryStore(dialog).setState({
      more: 'idle',
      page: page + 1,
      count: next.count,
      wallets: unique([...wallets, ...next.wallets]),
    })
  } catch {
    if (mine.asking === control && !control?.signal.aborted) directoryStore(dialog).setState({ more: 'failed' })
  }
}
