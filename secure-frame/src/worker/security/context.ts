import type { SecureBoot } from '@latchkey/protocol'
import type { Accounts } from '../auth/accounts.js'
import type { Session } from '../auth/session.js'
import type { SignerContext } from '../signers/context.js'
import type { KeyValue } from '../storage/keyValue.js'
import type { Wallet } from '../vault/wallet.js'
import type { Proof } from './proof.js'

/** What the methods work on. */
export type SecurityContext = {
  readonly accounts: Accounts
  readonly session: Session
  readonly storage: KeyValue
  readonly wallet: Wallet
  readonly proof: Proof
  /** Thumbprint of this device's key. */
  readonly jkt: string
  readonly boot: Pick<SecureBoot, 'passkeyDomain' | 'smartAccounts'>
  /** What signs for the user's smart account on each network that has them. */
  smartContexts(): Promise<readonly SignerContext[]>
  signOut(params: Record<string, never>, context: { readonly signal: AbortSignal }): void | Promise<void>
}
