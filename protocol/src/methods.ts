import type { NamespaceId } from './entities.js'

/**
 * What may be done with a wallet method.
 * `read`: answered without a person, by the wallet's own node or the gateway. `sign`: a person consents each time.
 * `account`: changes who or where we are, so it goes through the connection state. Anything unlisted is refused with 4200.
 */
export type MethodPolicy = 'read' | 'sign' | 'account'

/** Safe methods of the embedded wallet's list (rules.md) that are reads of a chain. */
const evmReads = [
  'eth_blockNumber',
  'eth_call',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getAccount',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_sendRawTransaction',
  'eth_syncing',
  'eth_uninstallFilter',
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
  'eth_getUserOperationReceipt',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_supportedEntryPoints',
  'wallet_getAssets',
  'net_version',
  'net_listening',
  'web3_clientVersion',
  'eth_blobBaseFee',
  'eth_simulateV1',
  'eth_createAccessList',
] as const

/** What a disconnected EVM provider refuses with 4100 without asking anybody. */
export const evmSignMethods = [
  'personal_sign',
  'eth_sign',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
  'eth_signTransaction',
  'eth_sendTransaction',
  'wallet_sendCalls',
  'wallet_showCallsStatus',
  'wallet_grantPermissions',
  'eth_sendUserOperation',
  'wallet_watchAsset',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
] as const

const policy = (reads: readonly string[], signs: readonly string[], accounts: readonly string[]): Readonly<Record<string, MethodPolicy>> =>
  Object.freeze(
    Object.assign(
      Object.create(null) as Record<string, MethodPolicy>,
      Object.fromEntries([
        ...reads.map((method) => [method, 'read'] as const),
        ...signs.map((method) => [method, 'sign'] as const),
        ...accounts.map((method) => [method, 'account'] as const),
      ]),
    ),
  )

/** Method policy per chain family, declared by the trusted side and used by it on every request. */
export const methodPolicies: Readonly<Record<NamespaceId, Readonly<Record<string, MethodPolicy>>>> = {
  eip155: policy(
    evmReads,
    evmSignMethods.filter((method) => method !== 'wallet_switchEthereumChain' && method !== 'wallet_addEthereumChain'),
    [
      'eth_accounts',
      'eth_chainId',
      'eth_requestAccounts',
      'wallet_requestPermissions',
      'wallet_getPermissions',
      'wallet_revokePermissions',
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
    ],
  ),
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
