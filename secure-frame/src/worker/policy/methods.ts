/**
 * Which requests the embedded wallet hears (rules.md, Embedded wallet). The dialog has a table too; this one decides.
 */

/** Answered without a person: reads, and what is signed already. */
export const safeMethods = [
  'eth_accounts',
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
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
] as const

/** A person consents, each time. */
export const unsafeMethods = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'solana_signMessage',
  'solana_signTransaction',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
  'wallet_sendCalls',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'eth_sendUserOperation',
] as const

/** A person consents to these too, which the specification's list does not have: the frame makes the message itself, for the page that asks. */
export const composedMethods = ['solana_signIn'] as const

export type SafeMethod = (typeof safeMethods)[number]
export type UnsafeMethod = (typeof unsafeMethods)[number]

const safe: ReadonlySet<string> = new Set(safeMethods)
const unsafe: ReadonlySet<string> = new Set([...unsafeMethods, ...composedMethods])
/** How a chain family's module asks for the accounts of a wallet that is connected already: the same answer as `eth_accounts`. */
const accounts: ReadonlySet<string> = new Set(['eth_requestAccounts', 'solana_getAccounts', 'solana_requestAccounts'])

/** What happens with a method: nothing, an answer, the accounts, or a question to the person. */
export function classify(method: string): 'refused' | 'safe' | 'accounts' | 'unsafe' {
  if (unsafe.has(method)) return 'unsafe'
  if (accounts.has(method) || method === 'eth_accounts') return 'accounts'
  return safe.has(method) ? 'safe' : 'refused'
}

/** Family whose networks a method belongs to. */
export const familyOf = (method: string): 'eip155' | 'solana' => (method.startsWith('solana_') ? 'solana' : 'eip155')
