import { type NamespaceId, type Network, toCaipAddress } from '@latchkey/protocol'
import { sharedRpcClient } from '../../api/rpcClients.js'
import { readCache, writeCache } from '../../lib/cache.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { loadNamespace } from '../../namespaces/registry.js'
import { findNetwork } from '../../state/networks.js'
import { connectionsOf, type SessionState, sessionStore } from '../../state/session.js'
import { uiStore } from '../../state/ui.js'
import { currentView, viewStore } from '../../state/view.js'
import { walletBalancesStore } from '../../state/walletBalances.js'
import { networkUrls } from '../networks/networkUrls.js'

/** Accounts that are looked at; who has more sees the amounts of the first ones. */
const most = 12

type Target = { readonly key: string; readonly address: string; readonly network: Network; readonly urls: readonly string[] }

/** The accounts of all connections, on the networks that their wallets are on. */
function targets(dialog: Dialog, session: SessionState): readonly Target[] {
  const found = (Object.keys(session.connections) as NamespaceId[]).flatMap((namespace) =>
    connectionsOf(namespace, session).flatMap(({ accounts, networkId }) => {
      const network = findNetwork(dialog, networkId)
      const urls = network && networkUrls(dialog, network.caipNetworkId)
      if (!network || !urls?.length) return []
      return accounts.map(({ address }) => ({ key: toCaipAddress(network.caipNetworkId, address), address, network, urls }))
    }),
  )
  return found.slice(0, most)
}

const asked = perDialog(() => new Set<string>())

async function look(dialog: Dialog, { key, address, network, urls }: Target): Promise<void> {
  const cached = readCache(dialog, 'balanceCache', key)
  if (cached) {
    const { value, ...rest } = cached.value
    walletBalancesStore(dialog).setState({ [key]: { ...rest, value: BigInt(value) } })
    return
  }
  if (asked(dialog).has(key)) return
  asked(dialog).add(key)
  try {
    const balance = await (await loadNamespace(dialog, network.chainNamespace)).balance?.(network, address, sharedRpcClient(dialog, urls))
    if (!balance) return
    writeCache(dialog, 'balanceCache', key, { ...balance, value: balance.value.toString() }, dialog.now())
    walletBalancesStore(dialog).setState({ [key]: balance })
  } catch {
    // The row is shown without an amount.
  } finally {
    asked(dialog).delete(key)
  }
}

/** From now on the wallets' own view has amounts, each asked for once while it is on screen. Gives the way to stop. */
export function startWalletBalances(dialog: Dialog): () => void {
  let shown = false
  const follow = () => {
    const now = uiStore(dialog).getState().open && currentView(dialog) === 'ProfileWallets'
    if (now && !shown) for (const target of targets(dialog, sessionStore(dialog).getState())) void look(dialog, target)
    shown = now
  }
  const subscriptions = [viewStore(dialog), uiStore(dialog)].map((store) => store.subscribe(follow))
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe()
  }
}
