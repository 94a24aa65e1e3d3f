import { type CaipNetworkId, codes, errors, type Family, families, type NamespaceId, RpcError, readProperty } from '@latchkey/protocol'
import { readTarget } from '../../namespaces/eip155/chainId.js'
import type { SessionState } from './sessionState.js'

type Call = { readonly namespace: NamespaceId; readonly networkId: CaipNetworkId | null; readonly params: unknown }
type LocalMethod = (state: SessionState, call: Call) => unknown

/** Says that the call has to go to the wallet. */
export const ask = Symbol('ask the wallet')

const hex = (networkId: CaipNetworkId | undefined) => `0x${Number(networkId?.split(':')[1]).toString(16)}`

const addresses = (state: SessionState, { namespace }: Call) => state.accountsOf(namespace).map(({ address }) => address)

const isSilent = (params: unknown) => readProperty(params, 'silent') === true

/** The network that `wallet_switchEthereumChain` asks for (EIP-3326). */
export function switchTarget(params: unknown): CaipNetworkId {
  const target = readTarget(params)
  if (!target) throw new RpcError(codes.invalidParams, errors.chainNotSupported)
  return target
}

/** EIP-1193's accounts and chain, and EIP-3326 between networks that the wallet granted. */
const methods: Readonly<Record<string, LocalMethod>> = {
  eth_accounts: addresses,
  eth_requestAccounts: addresses,
  eth_chainId: (state, { namespace }) => hex(state.network(namespace)),
  wallet_switchEthereumChain: (state, { namespace, params }) => (state.move(namespace, switchTarget(params)) ? null : ask),
}

/** Accounts of other families, on the network that a call names, else where the family is. */
function describeAccounts(state: SessionState, { namespace, networkId }: Call): unknown {
  const networkIds = state.grant(namespace)?.networkIds
  return state.accountsOf(namespace, networkId).map((account) => families[namespace].describeAccount(account, networkIds))
}

/**
 * The answer to a call that needs no wallet, because the session tells it already, or {@link ask}. Each family's declaration says whether its
 * accounts are among that.
 */
export function answerLocally(state: SessionState, method: string, call: Call): unknown {
  if (Object.hasOwn(methods, method)) return methods[method]?.(state, call)
  const family: Family = families[call.namespace]
  const { answersAccounts } = family.session
  const isAnswered = answersAccounts === 'always' || (answersAccounts === 'silent' && isSilent(call.params))
  return isAnswered && family.methods.account.includes(method) ? describeAccounts(state, call) : ask
}

/** The name that wallets elsewhere know a method by: WalletConnect has one for accounts alone. */
export function wireMethod(namespace: NamespaceId, method: string): string {
  const { wireMethods = {} }: Family['session'] = families[namespace].session
  return (Object.hasOwn(wireMethods, method) ? wireMethods[method] : undefined) ?? method
}
