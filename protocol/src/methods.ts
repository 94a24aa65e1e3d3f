import type { NamespaceId } from './entities.js'
import { evmSignMethods } from './evmSignMethods.js'
import { safeMethods } from './safeMethods.js'

/**
 * What may be done with a wallet method.
 * `read`: answered without a person, by the wallet's own node or the gateway. `sign`: a person consents each time.
 * `account`: changes who or where we are, so it goes through the connection state. Anything unlisted is refused with 4200.
 */
export type MethodPolicy = 'read' | 'sign' | 'account'

/** What nodes also answer, and the embedded wallet's own list does not have: previews of approvals need the simulation. */
const nodeReads = [
  'net_version',
  'net_listening',
  'web3_clientVersion',
  'eth_blobBaseFee',
  'eth_simulateV1',
  'eth_createAccessList',
] as const

const policy = (
  reads: readonly string[],
  signs: readonly string[],
  accounts: readonly string[],
  moreReads: readonly string[] = [],
): Readonly<Record<string, MethodPolicy>> =>
  Object.freeze(
    Object.assign(
      Object.create(null) as Record<string, MethodPolicy>,
      Object.fromEntries([
        ...moreReads.map((method) => [method, 'read'] as const),
        ...reads.map((method) => [method, 'read'] as const),
        ...signs.map((method) => [method, 'sign'] as const),
        ...accounts.map((method) => [method, 'account'] as const),
      ]),
    ),
  )

const evmAccountMethods = [
  'eth_accounts',
  'eth_chainId',
  'eth_requestAccounts',
  'wallet_requestPermissions',
  'wallet_getPermissions',
  'wallet_revokePermissions',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
] as const

/** Method policy per chain family, declared by the trusted side and used by it on every request. */
export const methodPolicies: Readonly<Record<NamespaceId, Readonly<Record<string, MethodPolicy>>>> = {
  // Later lists win: a method that concerns the account is neither a read nor signed.
  eip155: policy(safeMethods, evmSignMethods, evmAccountMethods, nodeReads),
  solana: policy(
    [],
    ['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions', 'solana_signAndSendTransaction', 'solana_signIn'],
    ['solana_getAccounts', 'solana_requestAccounts'],
  ),
  bip122: policy([], ['sendTransfer', 'signMessage', 'signPsbt'], ['getAccountAddresses']),
  polkadot: policy([], ['polkadot_signTransaction', 'polkadot_signMessage'], ['polkadot_requestAccounts']),
  cosmos: policy([], ['cosmos_signDirect', 'cosmos_signAmino'], ['cosmos_getAccounts', 'cosmos_requestAccounts']),
}

/** The policy of one method, or undefined when the family does not know it. Own keys only: `constructor` is no method. */
export function methodPolicy(namespace: NamespaceId, method: string): MethodPolicy | undefined {
  return methodPolicies[namespace][method]
}
