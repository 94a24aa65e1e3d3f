import type { CaipNetworkId } from '../entities.js'

/** What a page may do itself of a sign-in, by functions of these names. */
export const siwxCallbacks = ['getNonce', 'createMessage', 'verify', 'getSession', 'signOut'] as const
export type SiwxCallback = (typeof siwxCallbacks)[number]

/** A visitor who has proven that an account is theirs. */
export type SignInSession = {
  readonly address: string
  /** CAIP-2 id of the network that the message named. */
  readonly networkId: CaipNetworkId
  readonly domain: string
  readonly uri: string
  /** What was signed, and the signature as the wallet gave it. */
  readonly message: string
  readonly signature: string
  /** ISO 8601. */
  readonly issuedAt: string
  readonly expiresAt: string
}

/** What signing in answers: a session, and the token that proves it to a server (JSON Web Token, EdDSA). */
export type SignedIn = { readonly token: string; readonly session: SignInSession }

/** What the wallet signed, and all that a server needs to check it. */
export type SignInProof = {
  readonly networkId: CaipNetworkId
  readonly message: string
  /** `0x` hex on EVM and Polkadot, base58 on Solana, base64 on Bitcoin and Cosmos. */
  readonly signature: string
  /** Cosmos only, base64: an address does not tell its key. */
  readonly publicKey?: string
}
