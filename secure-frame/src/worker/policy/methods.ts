import { safeMethods } from '@latchkey/protocol'

/**
 * Which requests the embedded wallet hears. The dialog has a table too; this one decides.
 */

/** A user consents, each time. */
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

/** A user consents to these too, which the list above does not have: the frame makes the message itself, for the page that asks. */
export const composedMethods = ['solana_signIn'] as const

/** Permissions to spend (ERC-7715), by the names that the standard has now: a user consents to each. */
export const permissionMethods = ['wallet_requestExecutionPermissions', 'wallet_revokeExecutionPermission'] as const
/** Which permissions there are is no secret. */
export const permissionReads = ['wallet_getSupportedExecutionPermissions', 'wallet_getGrantedExecutionPermissions'] as const

const safe: ReadonlySet<string> = new Set([...safeMethods, ...permissionReads])
const unsafe: ReadonlySet<string> = new Set([...unsafeMethods, ...composedMethods, ...permissionMethods])
/** How a chain family's module asks for the accounts of a wallet that is connected already: the same answer as `eth_accounts`. */
const accounts: ReadonlySet<string> = new Set(['eth_requestAccounts', 'solana_getAccounts', 'solana_requestAccounts'])

/** What happens with a method: nothing, an answer, the accounts, or a question to the user. */
export function classify(method: string): 'refused' | 'safe' | 'accounts' | 'unsafe' {
  if (unsafe.has(method)) return 'unsafe'
  if (accounts.has(method) || method === 'eth_accounts') return 'accounts'
  return safe.has(method) ? 'safe' : 'refused'
}

/** Family whose networks a method belongs to. */
export const familyOf = (method: string): 'eip155' | 'solana' => (method.startsWith('solana_') ? 'solana' : 'eip155')

/** Whether a user who says yes lets somebody act without them. */
export const grantsPower = (method: string): boolean =>
  method === 'wallet_grantPermissions' || method === 'wallet_requestExecutionPermissions'
