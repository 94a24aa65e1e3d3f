import { anyReference, type Family } from './family.js'
import type { AccountType, NativeCurrency, NetworkOf } from './nouns.js'

/** Place of a kind of Bitcoin account in a wallet's list. */
export const bitcoinAccountIndexes = { payment: 0, ordinal: 1 } as const satisfies Partial<Record<AccountType, number>>

/** Bitcoin's two kinds of address: one for coins, one for inscriptions and runes. */
export type BitcoinIntention = keyof typeof bitcoinAccountIndexes

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
  /** `silent` shows nothing to the user: the addresses that this site may see already, or none. */
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
    /** Hex; base64 behind `smp`, `ful` or `pof` when the wallet names the form of BIP-322 (2.0), unchanged. */
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

const btc: NativeCurrency = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }

/** Bitcoin's references are the first 32 digits of the genesis block's hash (CAIP-2, bip122). */
export const bitcoin = {
  id: '000000000019d6689c085ae165831e93',
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  chainNamespace: 'bip122',
  name: 'Bitcoin',
  network: 'bitcoin-mainnet',
  nativeCurrency: btc,
  rpcUrls: {},
  blockExplorers: { default: { name: 'mempool.space', url: 'https://mempool.space' } },
} as const satisfies NetworkOf

export const bitcoinTestnet = {
  id: '000000000933ea01ad0ee984209779ba',
  caipNetworkId: 'bip122:000000000933ea01ad0ee984209779ba',
  chainNamespace: 'bip122',
  name: 'Bitcoin Testnet',
  network: 'bitcoin-testnet',
  nativeCurrency: btc,
  rpcUrls: {},
  blockExplorers: { default: { name: 'mempool.space', url: 'https://mempool.space/testnet' } },
  testnet: true,
} as const satisfies NetworkOf

/** Bitcoin. */
export const bip122Family: Family<BitcoinMethods> = {
  reference: anyReference,
  mainNetworkId: bitcoin.caipNetworkId,
  signInName: 'Bitcoin',
  defaultAccountType: 'payment',
  hasAddressChecksum: true,
  networks: [bitcoin, bitcoinTestnet],
  blockTime: 600_000,
  methods: { sign: ['sendTransfer', 'signMessage', 'signPsbt'], account: ['getAccountAddresses'] },
  session: { answersAccounts: 'silent' },
  describeAccount: ({ address, type, publicKey, path }) => ({
    address,
    ...(publicKey && { publicKey }),
    ...(path && { path }),
    intention: type === 'ordinal' ? type : 'payment',
  }),
}
