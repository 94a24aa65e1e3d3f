import { type CaipNetworkId, codes, defaultNetworkId, errors, evmSignMethods, type Session, wireErrors } from '@latchkey/protocol'
import { ModalError } from '../modalError.js'
import type { OpenOptions, RequestArguments } from '../types.js'
import { connectWithCapabilities } from './connectWithCapabilities.js'
import { networkOf, type ProviderContext } from './createProvider.js'
import { evm as namespace } from './family.js'
import type { HostRequest } from './hostRequest.js'
import { notConnected } from './notConnected.js'
import { plainParams } from './plainParams.js'

export type RequestsContext = Omit<ProviderContext, 'request'> & {
  open(options: OpenOptions): Promise<Session | null>
  disconnect(namespace: 'eip155'): Promise<void>
  /** To a wallet that lives in this page. */
  readonly requestHost: HostRequest
  /** To a wallet that lives in the dialog, or to the gateway. Null: the network that the dialog has selected. */
  requestDialog(networkId: CaipNetworkId | null, args: RequestArguments): Promise<unknown>
}

/** Their messages would reach nobody: this provider has no event `message`, and the wallet behind it may change at any time. */
const subscriptions = ['eth_subscribe', 'eth_unsubscribe']

/** EIP-2255's and ERC-7846's. The dialog tells the wallet, in the words that it knows. */
const endings = ['wallet_revokePermissions', 'wallet_disconnect']

/** The shape of EIP-2255's answer. */
const permissions = (accounts: readonly string[]) =>
  accounts.length ? [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: accounts }] }] : []

/** What the page's EIP-1193 provider does with a request that is not answered from the snapshot: what asks a wallet goes where the wallet lives. */
export function createProviderRequests(context: RequestsContext): ProviderContext['request'] {
  const { store, fallbackNetwork, resumed, open, disconnect, requestHost, requestDialog } = context
  const accounts = () => (store.facts().snapshot.accounts[namespace] ?? []).map(({ address }) => address)
  let connecting: Promise<readonly string[]> | undefined

  async function connect() {
    if (accounts().length) return accounts()
    const session = await open({ namespace })
    if (session?.namespace !== namespace) throw new ModalError(codes.userRejected, errors.connectionRejected)
    return session.accounts.map(({ address }) => address)
  }

  const request: ProviderContext['request'] = async (args) => {
    const { method, params } = args ?? {}
    if (typeof method !== 'string' || !method) throw new ModalError(codes.invalidRequest, wireErrors.invalidRequest)
    if (params !== undefined && (typeof params !== 'object' || params === null))
      throw new ModalError(codes.invalidParams, wireErrors.invalidParams)
    // For wallets of this page, too, which may know them: the dialog knows neither.
    if (subscriptions.includes(method))
      throw new ModalError(codes.unsupportedMethod, `The provider does not support ${method}`, { data: { method, namespace } })
    await resumed()
    const wallet = store.facts().snapshot.wallets[namespace]
    const connected = accounts().length > 0
    if (method === 'wallet_connect') {
      return connectWithCapabilities(
        {
          connect: () => request({ method: 'eth_requestAccounts' }) as Promise<readonly string[]>,
          network: () => networkOf(store, fallbackNetwork() ?? defaultNetworkId),
          signIn: () => store.facts().snapshot.signIns?.[namespace],
          request,
        },
        params,
      )
    }
    if (method === 'eth_requestAccounts' || (method === 'wallet_requestPermissions' && !connected)) {
      connecting ??= connect().finally(() => {
        connecting = undefined
      })
      const found = await connecting
      return method === 'eth_requestAccounts' ? found : permissions(found)
    }
    if (endings.includes(method)) return disconnect(namespace).then(() => null)
    if (!connected) {
      if (method === 'wallet_getPermissions') return []
      if ((evmSignMethods as readonly string[]).includes(method)) throw notConnected('eth_requestAccounts')
    }
    const call = { method, ...(params !== undefined && { params: plainParams(method, params, true) }) }
    if (connected && wallet?.kind === 'host') return requestHost(wallet.id, networkOf(store, fallbackNetwork() ?? defaultNetworkId), call)
    // Before the first snapshot the page may know no network: the last resort that `eth_chainId` answers is none to ask on.
    return requestDialog(networkOf(store, fallbackNetwork() ?? null), call)
  }
  return request
}
