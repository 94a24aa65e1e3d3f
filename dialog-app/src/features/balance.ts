import { limits } from '@latchkey/protocol'
import { statusOf } from '../api/http.js'
import { readCache, writeCache } from '../lib/cache.js'
import { loadNamespace } from '../namespaces/registry.js'
import { balanceStore, initialBalance } from '../state/balance.js'
import { findNetwork } from '../state/networks.js'
import { activeConnection, sessionStore } from '../state/session.js'
import { uiStore } from '../state/ui.js'
import { shownView, viewStore } from '../state/view.js'
import { networkUrls } from './networkUrls.js'
import { startWalletBalances } from './walletBalances.js'

export { balanceStore } from '../state/balance.js'

/** Milliseconds between two looks while the account is on screen (rules.md, Money). */
const pollEvery = 10_000

let timer: ReturnType<typeof setTimeout> | undefined
let control: AbortController | undefined
let shownFor: string | undefined
/** No look before this time, in milliseconds since 1970. Infinite after a 503: only a person's wish ends that. */
let blockedUntil = 0

function target() {
  const connection = activeConnection()
  const address = connection?.accounts[0]?.address
  const network = findNetwork(connection?.networkId)
  const urls = network && networkUrls(network.caipNetworkId)
  return address && network && urls ? { key: `${network.caipNetworkId}:${address}`, address, network, urls } : undefined
}

const isVisible = () => uiStore.getState().open && shownView() === 'Account' && document.visibilityState !== 'hidden'

/**
 * Looks again because a person wants it. After a failure not within 30 s; after a 503 whenever asked.
 */
export async function refreshBalance(): Promise<void> {
  if (Number.isFinite(blockedUntil) && Date.now() < blockedUntil) return
  blockedUntil = 0
  await load()
  plan()
}

async function load(): Promise<void> {
  const wanted = target()
  if (!wanted || Date.now() < blockedUntil) return
  control?.abort()
  const mine = new AbortController()
  control = mine
  const { key, network, address, urls } = wanted
  if (urls.length === 0) {
    balanceStore.setState({ status: 'unavailable' }, true)
    return
  }
  if (balanceStore.getState().status === 'idle') balanceStore.setState({ status: 'loading' })
  try {
    const namespace = await loadNamespace(network.chainNamespace)
    const balance = await namespace.balance?.(network, address, urls, mine.signal)
    if (mine.signal.aborted || !balance) return
    const at = Date.now()
    writeCache('balanceCache', key, { ...balance, value: balance.value.toString() }, at)
    balanceStore.setState({ status: 'ready', ...balance, at }, true)
  } catch (error) {
    if (mine.signal.aborted) return
    const cause = error instanceof Error ? error.cause : undefined
    blockedUntil = statusOf(cause) === 503 ? Number.POSITIVE_INFINITY : Date.now() + limits.balanceRetryBlock
    balanceStore.setState({ status: balanceStore.getState().value === undefined ? 'failed' : 'stale' })
  } finally {
    if (control === mine) control = undefined
  }
}

function plan() {
  clearTimeout(timer)
  if (!isVisible() || !target()?.urls.length) return
  const wait = Math.max(pollEvery, blockedUntil - Date.now())
  if (Number.isFinite(wait)) timer = setTimeout(() => void load().then(plan), wait)
}

/** Another account or network: what is on screen is not its balance. What is known of it is shown at once. */
function follow() {
  const wanted = target()
  if (wanted?.key !== shownFor) {
    shownFor = wanted?.key
    control?.abort()
    blockedUntil = 0
    const cached = wanted && readCache('balanceCache', wanted.key, { stale: true })
    if (cached) {
      const { value, ...rest } = cached.value
      balanceStore.setState({ status: 'ready', ...rest, value: BigInt(value), at: cached.at }, true)
    } else balanceStore.setState(initialBalance, true)
  }
  clearTimeout(timer)
  if (!wanted || !isVisible()) return
  const { at = 0 } = balanceStore.getState()
  if (Date.now() - at < pollEvery || control) plan()
  else void load().then(plan)
}

/** From now on the balance follows the account while it is on screen. Gives the way to stop. */
export function startBalance(): () => void {
  const offs = [...[sessionStore, viewStore, uiStore].map((store) => store.subscribe(follow)), startWalletBalances()]
  document.addEventListener('visibilitychange', follow)
  follow()
  return () => {
    for (const off of offs) off()
    document.removeEventListener('visibilitychange', follow)
    clearTimeout(timer)
    control?.abort()
  }
}
