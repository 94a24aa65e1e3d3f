import type { SolanaSendOptions, SolanaSignInInput } from '@latchkey/protocol'

/*
 * The Wallet Standard (github.com/wallet-standard/wallet-standard) and its Solana features, as far as the page's wallet has them.
 */

/** The Wallet Standard's names of chains and features, for example `solana:mainnet`. */
export type IdentifierString = `${string}:${string}`

/** `WalletAccount` of the Wallet Standard. */
export type StandardAccount = {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly IdentifierString[]
  readonly features: readonly IdentifierString[]
}

/** What the event `change` of `standard:events` carries: the whole new list of what has changed. */
export type StandardChange = { readonly accounts?: readonly StandardAccount[]; readonly chains?: readonly IdentifierString[] }

type Version = { readonly version: '1.0.0' }
type Transactions = Version & { readonly supportedTransactionVersions: readonly ('legacy' | 0)[] }
type OfAccount = { readonly account: StandardAccount }

/** One transaction to sign, serialised. */
export type SolanaTransactionInput = OfAccount & {
  readonly transaction: Uint8Array
  readonly chain?: IdentifierString
  readonly options?: SolanaSendOptions
}

/** A signed message: the bytes that were signed, and the signature. */
export type SolanaSignature = { readonly signedMessage: Uint8Array; readonly signature: Uint8Array; readonly signatureType?: 'ed25519' }

/** What the page's wallet can do. A wallet behind it that cannot do one of them answers with 4200. */
export type SolanaFeatures = {
  readonly 'standard:connect': Version & {
    /** `silent` opens nothing: the accounts that are connected already, or none. */
    readonly connect: (input?: { readonly silent?: boolean }) => Promise<{ readonly accounts: readonly StandardAccount[] }>
  }
  readonly 'standard:disconnect': Version & { readonly disconnect: () => Promise<void> }
  readonly 'standard:events': Version & {
    /** @returns unsubscribe */
    readonly on: (event: 'change', listener: (change: StandardChange) => void) => () => void
  }
  readonly 'solana:signMessage': Version & {
    readonly signMessage: (...inputs: readonly (OfAccount & { readonly message: Uint8Array })[]) => Promise<readonly SolanaSignature[]>
  }
  readonly 'solana:signTransaction': Transactions & {
    readonly signTransaction: (
      ...inputs: readonly SolanaTransactionInput[]
    ) => Promise<readonly { readonly signedTransaction: Uint8Array }[]>
  }
  readonly 'solana:signAndSendTransaction': Transactions & {
    readonly signAndSendTransaction: (
      ...inputs: readonly (SolanaTransactionInput & { readonly chain: IdentifierString })[]
    ) => Promise<readonly { readonly signature: Uint8Array }[]>
  }
  readonly 'solana:signIn': Version & {
    readonly signIn: (...inputs: readonly SolanaSignInInput[]) => Promise<readonly (OfAccount & SolanaSignature)[]>
  }
}

/** `Wallet` of the Wallet Standard: registered in the page too, so that libraries find it by themselves. */
export type StandardWallet = {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: `data:image/svg+xml;base64,${string}`
  readonly chains: readonly IdentifierString[]
  readonly accounts: readonly StandardAccount[]
  readonly features: SolanaFeatures
}
