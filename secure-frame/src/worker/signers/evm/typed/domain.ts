import type { Warning } from '../../../approve/content.js'
import type { TypedData } from '../../../policy/evmParams.js'
import { notAllowed } from '../../../policy/refusals.js'
import type { SignerContext } from '../../context.js'
import { refuseOwnDomain } from '../../safe/own.js'

/** EIP-4337 entry points (0.6 to 0.9): a user operation's hash must never be signed as if it were a page's data. */
const entryPoints = [
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  '0x433709009b8330fda32311df1c2afa402ed8d009',
]

/** All that a domain may have (EIP-712). */
const fields: Readonly<Record<string, string>> = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
}

/**
 * Refuses domains that no page may have signed: the account itself, an entry point, another chain, and one of which other fields are signed than
 * are given: a contract that only the page names would be shown, and not be in the signature.
 *
 * @throws RpcError 4200
 */
export function refuseDomain({ types, domain }: Pick<TypedData, 'types' | 'domain'>, context: SignerContext): void {
  const { account, network } = context
  const contract = domain.verifyingContract?.toLowerCase()
  if (contract && (contract === account.toLowerCase() || entryPoints.includes(contract))) throw notAllowed('verifyingContract')
  refuseOwnDomain(contract, context)
  if (domain.chainId !== undefined && Number(domain.chainId) !== Number(network.id)) throw notAllowed('chainId')
  const given = Object.entries(domain).flatMap(([name, value]) => (value === undefined || value === null ? [] : [name]))
  const declared = types.EIP712Domain
  if (!declared) {
    if (given.some((name) => !Object.hasOwn(fields, name))) throw notAllowed('domain')
    return
  }
  const isKnown = declared.every(({ name, type }) => Object.hasOwn(fields, name) && fields[name] === type)
  const names = new Set(declared.map(({ name }) => name))
  // An empty text that nobody signs says nothing.
  const said = given.filter((name) => names.has(name) || domain[name as keyof typeof domain] !== '')
  if (!isKnown || names.size !== declared.length || names.size !== said.length || said.some((name) => !names.has(name)))
    throw notAllowed('domain')
}

/** What a domain leaves open. */
export function domainWarnings({ domain }: Pick<TypedData, 'domain'>): Warning[] {
  if (domain.chainId !== undefined) return []
  return [{ tone: 'warn', title: { id: 'warn.noChain' }, text: { id: 'warn.noChainText' } }]
}
