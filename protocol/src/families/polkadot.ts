import { anyReference, type Family } from './family.js'
import type { NetworkOf } from './nouns.js'

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
  /** `silent` shows nothing to the user: accounts of a wallet that this site has used already. */
  polkadot_requestAccounts(params: { readonly silent?: boolean }): readonly PolkadotAccount[]
  /** The message as text, or as `0x` hex of its bytes. */
  polkadot_signMessage(params: { readonly address: string; readonly message: string }): { readonly signature: string }
  polkadot_signTransaction(params: { readonly address: string; readonly transactionPayload: PolkadotPayload }): {
    readonly id?: number
    readonly signature: string
    readonly signedTransaction?: string
  }
}

/** Polkadot's references are the first 32 digits of the genesis block's hash (CAIP-2, polkadot). */
const relayChain = (
  reference: string,
  network: string,
  name: string,
  symbol: string,
  decimals: number,
  facts: { readonly testnet?: true } = {},
) =>
  ({
    id: reference,
    caipNetworkId: `polkadot:${reference}`,
    chainNamespace: 'polkadot',
    name,
    network,
    nativeCurrency: { name: symbol, symbol, decimals },
    rpcUrls: {},
    blockExplorers: { default: { name: 'Subscan', url: `https://${network}.subscan.io` } },
    ...facts,
  }) as const satisfies NetworkOf

export const polkadot = /*#__PURE__*/ relayChain('91b171bb158e2d3848fa23a9f1c25182', 'polkadot', 'Polkadot', 'DOT', 10)
export const kusama = /*#__PURE__*/ relayChain('b0a8d493285c2df73290dfb7e61f870f', 'kusama', 'Kusama', 'KSM', 12)
export const westend = /*#__PURE__*/ relayChain('e143f23803ac50e8f6f8e62695d1ce9e', 'westend', 'Westend', 'WND', 12, { testnet: true })

/** Polkadot and other Substrate chains. */
export const polkadotFamily: Family<PolkadotMethods> = {
  reference: anyReference,
  mainNetworkId: polkadot.caipNetworkId,
  signInName: 'Polkadot',
  defaultAccountType: 'eoa',
  hasAddressChecksum: true,
  networks: [polkadot, kusama, westend],
  blockTime: 6_000,
  methods: { sign: ['polkadot_signTransaction', 'polkadot_signMessage'], account: ['polkadot_requestAccounts'] },
  session: { unproposed: ['polkadot_requestAccounts'], answersAccounts: 'always' },
  describeAccount: ({ address }) => ({ address }),
}
