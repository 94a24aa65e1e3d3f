/**
 * What crosses the Bridge for Solana: WalletConnect's methods and shapes, so that one module serves every wallet. Keys, messages and
 * signatures are base58, transactions are base64 (the serialised transaction with its signatures, legacy or versioned).
 */
export type SolanaAccount = {
  /** The address, base58. */
  readonly pubkey: string
  readonly label?: string
  /** Wallet Standard features that this account has, for example `solana:signTransaction`. */
  readonly features?: readonly string[]
  /** CAIP-2 ids. `solana:localnet` stands for every chain that is not one of the three public ones. */
  readonly chains?: readonly string[]
}

/** Sign In With Solana: what the wallet puts into the message it builds, shows and signs. */
export type SolanaSignInInput = {
  readonly domain?: string
  readonly address?: string
  readonly statement?: string
  readonly uri?: string
  readonly version?: string
  readonly chainId?: string
  readonly nonce?: string
  /** ISO 8601, as the three other times. */
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

export type SolanaSendOptions = {
  readonly preflightCommitment?: 'processed' | 'confirmed' | 'finalized'
  readonly commitment?: 'processed' | 'confirmed' | 'finalized'
  readonly skipPreflight?: boolean
  readonly maxRetries?: number
  readonly minContextSlot?: number
}

export type SolanaMethods = {
  /** `silent` shows nothing to the person: the accounts that this site may see already, or none. */
  solana_requestAccounts(params: { readonly silent?: boolean }): readonly SolanaAccount[]
  solana_getAccounts(params: Readonly<Record<string, never>>): readonly SolanaAccount[]
  /** `signedMessage`, base64, only when the wallet signed something else than the message: hardware wallets put it into an envelope. */
  solana_signMessage(params: { readonly message: string; readonly pubkey: string }): {
    readonly signature: string
    readonly signedMessage?: string
  }
  solana_signTransaction(params: { readonly transaction: string; readonly pubkey: string }): {
    readonly signature: string
    readonly transaction: string
  }
  solana_signAllTransactions(params: { readonly transactions: readonly string[]; readonly pubkey: string }): {
    readonly transactions: readonly string[]
  }
  solana_signAndSendTransaction(params: {
    readonly transaction: string
    readonly pubkey: string
    readonly sendOptions?: SolanaSendOptions
  }): { readonly signature: string }
  /** Wallets of the page and the embedded one; elsewhere it is composed from accounts and `solana_signMessage`. */
  solana_signIn(params: { readonly input: SolanaSignInInput }): {
    readonly pubkey: string
    /** The message that was signed, base64. */
    readonly signedMessage: string
    readonly signature: string
  }
}
