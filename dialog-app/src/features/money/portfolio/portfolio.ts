import { type CaipNetworkId, type NamespaceId, toasts } from '@latchkey/protocol'
import { balancesAnswer } from '@latchkey/protocol/schemas/money'
import { statusOf } from '../../../api/http.js'
import { fetchBalances } from '../../../api/money.js'
import { readCache, writeCache } from '../../../lib/cache.js'
import { type Dialog, perDialog } from '../../../lib/dialog.js'
import { after, listen, onDestroy } from '../../../lib/lifetime.js'
import { loadedNamespace, loadNamespace } from '../../../namespaces/registry.js'
import { findNetwork } from '../../../state/networks.js'
import { initialPortfolio, type PortfolioState, portfolioStore } from '../../../state/portfolio.js'
import { currentConnection, sessionStore } from '../../../state/session.js'
import { uiStore } from '../../../state/ui.js'
import { viewStore } from '../../../state/view.js'
import { showToast } from '../../notices/toast.js'
import { currency, money } from '../constants.js'
import { isMoneySeen, wasOpened } from '../onScreen.js'
import { readTokens } from './tokens.js'

/** What one dialog keeps here. */
type Own = {
  timer: (() => void) | undefined
  control: AbortController | undefined
  shownFor: string | undefined
  /** No request before this time, in milliseconds since 1970. Infinite after a 503: then only the user starts the next one, also by opening. */
  blockedUntil: number
  isOpen: boolean
  /** The user has been told of the failure that lasts. */
  told: boolean
}

const kept = perDialog(
  (): Own => ({ timer: undefined, control: undefined, shownFor: undefined, blockedUntil: 0, isOpen: false, told: false }),
)

type Target = { readonly key: string; readonly namespace: NamespaceId; readonly address: string }

function target(dialog: Dialog): Target | undefined {
  const account = currentConnection(dialog)?.accounts[0]
  if (!account) return undefined
  const { namespace, address } = account
  return { key: `${namespace}:${address}:${currency}`, namespace, address }
}

/** The list that an answer makes, of the server's or of the cache's. */
function listOf(dialog: Dialog, answer: unknown, at: number): PortfolioState {
  const balances = balancesAnswer(answer)
  const used = (ids: typeof balances.stale = []) =>
    ids.flatMap((id) => findNetwork(dialog, id as `${string}:${string}`)?.caipNetworkId ?? [])
  return {
    status: 'ready',
    tokens: readTokens(balances, (id) => findNetwork(dialog, id) !== undefined),
    behind: used(balances.stale),
    missing: used(balances.unavailable),
    at,
  }
}

/** What was known of an account at an earlier visit. */
function knownOf(dialog: Dialog, key: string): PortfolioState | undefined {
  const cached = readCache(dialog, 'portfolioCache', key, { stale: true })
  if (!cached) return undefined
  const isFresh = readCache(dialog, 'portfolioCache', key) !== undefined
  try {
    return { ...listOf(dialog, cached.value, cached.at), ...(isFresh ? {} : { isOld: true }) }
  } catch {
    // Written by another version.
    return undefined
  }
}

/**
 * Requests the list again because the user wants it. After a failure not within 30 s; after a 503 at once.
 */
export async function refreshPortfolio(dialog: Dialog): Promise<void> {
  const own = kept(dialog)
  if (Number.isFinite(own.blockedUntil) && dialog.now() < own.blockedUntil) return
  own.blockedUntil = 0
  await load(dialog)
  plan(dialog)
}

/** Requests the list again because something happened: the server reads these networks anew. Not within 30 s of a failure. */
export async function reloadPortfolio(dialog: Dialog, changed: readonly CaipNetworkId[]): Promise<void> {
  await load(dialog, changed)
  plan(dialog)
}

function fail(dialog: Dialog, error: unknown) {
  const own = kept(dialog)
  own.blockedUntil = statusOf(error) === 503 ? Number.POSITIVE_INFINITY : dialog.now() + money.retryBlock
  const { at } = portfolioStore(dialog).getState()
  portfolioStore(dialog).setState({ status: at === undefined ? 'failed' : 'stale' })
  // What the user may still take back stays on screen: the next failure says it.
  if (own.told || uiStore(dialog).getState().toast?.action) return
  own.told = true
  showToast(dialog, { variant: 'error', message: toasts.tokenBalanceUnavailable, autoClose: true })
}

async function load(dialog: Dialog, changed: readonly CaipNetworkId[] = []): Promise<void> {
  const own = kept(dialog)
  const wanted = target(dialog)
  if (!wanted || dialog.now() < own.blockedUntil) return
  own.control?.abort()
  const mine = new AbortController()
  own.control = mine
  const store = portfolioStore(dialog)
  try {
    const namespace = await loadNamespace(dialog, wanted.namespace)
    if (mine.signal.aborted) return
    if (!namespace.portfolio) {
      store.setState({ ...initialPortfolio, status: 'unavailable' }, true)
      return
    }
    if (store.getState().at === undefined) store.setState({ status: 'loading' })
    const answer = await fetchBalances(dialog, { address: wanted.address, currency, changed, signal: mine.signal })
    if (mine.signal.aborted) return
    const at = dialog.now()
    writeCache(dialog, 'portfolioCache', wanted.key, answer, at)
    own.told = false
    store.setState(listOf(dialog, answer, at), true)
  } catch (error) {
    if (!mine.signal.aborted) fail(dialog, error)
  } finally {
    if (own.control === mine) own.control = undefined
  }
}

const again = (dialog: Dialog) => void load(dialog).then(() => plan(dialog))

function plan(dialog: Dialog) {
  const own = kept(dialog)
  own.timer?.()
  own.timer = undefined
  // One under way plans the next itself.
  if (own.control || !isMoneySeen(dialog) || !target(dialog) || portfolioStore(dialog).getState().status === 'unavailable') return
  const { at = 0 } = portfolioStore(dialog).getState()
  const wait = Math.max(at + money.poll, own.blockedUntil) - dialog.now()
  if (Number.isFinite(wait)) own.timer = after(dialog, Math.max(0, wait), () => again(dialog))
}

/** Another account: the list on screen is not its own. A list that is known is shown at once. */
function follow(dialog: Dialog) {
  const own = kept(dialog)
  const wanted = target(dialog)
  const opened = wasOpened(dialog, own)
  if (wanted?.key !== own.shownFor) {
    own.shownFor = wanted?.key
    own.control?.abort()
    own.control = undefined
    own.blockedUntil = 0
    own.told = false
    const family = wanted && loadedNamespace(dialog, wanted.namespace)
    const first = family && !family.portfolio ? { ...initialPortfolio, status: 'unavailable' as const } : undefined
    portfolioStore(dialog).setState(first ?? (wanted && knownOf(dialog, wanted.key)) ?? initialPortfolio, true)
  } else if (opened && !Number.isFinite(own.blockedUntil)) void refreshPortfolio(dialog)
  plan(dialog)
}

/** From now on the list of tokens follows the active account while it is on screen. */
export function startPortfolio(dialog: Dialog): void {
  for (const store of [sessionStore(dialog), viewStore(dialog), uiStore(dialog)]) store.subscribe(() => follow(dialog))
  listen(dialog, document, 'visibilitychange', () => follow(dialog))
  onDestroy(dialog, () => kept(dialog).control?.abort())
  follow(dialog)
}
