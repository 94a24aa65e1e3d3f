/** What crosses the Bridge for Polkadot and other Substrate chains: WalletConnect's methods and shapes. Bytes are `0x` hex. */
export type PolkadotAccount = {
  /** SS58. */
  readonly address: string
  readonly name?: string
  /** Kind of key: `sr25519`, `ed25519`, `ecdsa`, `ethereum`. */
  readonly type?: string
  /** The only chain this account is for; left out or null: every chain. */
  readonly genesisHash?: string | null
}

/** polkadot.js' `SignerPayloadJSON`, as libraries build it: every number is hex. Wallets may want fields that are not listed here. */
export type PolkadotPayload = {
  readonly address: string
  readonly blockHash: string
  readonly blockNumber: string
  readonly era: string
  readonly genesisHash: string
  readonly method: string
  readonly nonce: string
  readonly signedExtensions: readonly string[]
  readonly specVersion: string
  readonly tip: string
  readonly transactionVersion: string
  readonly version: number
  readonly [field: string]: unknown
}

export type PolkadotMethods = {
  /** `silent` shows nothing to the person: accounts of a wallet that this site has used already. */
  polkadot_requestAccounts(params: { readonly silent?: boolean }): readonly PolkadotAccount[]
  /** The message as text, or as `0x` hex of its bytes. */
  polkadot_signMessage(params: { readonly address: string; readonly message: string }): { readonly signature: string }
  polkadot_signTransaction(params: { readonly address: string; readonly transactionPayload: PolkadotPayload }): {
    readonly id?: number
    readonly signature: string
    readonly signedTransaction?: string
  }
}
