import { anyReference, type Family } from './family.js'
import type { NativeCurrency, NetworkOf } from './nouns.js'

/** What crosses the Bridge for Cosmos chains: WalletConnect's methods and shapes. Keys are base64, numbers are decimal strings. */
export type CosmosAccount = {
  /** Kind of key, most often `secp256k1`. */
  readonly algo: string
  /** Bech32. */
  readonly address: string
  /** Base64. */
  readonly pubkey: string
  /** The chain that this address is of: a CAIP-2 reference, for example `cosmoshub-4`. */
  readonly chainId?: string
}

/** The protobuf `SignDoc`; its two byte fields are base64, or hex of an even number of digits. */
export type CosmosDirectDocument = {
  readonly chainId: string
  readonly accountNumber: string
  readonly bodyBytes: string
  readonly authInfoBytes: string
}

/** Amino's `StdSignDoc`; ADR-36 is one with the message `sign/MsgSignData`. */
export type CosmosAminoDocument = {
  readonly chain_id: string
  readonly account_number: string
  readonly sequence: string
  readonly fee: unknown
  readonly msgs: readonly unknown[]
  readonly memo: string
  readonly [field: string]: unknown
}

export type CosmosSigned<Document> = {
  readonly signature: { readonly signature: string; readonly pub_key: { readonly type: string; readonly value: string } }
  /** What was signed: a wallet lets its user change the fee. Bytes are base64. */
  readonly signed: Document
}

export type CosmosMethods = {
  /** References of the chains that are wanted. `silent` shows nothing to the user. */
  cosmos_requestAccounts(params: { readonly chainIds: readonly string[]; readonly silent?: boolean }): readonly CosmosAccount[]
  cosmos_getAccounts(params: Readonly<Record<string, never>>): readonly CosmosAccount[]
  cosmos_signDirect(params: { readonly signerAddress: string; readonly signDoc: CosmosDirectDocument }): CosmosSigned<CosmosDirectDocument>
  cosmos_signAmino(params: { readonly signerAddress: string; readonly signDoc: CosmosAminoDocument }): CosmosSigned<CosmosAminoDocument>
}

const atom: NativeCurrency = { name: 'Atom', symbol: 'ATOM', decimals: 6 }

export const cosmosHub = {
  id: 'cosmoshub-4',
  caipNetworkId: 'cosmos:cosmoshub-4',
  chainNamespace: 'cosmos',
  name: 'Cosmos Hub',
  network: 'cosmoshub',
  nativeCurrency: atom,
  rpcUrls: {},
  blockExplorers: { default: { name: 'Mintscan', url: 'https://www.mintscan.io/cosmos' } },
} as const satisfies NetworkOf

export const cosmosHubTestnet = {
  id: 'provider',
  caipNetworkId: 'cosmos:provider',
  chainNamespace: 'cosmos',
  name: 'Cosmos Hub Testnet',
  network: 'cosmoshub-testnet',
  nativeCurrency: atom,
  rpcUrls: {},
  testnet: true,
} as const satisfies NetworkOf

/** Cosmos chains. */
export const cosmosFamily: Family<CosmosMethods> = {
  reference: anyReference,
  mainNetworkId: cosmosHub.caipNetworkId,
  signInName: 'Cosmos',
  defaultAccountType: 'eoa',
  hasAddressChecksum: true,
  networks: [cosmosHub, cosmosHubTestnet],
  blockTime: 6_000,
  methods: { sign: ['cosmos_signDirect', 'cosmos_signAmino'], account: ['cosmos_getAccounts', 'cosmos_requestAccounts'] },
  session: {
    unproposed: ['cosmos_requestAccounts'],
    // Pages want public keys, which a session does not have.
    answersAccounts: 'never',
    wireMethods: { cosmos_requestAccounts: 'cosmos_getAccounts' },
  },
  describeAccount: ({ address, publicKey }) => ({ algo: 'secp256k1', address, ...(publicKey && { pubkey: publicKey }) }),
}
