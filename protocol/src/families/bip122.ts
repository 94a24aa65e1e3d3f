/** Bitcoin's two kinds of address: one for coins, one for inscriptions and runes. */
export type BitcoinIntention = 'payment' | 'ordinal'

/** What crosses the Bridge for Bitcoin: WalletConnect's methods and shapes. Amounts are satoshis as decimal strings, a PSBT is base64. */
export type BitcoinAccount = {
  readonly address: string
  /** Hex. */
  readonly publicKey?: string
  readonly path?: string
  readonly intention: BitcoinIntention
}

export type BitcoinSignInput = { readonly address: string; readonly index: number; readonly sighashTypes?: readonly number[] }

export type BitcoinMethods = {
  /** `silent` shows nothing to the person: the addresses that this site may see already, or none. */
  getAccountAddresses(params: {
    readonly account?: string
    readonly intentions?: readonly BitcoinIntention[]
    readonly silent?: boolean
  }): readonly BitcoinAccount[]
  /** `account` is an address of the wallet; `address` is the one to sign with when it is another. `ecdsa` (BIP-137) unless `bip322` is asked for. */
  signMessage(params: {
    readonly account: string
    readonly message: string
    readonly address?: string
    readonly protocol?: 'ecdsa' | 'bip322'
  }): {
    readonly address: string
    /** Hex. */
    readonly signature: string
    readonly messageHash?: string
  }
  /** `txid` when it was broadcast. */
  signPsbt(params: {
    readonly account: string
    readonly psbt: string
    readonly signInputs: readonly BitcoinSignInput[]
    readonly broadcast?: boolean
  }): { readonly psbt: string; readonly txid?: string }
  sendTransfer(params: {
    readonly account: string
    readonly recipientAddress: string
    readonly amount: string
    readonly changeAddress?: string
    readonly memo?: string
  }): { readonly txid: string }
}
