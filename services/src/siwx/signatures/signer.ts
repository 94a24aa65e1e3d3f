import type { SignInMessage } from '@latchkey/protocol/siwx'
import type { Chain } from '../../config/chains.js'
import type { AskChain } from '../../gateway/askChain.js'

/** A signed message, as it came. */
export type Signed = {
  readonly text: string
  readonly message: SignInMessage
  readonly signature: string
  readonly publicKey?: string
  /** The chain that the message names, when it is configured. */
  readonly chain: Chain | undefined
  readonly ask: AskChain
}

/** What is known of a chain family's accounts and signatures. */
export type Signer = {
  /** The account as it is kept, or null for what is no address of the family in its canonical spelling. */
  readonly account: (address: string) => string | null
  /**
   * Whether the account signed.
   *
   * @returns `unknown_chain` or `chain_unavailable` when a contract had to be asked and could not
   */
  readonly verify: (signed: Signed) => boolean | Promise<boolean | 'unknown_chain' | 'chain_unavailable'>
}
