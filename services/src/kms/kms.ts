/* The key management service: it wraps the keys that encrypt what the database keeps, so that a stolen database opens nothing. */

/** What a key is for. It is authenticated with the key: a wrapped key of one wallet or purpose opens nowhere else. */
export type KmsContext = { readonly purpose: 'auth' | 'share' | 'assist' | 'siwx'; readonly walletId?: string; readonly v: '1' }

/**
 * Where the root keys are. Local by default; a cloud's KMS or a vault's transit engine fits the same calls. What is wrapped begins with the id of its root
 * and a dot, so that the database can be asked which roots are still needed.
 *
 * All reject with an Error of one sentence, which names no key.
 */
export type Kms = {
  /** A new random 32-byte key, and its wrapped form for the database. */
  readonly generateDataKey: (
    context: KmsContext,
  ) => Promise<{ readonly plaintext: Buffer; readonly wrapped: string; readonly keyId: string }>
  /** Wraps a key that was there before. */
  readonly encryptDataKey: (key: Uint8Array, context: KmsContext) => Promise<string>
  readonly decryptDataKey: (wrapped: string, context: KmsContext) => Promise<Buffer>
  /** The same data key under the newest root. */
  readonly rewrap: (wrapped: string, context: KmsContext) => Promise<string>
  /** `older`: ids of the roots that open and do not wrap any more. */
  readonly health: () => Promise<{
    readonly keyId: string
    readonly createdAt: string
    readonly provider: string
    readonly older: readonly string[]
  }>
}
