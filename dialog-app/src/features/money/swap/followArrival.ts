import type { CaipNetworkId } from '@latchkey/protocol'
import { fetchArrival } from '../../../api/swap.js'
import type { Dialog } from '../../../lib/dialog.js'
import { after } from '../../../lib/lifetime.js'
import { loadNamespace } from '../../../namespaces/registry.js'
import { type Arrival, crossingsStore } from '../../../state/crossings.js'
import type { Transaction } from '../../../state/transactions.js'
import { toolsFor } from '../transactions/askWallet.js'
import { swapLimits } from './swapLimits.js'

/** A token on its way to another network. */
export type OnItsWay = Pick<Transaction, 'namespace' | 'from'> & {
  /** Of the transaction that sent it. */
  readonly hash: string
  readonly networkId: CaipNetworkId
  readonly to: { readonly address: string; readonly networkId: CaipNetworkId }
  /** In the smallest unit. */
  readonly minimum: bigint
}

/** How it stands: that it arrived counts once it is seen in the other network, whatever the bridge says. @throws as `request`, and the JSON-RPC client */
async function look(dialog: Dialog, { hash, networkId, namespace, from, to, minimum }: OnItsWay): Promise<Arrival> {
  const { status, hash: there } = await fetchArrival(dialog, networkId, to.networkId, hash)
  if (status === 'refunded' || status === 'failed') return { status }
  if (status === 'pending' || !there) return { status: 'waiting' }
  const family = await (await loadNamespace(dialog, namespace)).swaps?.()
  const { rpc } = toolsFor(dialog, { namespace, networkId: to.networkId })
  const terms = { account: from, to: to.address, contracts: { router: '', kind: 'lifi' } } as const
  const received = await family?.received(rpc, there, terms)
  return received !== undefined && received >= minimum ? { status: 'arrived', received } : { status: 'waiting' }
}

/**
 * Looks again and again whether a token has arrived on another network, until that is known.
 *
 * @returns stops it
 */
export function followArrival(dialog: Dialog, way: OnItsWay): () => void {
  let isWanted = true
  let cancel = () => {}
  const store = crossingsStore(dialog)
  const next = async () => {
    const found = await look(dialog, way).catch((): Arrival => ({ status: 'waiting' }))
    if (!isWanted) return
    store.setState({ [way.hash]: found })
    if (found.status === 'waiting') cancel = after(dialog, swapLimits.arrival, () => void next())
  }
  const known = store.getState()[way.hash]
  if (!known || known.status === 'waiting') void next()
  return () => {
    isWanted = false
    cancel()
  }
}
