import { type CaipNetworkId, codes, errors, type NamespaceId, RpcError } from '@latchkey/protocol'
import type { SessionState } from './sessionState.js'

type Call = { readonly namespace: NamespaceId; readonly networkId: CaipNetworkId | null; readonly params: unknown }
type LocalMethod = (state: SessionState, call: Call) => unknown

/** Says that the call has to go to the wallet. */
export const ask = Symbol('ask the wallet')

const hex = (networkId: CaipNetworkId | undefined) => `0x${Number(networkId?.split(':')[1]).toString(16)}`

const addresses = (state: SessionState, { namespace }: Call) => state.accountsOf(namespace).map(({ address }) => address)

/** The accounts on the network that a call names, else where the family is. */
const accountsAt = (state: SessionState, { namespace, networkId }: Call) => state.accountsOf(namespace, networkId)

const solanaAccounts = (state: SessionState, call: Call) =>
  accountsAt(state, call).map(({ address }) => ({ pubkey: address, chains: state.grant(call.namespace)?.networkIds ?? [] }))

const isSilent = (params: unknown) => typeof params === 'object' && params !== null && Reflect.get(params, 'silent') === true

/** The network that `wallet_switchEthereumChain` asks for (EIP-3326). */
export function switchTarget(namespace: NamespaceId, params: unknown): CaipNetworkId {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  const chainId: unknown = typeof first === 'object' && first !== null ? Reflect.get(first, 'chainId') : undefined
  const id = typeof chainId === 'string' && /^0x[0-9a-f]+$/i.test(chainId) ? Number(chainId) : Number.NaN
  if (!Number.isSafeInteger(id)) throw new RpcError(codes.invalidParams, errors.chainNotSupported)
  return `${namespace}:${id}`
}

/**
 * What the session already tells, so that no wallet has to be woken up for it (EIP-1193's accounts and chain; EIP-3326 between networks
 * that the wallet granted; accounts of other families, except where a page that asks wants their public keys).
 */
const methods: Readonly<Record<string, LocalMethod>> = {
  eth_accounts: addresses,
  eth_requestAccounts: addresses,
  eth_chainId: (state, { namespace }) => hex(state.network(namespace)),
  wallet_switchEthereumChain: (state, { namespace, params }) => (state.move(namespace, switchTarget(namespace, params)) ? null : ask),
  solana_getAccounts: solanaAccounts,
  solana_requestAccounts: solanaAccounts,
  polkadot_requestAccounts: (state, call) => accountsAt(state, call).map(({ address }) => ({ address })),
  getAccountAddresses: (state, call) =>
    isSilent(call.params) ? accountsAt(state, call).map(({ address, type }) => ({ address, intention: type })) : ask,
}

/** Methods that wallets elsewhere know by another name: WalletConnect has one for accounts alone. */
export const wireMethods: Readonly<Record<string, string>> = { cosmos_requestAccounts: 'cosmos_getAccounts' }

/** The answer to a call that needs no wallet, or {@link ask}. */
export function answerLocally(state: SessionState, method: string, call: Call): unknown {
  return Object.hasOwn(methods, method) ? methods[method]?.(state, call) : ask
}
