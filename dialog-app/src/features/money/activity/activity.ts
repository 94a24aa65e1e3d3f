import { errors, type HistoryPage, toasts } from '@latchkey/protocol'
import { statusOf } from '../../../api/http.js'
import { fetchHistory } from '../../../api/money.js'
import { type Dialog, perDialog } from '../../../lib/dialog.js'
import { after, onDestroy } from '../../../lib/lifetime.js'
import { loadNamespace } from '../../../namespaces/registry.js'
import { type Activity, type ActivityState, activityStore, initialActivity } from '../../../state/activity.js'
import { sessionStore } from '../../../state/session.js'
import { showToast } from '../../notices/toast.js'
import { currency, money } from '../constants.js'
import { type OnNetwork, onNetwork } from '../onNetwork.js'
import { isSpam, joinFirst, readPage, sortActivities } from './readActivity.js'

/** Pages that are asked for one after the other while they hold nothing to show. */
const mostEmpty = 5
/** Milliseconds until amounts, and the pictures of new NFTs, are looked for again, how often, and how long an NFT is new. */
const pause = 2_000
const mostLooks = 3
/** Milliseconds between two looks for what a search of the past has found. */
const searchPause = 3_000
const newFor = 60_000
/** Pages kept in memory. */
const mostPages = 40

/** What one dialog keeps here. */
type Own = {
  /** False until the dialog knows its services: then nothing is asked for. */
  isStarted: boolean
  /** Views that show it. */
  watchers: number
  shownFor: string | undefined
  first: AbortController | undefined
  more: AbortController | undefined
  timer: (() => void) | undefined
  /** Everything that is known, what is not shown too. */
  known: readonly Activity[]
  /** Of the page after the last one that is known. */
  next: string | null
  /** Answers by account, network and cursor. */
  readonly pages: Map<string, { readonly at: number; readonly page: HistoryPage }>
  /** The user has been told of the failure that lasts. */
  told: boolean
}

/** Nobody who keeps the network's history answers the server. */
class NobodyKnows extends Error {
  override readonly name = 'NobodyKnows'
}

/** The server says 503 when it has nothing of a page, and names the network when it has a part. */
const silentOf = (error: unknown): NonNullable<ActivityState['silent']> =>
  error instanceof NobodyKnows || statusOf(error) === 503 ? 'network' : 'server'

const kept = perDialog(
  (): Own => ({
    isStarted: false,
    watchers: 0,
    shownFor: undefined,
    first: undefined,
    more: undefined,
    timer: undefined,
    known: [],
    next: null,
    pages: new Map(),
    told: false,
  }),
)

type Wanted = { readonly of: OnNetwork; readonly cursor?: string | undefined; readonly signal: AbortSignal; readonly fresh?: boolean }

async function ask(dialog: Dialog, { of, cursor, signal, fresh = false }: Wanted): Promise<HistoryPage> {
  const { pages } = kept(dialog)
  const key = `${of.key} ${cursor ?? ''}`
  const before = pages.get(key)
  if (!fresh && before && dialog.now() - before.at < money.historyCache) return before.page
  const page = await fetchHistory(dialog, { address: of.address, networkId: of.networkId, cursor, currency, signal })
  // Nobody knows what happened there: that is no empty history.
  if (page.unavailable?.includes(of.networkId)) throw new NobodyKnows(errors.fallback)
  pages.delete(key)
  pages.set(key, { at: dialog.now(), page })
  const [oldest] = pages.keys()
  if (pages.size > mostPages && oldest !== undefined) pages.delete(oldest)
  return page
}

const shown = (own: Own) => ({ entries: own.known.filter((one) => !isSpam(one)), hasMore: own.next !== null })

function tell(dialog: Dialog) {
  const own = kept(dialog)
  if (own.told) return
  own.told = true
  showToast(dialog, { variant: 'error', message: toasts.transactionsUnavailable, autoClose: true })
}

/**
 * An amount, or the picture of something new, was not there yet.
 *
 * @param known what was waited for before: some amounts are never known
 */
const awaitsFacts = (dialog: Dialog, page: readonly Activity[], known: readonly Activity[]) =>
  page.some(({ id, at, transfers }) =>
    transfers.some(({ nft, amount }) =>
      amount === undefined ? known.every((one) => one.id !== id) : nft?.picture === '' && dialog.now() - at < newFor,
    ),
  )

/** The newest are missing: they are asked for again while somebody looks. */
function awaitAnswer(dialog: Dialog, own: Own) {
  if (own.watchers > 0) own.timer = after(dialog, money.retryBlock, () => void load(dialog, { fresh: true, isQuiet: true }))
}

type How = {
  /** Past the cache. */
  readonly fresh: boolean
  /** Nobody asked for it: what is on screen stays until there is something else. */
  readonly isQuiet?: boolean
  /** How often it was asked for an amount or a picture that was not there yet. */
  readonly looks?: number
}

/** Asks for the first page. What was known of older ones stays, unless there is a gap. */
async function load(dialog: Dialog, { fresh, isQuiet = false, looks = 0 }: How): Promise<void> {
  const own = kept(dialog)
  const of = onNetwork(dialog)
  if (!of) return
  own.first?.abort()
  own.timer?.()
  const mine = new AbortController()
  own.first = mine
  const store = activityStore(dialog)
  try {
    const namespace = await loadNamespace(dialog, of.namespace)
    if (mine.signal.aborted) return
    if (!namespace.activity) {
      store.setState({ ...initialActivity, status: 'unavailable' }, true)
      return
    }
    const { status, isSearching: wasSearching } = store.getState()
    if (status !== 'ready' && status !== 'unserved' && !(isQuiet && status === 'failed')) store.setState({ status: 'loading' })
    const { data, next, stale, searching, partial, unserved } = await ask(dialog, { of, signal: mine.signal, fresh })
    if (mine.signal.aborted) return
    if (unserved?.includes(of.networkId)) {
      store.setState({ ...initialActivity, status: 'unserved' }, true)
      return
    }
    const page = readPage(data, of.networkId)
    const before = looks === 0 ? own.known : []
    const joined = joinFirst(page, own.known, next === null)
    if (!joined) own.more?.abort()
    const hasOlder = joined !== undefined && (joined.length > page.length || own.more !== undefined)
    own.known = joined ?? sortActivities(page)
    // What was the end, and what was on a page, may not be it any more once older ones were found: they are asked for from the first page on.
    if (wasSearching) own.pages.clear()
    own.next = hasOlder && !(wasSearching && own.next === null) ? own.next : next
    own.told = false
    const isOld = stale?.includes(of.networkId) ?? false
    const isSearching = searching?.includes(of.networkId) ?? false
    store.setState({
      status: 'ready',
      isOld,
      isSearching,
      isPartial: partial?.includes(of.networkId) ?? false,
      ...(isOld ? { silent: 'network' } : {}),
      ...shown(own),
      ...(hasOlder ? {} : { more: 'idle' }),
    })
    if (store.getState().entries.length === 0) void loadMore(dialog)
    if (isOld) awaitAnswer(dialog, own)
    else if (isSearching && own.watchers > 0)
      own.timer = after(dialog, searchPause, () => void load(dialog, { fresh: true, isQuiet: true }))
    else if (own.watchers > 0 && looks < mostLooks && awaitsFacts(dialog, page, before))
      own.timer = after(dialog, pause, () => void load(dialog, { fresh: true, looks: looks + 1 }))
  } catch (error) {
    if (mine.signal.aborted) return
    const silent = silentOf(error)
    // What is known stays, marked as old.
    if (store.getState().status === 'ready') store.setState({ isOld: true, silent })
    else store.setState({ ...initialActivity, status: 'failed', silent }, true)
    tell(dialog)
    awaitAnswer(dialog, own)
  } finally {
    if (own.first === mine) own.first = undefined
  }
}

/** Asks for the page after the last one; for the next ones too, while they hold nothing to show. */
export async function loadMore(dialog: Dialog): Promise<void> {
  const own = kept(dialog)
  const of = onNetwork(dialog)
  const store = activityStore(dialog)
  if (!of || own.next === null || own.more || store.getState().status !== 'ready') return
  const mine = new AbortController()
  own.more = mine
  store.setState({ more: 'loading' })
  const before = store.getState().entries.length
  try {
    for (let asked = 0; asked < mostEmpty && own.next !== null && store.getState().entries.length === before; asked++) {
      const { data, next } = await ask(dialog, { of, cursor: own.next, signal: mine.signal })
      if (mine.signal.aborted) return
      own.known = sortActivities([...own.known, ...readPage(data, of.networkId)])
      own.next = next
      store.setState(shown(own))
    }
    own.told = false
    store.setState({ more: 'idle' })
  } catch (error) {
    if (mine.signal.aborted) return
    store.setState({ more: 'failed', silent: silentOf(error) })
    tell(dialog)
  } finally {
    if (own.more === mine) own.more = undefined
  }
}

/** Asks for the newest again, past the cache; what nobody looks at is asked for when somebody does. */
export async function refreshActivity(dialog: Dialog): Promise<void> {
  const own = kept(dialog)
  if (own.watchers > 0) await load(dialog, { fresh: true, isQuiet: true })
  else own.pages.clear()
}

/** The user wants to see it after all. */
export function retryActivity(dialog: Dialog): void {
  kept(dialog).told = false
  const { status, isOld } = activityStore(dialog).getState()
  if (status === 'ready' && !isOld) void loadMore(dialog)
  else void load(dialog, { fresh: true })
}

/**
 * Somebody looks at what happened: it is asked for, and kept up to date.
 *
 * @returns nobody looks any more
 */
export function watchActivity(dialog: Dialog): () => void {
  const own = kept(dialog)
  own.watchers += 1
  if (own.isStarted && activityStore(dialog).getState().status !== 'unavailable') void load(dialog, { fresh: false })
  return () => {
    own.watchers -= 1
    if (own.watchers === 0) own.timer?.()
  }
}

function stop(own: Own) {
  own.timer?.()
  own.first?.abort()
  own.more?.abort()
  own.first = undefined
  own.more = undefined
}

/** Another account or network: what is on screen is not its own. */
function follow(dialog: Dialog) {
  const own = kept(dialog)
  const of = onNetwork(dialog)
  if (of?.key === own.shownFor) return
  own.shownFor = of?.key
  stop(own)
  own.known = []
  own.next = null
  own.told = false
  activityStore(dialog).setState(initialActivity, true)
  if (own.watchers > 0) void load(dialog, { fresh: false })
}

/** From now on what happened is that of the active account, on the network it is on. */
export function startActivity(dialog: Dialog): void {
  kept(dialog).isStarted = true
  sessionStore(dialog).subscribe(() => follow(dialog))
  onDestroy(dialog, () => stop(kept(dialog)))
  follow(dialog)
}
