import { anyReference, type Family } from './family.js'
import type { NativeCurrency, NetworkOf } from './nouns.js'

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
  /** `silent` shows nothing to the user: the accounts that this site may see already, or none. */
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

const sol: NativeCurrency = { name: 'Solana', symbol: 'SOL', decimals: 9 }

/** Wallets of before CAIP-2's present Solana profile call mainnet and devnet by other ids. */
export const solanaMainnet = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  deprecatedCaipNetworkId: 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
  chainNamespace: 'solana',
  name: 'Solana',
  network: 'solana-mainnet',
  nativeCurrency: sol,
  rpcUrls: {},
  blockExplorers: { default: { name: 'Solscan', url: 'https://solscan.io' } },
} as const satisfies NetworkOf

export const solanaDevnet = {
  id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  deprecatedCaipNetworkId: 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
  chainNamespace: 'solana',
  name: 'Solana Devnet',
  network: 'solana-devnet',
  nativeCurrency: sol,
  rpcUrls: {},
  blockExplorers: { default: { name: 'Solscan', url: 'https://solscan.io/?cluster=devnet' } },
  testnet: true,
} as const satisfies NetworkOf

export const solanaTestnet = {
  id: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  caipNetworkId: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  chainNamespace: 'solana',
  name: 'Solana Testnet',
  network: 'solana-testnet',
  nativeCurrency: sol,
  rpcUrls: {},
  blockExplorers: { default: { name: 'Solscan', url: 'https://solscan.io/?cluster=testnet' } },
  testnet: true,
} as const satisfies NetworkOf

/** Solana and its clusters. */
export const solanaFamily: Family<SolanaMethods> = {
  reference: anyReference,
  mainNetworkId: solanaMainnet.caipNetworkId,
  signInName: 'Solana',
  signInNetworks: { [solanaMainnet.id]: 'mainnet', [solanaTestnet.id]: 'testnet', [solanaDevnet.id]: 'devnet' },
  defaultAccountType: 'eoa',
  hasAddressChecksum: false,
  networks: [solanaMainnet, solanaDevnet, solanaTestnet],
  blockTime: 400,
  methods: {
    sign: ['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions', 'solana_signAndSendTransaction', 'solana_signIn'],
    account: ['solana_getAccounts', 'solana_requestAccounts'],
  },
  session: { unproposed: ['solana_signIn'], answersAccounts: 'always' },
  describeAccount: ({ address }, networkIds) => ({ pubkey: address, ...(networkIds && { chains: networkIds }) }),
}
