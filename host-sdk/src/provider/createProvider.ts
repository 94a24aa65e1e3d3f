import {
  type CaipNetworkId,
  codes,
  defaultNetworkId,
  errors,
  evmSignMethods,
  namespaceOf,
  referenceOf,
  type Session,
  wireErrors,
} from '@latchkey/protocol'
import { notify } from '../emitter.js'
import { disconnected, ModalError } from '../modalError.js'
import type { Store } from '../store.js'
import type { Eip1193Provider, OpenOptions, ProviderListener, RequestArguments } from '../types.js'
import { evm as namespace } from './family.js'
import type { HostRequest } from './hostRequest.js'

export type ProviderContext = {
  readonly store: Store
  /** Network to name while there is no connection, as far as this page knows one. */
  fallbackNetwork(): CaipNetworkId | undefined
  /** Waits until a stored session has been resumed or dropped, at most 20 s. */
  resumed(): Promise<void> | undefined
  open(options: OpenOptions): Promise<Session | null>
  disconnect(namespace: 'eip155'): Promise<void>
  /** To a wallet that lives in this page. */
  readonly requestHost: HostRequest
  /** To a wallet that lives in the dialog, or to the gateway. Null: the network that the dialog has selected. */
  requestDialog(networkId: CaipNetworkId | null, args: RequestArguments): Promise<unknown>
}

/** The `eip155` network the page is to believe in. */
export function networkOf<Fallback>(store: Store, fallback: Fallback): CaipNetworkId | Fallback {
  const { networkIds, selectedNetworkId } = store.facts().snapshot
  return networkIds[namespace] ?? (selectedNetworkId && namespaceOf(selectedNetworkId) === namespace ? selectedNetworkId : fallback)
}

export const toHex = (networkId: CaipNetworkId) => `0x${Number(referenceOf(networkId)).toString(16)}`

/** The shape of EIP-2255's answer. */
const permissions = (accounts: readonly string[]) =>
  accounts.length ? [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: accounts }] }] : []

/**
 * The EIP-1193 provider of the page. `eth_accounts` and `eth_chainId` are answered from the snapshot; what asks a wallet goes where the
 * wallet lives; events come from differences between snapshots.
 */
export function createProvider(context: ProviderContext): Eip1193Provider {
  const { store, fallbackNetwork, resumed, open, disconnect, requestHost, requestDialog } = context
  const listeners = new Map<string, Set<ProviderListener>>()
  const accounts = () => (store.facts().snapshot.accounts[namespace] ?? []).map(({ address }) => address)
  const network = () => networkOf(store, fallbackNetwork() ?? defaultNetworkId)
  let told = { accounts: accounts(), network: network() }
  let connecting: Promise<readonly string[]> | undefined

  function emit(event: string, value: unknown) {
    for (const listener of [...(listeners.get(event) ?? [])]) notify(listener, value)
  }

  store.subscribe(() => {
    const was = told
    const chainId = toHex(network())
    told = { accounts: accounts(), network: network() }
    if (told.accounts.length && !was.accounts.length) emit('connect', { chainId })
    if (told.network !== was.network) emit('chainChanged', chainId)
    if (`${told.accounts}` !== `${was.accounts}`) emit('accountsChanged', told.accounts)
    if (was.accounts.length && !told.accounts.length) emit('disconnect', disconnected())
  })

  async function connect() {
    if (accounts().length) return accounts()
    const session = await open({ namespace })
    if (session?.namespace !== namespace) throw new ModalError(codes.userRejected, errors.connectionRejected)
    return session.accounts.map(({ address }) => address)
  }

  async function request(args: RequestArguments): Promise<unknown> {
    const { method, params } = args ?? {}
    if (typeof method !== 'string' || !method) throw new ModalError(codes.invalidRequest, wireErrors.invalidRequest)
    if (params !== undefined && (typeof params !== 'object' || params === null))
      throw new ModalError(codes.invalidParams, wireErrors.invalidParams)
    if (method === 'eth_chainId') return toHex(network())
    await resumed()
    if (method === 'eth_accounts') return accounts()
    const wallet = store.facts().snapshot.wallets[namespace]
    const connected = accounts().length > 0
    if (method === 'eth_requestAccounts' || (method === 'wallet_requestPermissions' && !connected)) {
      connecting ??= connect().finally(() => {
        connecting = undefined
      })
      const found = await connecting
      return method === 'eth_requestAccounts' ? found : permissions(found)
    }
    if (method === 'wallet_revokePermissions') return disconnect(namespace).then(() => null)
    if (!connected) {
      if (method === 'wallet_getPermissions') return []
      if ((evmSignMethods as readonly string[]).includes(method)) throw new ModalError(codes.unauthorized, 'Unauthorized')
    }
    if (connected && wallet?.kind === 'host') return requestHost(wallet.id, network(), { method, ...(params !== undefined && { params }) })
    // Before the first snapshot the page may know no network: the last resort that `eth_chainId` answers is none to ask on.
    return requestDialog(networkOf(store, fallbackNetwork() ?? null), args)
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
