import { alerts, type CaipNetworkId, codes, errors, RpcError, wireErrors } from '@latchkey/protocol'
import type { AccountRequest, AccountSession } from '../namespace.js'
import { readTarget, toHexChainId } from './chainId.js'

/** The one permission that there is (EIP-2255): to see the accounts. */
const capability = 'eth_accounts'

const invalid = (what: string) => new RpcError(codes.invalidParams, `${wireErrors.invalidParams}: ${what}`)

const firstOf = (params: unknown): unknown => (Array.isArray(params) ? params[0] : undefined)

function targetOf(params: unknown): CaipNetworkId {
  const networkId = readTarget(params)
  if (!networkId) throw invalid('chainId is hex text such as "0x1"')
  return networkId
}

const addresses = ({ accounts }: AccountSession) => accounts.map(({ address }) => address)

/** What EIP-2255 answers. `restrictReturnedAccounts` is the caveat that wallets write. */
const permissions = (session: AccountSession) => [
  {
    invoker: session.origin,
    parentCapability: capability,
    caveats: [{ type: 'restrictReturnedAccounts', value: addresses(session) }],
  },
]

/** Nodes, fees and what an approval shows come from the operator's configuration: a page cannot bring a network along. */
function cannotAdd(id: CaipNetworkId): RpcError {
  const message = `${alerts.networkNotFound}: ${id}. A page cannot add a network here: configure it on the server and name it in the option "networks".`
  return new RpcError(codes.chainNotAdded, message, { data: { id } })
}

type Answer = (session: AccountSession, params: unknown) => unknown

async function switchChain(session: AccountSession, params: unknown): Promise<null> {
  const target = targetOf(params)
  if (target !== session.networkId) await session.switchTo(target)
  return null
}

const answers: Readonly<Record<string, Answer>> = {
  eth_accounts: addresses,
  eth_requestAccounts: addresses,
  eth_chainId: ({ networkId }) => toHexChainId({ caipNetworkId: networkId }),
  wallet_switchEthereumChain: switchChain,
  // A network of the page counts as added; what the page says about it is ignored, as EIP-3085 allows: the operator's own definition holds.
  async wallet_addEthereumChain(session, params) {
    const target = targetOf(params)
    if (!session.hasNetwork(target)) throw cannotAdd(target)
    return await switchChain(session, params)
  },
  wallet_getPermissions: permissions,
  // Connected already: the accounts are granted, and there is nothing else to grant.
  wallet_requestPermissions(session, params) {
    const asked = firstOf(params)
    const names = typeof asked === 'object' && asked !== null ? Object.keys(asked) : []
    if (names.length === 0 || names.some((name) => name !== capability)) throw invalid(`the only permission is ${capability}`)
    return permissions(session)
  },
  async wallet_revokePermissions(session) {
    await session.disconnect()
    return null
  },
}

/**
 * Accounts, chain and permissions of a connected EVM wallet (EIP-1193, EIP-2255, EIP-3085, EIP-3326), from the session.
 *
 * @throws RpcError -32602 for parameters that no such method has; 4902 for a network that the page does not use; what a switch throws;
 *   4200 for another method
 */
export function answerAccountRequest({ method, params }: AccountRequest, session: AccountSession): unknown {
  const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
  if (!answer) throw new RpcError(codes.unsupportedMethod, errors.rpcNotAllowed)
  return answer(session, params)
}
