import { statusOf } from '../../api/http.js'
import { sharedRpcClient } from '../../api/rpcClients.js'
import { readCache, writeCache } from '../../lib/cache.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { after, listen, onDestroy } from '../../lib/lifetime.js'
import { loadNamespace } from '../../namespaces/registry.js'
import { balanceStore, initialBalance } from '../../state/balance.js'
import { findNetwork } from '../../state/networks.js'
import { portfolioStore } from '../../state/portfolio.js'
import { currentConnection, sessionStore } from '../../state/session.js'
import { settingsStore } from '../../state/settings.js'
import { uiStore } from '../../state/ui.js'
import { viewStore } from '../../state/view.js'
import { cleanName } from '../money/cleanName.js'
import { money } from '../money/constants.js'
import { isMoneySeen, wasOpened } from '../money/onScreen.js'
import { startPortfolio } from '../money/portfolio/portfolio.js'
import { totalOf } from '../money/portfolio/tokens.js'
import { startIdentities } from '../names/identities.js'
import { networkUrls } from '../networks/networkUrls.js'
import { chosenToken } from './chosenToken.js'
import { startWalletBalances } from './walletBalances.js'

export { balanceStore } from '../../state/balance.js'

/** What one dialog keeps here. */
type Own = {
  timer: (() => void) | undefined
  control: AbortController | undefined
  shownFor: string | undefined
  /** No request before this time, in milliseconds since 1970. Infinite after a 503: then only the user starts the next one, also by opening. */
  blockedUntil: number
  isOpen: boolean
}

const kept = perDialog((): Own => ({ timer: undefined, control: undefined, shownFor: undefined, blockedUntil: 0, isOpen: false }))

function target(dialog: Dialog) {
  const connection = currentConnection(dialog)
  const address = connection?.accounts[0]?.address
  const network = findNetwork(dialog, connection?.networkId)
  const urls = network && networkUrls(dialog, network.caipNetworkId)
  if (!address || !network || !urls) return undefined
  const token = chosenToken(settingsStore(dialog).getState().options, network.caipNetworkId)
  return { key: `${network.caipNetworkId}:${address}${token ? `:${token}` : ''}`, address, network, urls, token }
}

/** Whether the account is on screen, and nothing else says what it has: where tokens have a value, the coin is one of them. */
function isNeeded(dialog: Dialog): boolean {
  if (!isMoneySeen(dialog)) return false
  const { status, at, tokens } = portfolioStore(dialog).getState()
  if (target(dialog)?.token) return true
  return at === undefined ? status === 'failed' || status === 'unavailable' : totalOf(tokens) === undefined
}

/**
 * Requests it again because the user wants it. After a failure not within 30 s; after a 503 at once.
 */
export async function refreshBalance(dialog: Dialog): Promise<void> {
  const own = kept(dialog)
  if (Number.isFinite(own.blockedUntil) && dialog.now() < own.blockedUntil) return
  own.blockedUntil = 0
  await load(dialog)
  plan(dialog)
}

async function load(dialog: Dialog): Promise<void> {
  const own = kept(dialog)
  const wanted = target(dialog)
  if (!wanted || dialog.now() < own.blockedUntil) return
  own.control?.abort()
  own.control = undefined
  const { key, network, address, urls, token } = wanted
  if (urls.length === 0) {
    balanceStore(dialog).setState({ status: 'unavailable' }, true)
    return
  }
  const mine = new AbortController()
  own.control = mine
  if (balanceStore(dialog).getState().status === 'idle') balanceStore(dialog).setState({ status: 'loading' })
  try {
    const namespace = await loadNamespace(dialog, network.chainNamespace)
    const rpc = sharedRpcClient(dialog, urls)
    const found = await (token
      ? namespace.tokenBalance?.(token, address, rpc, mine.signal)
      : namespace.balance?.(network, address, rpc, mine.signal))
    if (mine.signal.aborted) return
    if (!found) return balanceStore(dialog).setState({ status: 'unavailable' }, true)
    const balance = { ...found, symbol: cleanName(found.symbol) }
    const at = dialog.now()
    writeCache(dialog, 'balanceCache', key, { ...balance, value: balance.value.toString() }, at)
    balanceStore(dialog).setState({ status: 'ready', ...balance, at }, true)
  } catch (error) {
    if (mine.signal.aborted) return
    const cause = error instanceof Error ? error.cause : undefined
    own.blockedUntil = statusOf(cause) === 503 ? Number.POSITIVE_INFINITY : dialog.now() + money.retryBlock
    balanceStore(dialog).setState({ status: balanceStore(dialog).getState().value === undefined ? 'failed' : 'stale' })
  } finally {
    if (own.control === mine) own.control = undefined
  }
}

function plan(dialog: Dialog) {
  const own = kept(dialog)
  own.timer?.()
  if (!isNeeded(dialog) || !target(dialog)?.urls.length) return
  const wait = Math.max(money.poll, own.blockedUntil - dialog.now())
  if (Number.isFinite(wait)) own.timer = after(dialog, wait, () => void load(dialog).then(() => plan(dialog)))
}

/** Another account or network: the balance on screen is not its own. A balance that is known is shown at once. */
function follow(dialog: Dialog) {
  const own = kept(dialog)
  const wanted = target(dialog)
  if (wasOpened(dialog, own) && !Number.isFinite(own.blockedUntil)) own.blockedUntil = 0
  if (wanted?.key !== own.shownFor) {
    own.shownFor = wanted?.key
    own.control?.abort()
    own.control = undefined
    own.blockedUntil = 0
    const cached = wanted && readCache(dialog, 'balanceCache', wanted.key, { stale: true })
    if (cached) {
      const { value, ...rest } = cached.value
      balanceStore(dialog).setState({ status: 'ready', ...rest, value: BigInt(value), at: cached.at }, true)
    } else balanceStore(dialog).setState(initialBalance, true)
  }
  own.timer?.()
  if (!wanted || !isNeeded(dialog)) return
  const { at = 0 } = balanceStore(dialog).getState()
  if (dialog.now() - at < money.poll || own.control) plan(dialog)
  else void load(dialog).then(() => plan(dialog))
}

/** From now on what the account has, and who it is, follows the account while it is on screen. */
export function startBalance(dialog: Dialog): void {
  for (const store of [sessionStore(dialog), viewStore(dialog), uiStore(dialog), portfolioStore(dialog), settingsStore(dialog)])
    store.subscribe(() => follow(dialog))
  startWalletBalances(dialog)
  startPortfolio(dialog)
  startIdentities(dialog)
  // What happens is heard of a moment later: the account is drawn first.
  import('../money/startHistory.js').then(
    ({ startHistory }) => startHistory(dialog),
    () => {},
  )
  listen(dialog, document, 'visibilitychange', () => follow(dialog))
  onDestroy(dialog, () => kept(dialog).control?.abort())
  follow(dialog)
}
