import { type NamespaceId, type Network, toCaipAddress } from '@latchkey/protocol'
import { readCache, writeCache } from '../lib/cache.js'
import { loadNamespace } from '../namespaces/registry.js'
import { findNetwork } from '../state/networks.js'
import { connectionsOf, type SessionState, sessionStore } from '../state/session.js'
import { uiStore } from '../state/ui.js'
import { shownView, viewStore } from '../state/view.js'
import { walletBalancesStore } from '../state/walletBalances.js'
import { networkUrls } from './networkUrls.js'

/** Accounts that are looked at; who has more sees the amounts of the first ones. */
const most = 12

type Target = { readonly key: string; readonly address: string; readonly network: Network; readonly urls: readonly string[] }

/** The accounts of all connections, on the networks that their wallets are on. */
function targets(session: SessionState): readonly Target[] {
  const found = (Object.keys(session.connections) as NamespaceId[]).flatMap((namespace) =>
    connectionsOf(namespace, session).flatMap(({ accounts, networkId }) => {
      const network = findNetwork(networkId)
      const urls = network && networkUrls(network.caipNetworkId)
      if (!network || !urls?.length) return []
      return accounts.map(({ address }) => ({ key: toCaipAddress(network.caipNetworkId, address), address, network, urls }))
    }),
  )
  return found.slice(0, most)
}

const asked = new Set<string>()

async function look({ key, address, network, urls }: Target): Promise<void> {
  const cached = readCache('balanceCache', key)
  if (cached) {
    const { value, ...rest } = cached.value
    walletBalancesStore.setState({ [key]: { ...rest, value: BigInt(value) } })
    return
  }
  if (asked.has(key)) return
  asked.add(key)
  try {
    const balance = await (await loadNamespace(network.chainNamespace)).balance?.(network, address, urls)
    if (!balance) return
    writeCache('balanceCache', key, { ...balance, value: balance.value.toString() }, Date.now())
    walletBalancesStore.setState({ [key]: balance })
  } catch {
    // The row stands without an amount.
  } finally {
    asked.delete(key)
  }
}

/** From now on the wallets' own view has amounts, each asked for once while it is on screen. Gives the way to stop. */
export function startWalletBalances(): () => void {
  let shown = false
  const follow = () => {
    const now = uiStore.getState().open && shownView() === 'ProfileWallets'
    if (now && !shown) for (const target of targets(sessionStore.getState())) void look(target)
    shown = now
  }
  const offs = [viewStore, uiStore].map((store) => store.subscribe(follow))
  return () => {
    for (const off of offs) off()
  }
}
