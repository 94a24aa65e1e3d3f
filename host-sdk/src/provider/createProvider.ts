import { type CaipNetworkId, defaultNetworkId, namespaceOf, referenceOf } from '@latchkey/protocol'
import { notify } from '../emitter.js'
import { disconnected } from '../modalError.js'
import type { Store } from '../store.js'
import type { Eip1193Provider, ProviderListener, RequestArguments } from '../types.js'
import { evm as namespace } from './family.js'

export type ProviderContext = {
  readonly store: Store
  /** Network to name while there is no connection, as far as this page knows one. */
  fallbackNetwork(): CaipNetworkId | undefined
  /** Waits until a stored session has been resumed or dropped, at most 20 s. */
  resumed(): Promise<void> | undefined
  /** Everything but `eth_accounts` and `eth_chainId`. */
  request(args: RequestArguments): Promise<unknown>
}

/** The `eip155` network that the provider reports to the page. */
export function networkOf<Fallback>(store: Store, fallback: Fallback): CaipNetworkId | Fallback {
  const { networkIds, selectedNetworkId } = store.facts().snapshot
  return networkIds[namespace] ?? (selectedNetworkId && namespaceOf(selectedNetworkId) === namespace ? selectedNetworkId : fallback)
}

export const toHex = (networkId: CaipNetworkId) => `0x${Number(referenceOf(networkId)).toString(16)}`

/**
 * The EIP-1193 provider of the page. `eth_accounts` and `eth_chainId` are answered from the snapshot, the rest by code that is fetched for it
 * (`providerRequests.ts`); events come from differences between snapshots.
 */
export function createProvider(context: ProviderContext): Eip1193Provider {
  const { store, fallbackNetwork, resumed } = context
  const listeners = new Map<string, Set<ProviderListener>>()
  const accounts = () => (store.facts().snapshot.accounts[namespace] ?? []).map(({ address }) => address)
  const network = () => networkOf(store, fallbackNetwork() ?? defaultNetworkId)
  let told = { accounts: accounts(), network: network() }
  /** The page knows the chain by `eth_chainId`, which it need not ask again: a connection on another one is a change to it. */
  let asked = false

  function emit(event: string, value: unknown) {
    for (const listener of [...(listeners.get(event) ?? [])]) notify(listener, value)
  }

  store.subscribe(() => {
    const was = told
    const chainId = toHex(network())
    told = { accounts: accounts(), network: network() }
    const connects = told.accounts.length > 0 && !was.accounts.length
    if (connects) emit('connect', { chainId })
    if (told.network !== was.network && (asked || !connects)) emit('chainChanged', chainId)
    if (`${told.accounts}` !== `${was.accounts}`) emit('accountsChanged', told.accounts)
    if (was.accounts.length && !told.accounts.length) emit('disconnect', disconnected())
  })

  async function request(args: RequestArguments): Promise<unknown> {
    const method = args?.method
    if (method === 'eth_chainId') {
      asked = true
      return toHex(network())
    }
    if (method !== 'eth_accounts') return context.request(args)
    await resumed()
    return accounts()
  }

  const provider: Eip1193Provider = {
    request,
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  return provider
}
