/* What the server says about money: balances, prices and what happened to an address. */

/** Currencies that values are given in: ISO 4217 codes in lower case, and two coins. */
export const currencies = ['usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy', 'btc', 'eth'] as const
export type Currency = (typeof currencies)[number]

/** The native coin where a token's address is asked for. The same on every EVM chain, and used by swap services. */
export const nativeTokenAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** What somebody holds of one token on one chain. */
export type TokenBalance = {
  readonly name: string
  readonly symbol: string
  /** CAIP-2. */
  readonly chainId: string
  /** CAIP-10; left out for the native coin. */
  readonly address?: string
  /** The whole amount in the currency asked for; left out when no price is known. */
  readonly value?: number
  /** Of one whole token; 0 when no price is known. */
  readonly price: number
  /** By how many per cent the price rose within 24 hours, below zero where it fell; left out when the price of then is not known. */
  readonly change24h?: number
  /** `numeric` is a decimal number as text, exact; `decimals` the token's own number of decimals, as text. */
  readonly quantity: { readonly decimals: string; readonly numeric: string }
  /** Empty when there is no picture. */
  readonly iconUrl: string
  /** False for a token that is on no list of the operator's: anybody can send such a token, under any name. */
  readonly listed?: boolean
}

/** `GET /v1/account/{address}/balance`. */
export type Balances = {
  readonly balances: readonly TokenBalance[]
  /** CAIP-2 ids of chains whose part is older than usual, because their nodes do not answer. */
  readonly stale?: readonly string[]
  /** CAIP-2 ids of chains that nothing is known of, because their nodes do not answer. */
  readonly unavailable?: readonly string[]
  /** CAIP-2 ids of chains whose balances the server does not read. */
  readonly unserved?: readonly string[]
}

/** A token and its price: an element of the answer of `POST /v1/fungible/price`. */
export type Fungible = {
  /** CAIP-10. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly iconUrl: string
  /** Of one whole token; 0 when no price is known. */
  readonly price: number
  /** By how many per cent the price rose within 24 hours, below zero where it fell; left out when the price of then is not known. */
  readonly change24h?: number
  readonly decimals: number
}

/** Who an address is: `GET /v1/identity/{address}`. */
export type Identity = {
  readonly name: string | null
  /** A picture that a page may show. */
  readonly avatar: string | null
  /** ISO 8601: when it was looked up. */
  readonly resolvedAt: string
}

/** What a transaction is to an address. */
export const operationTypes = [
  'send',
  'receive',
  'trade',
  'approve',
  'execute',
  'deposit',
  'withdraw',
  'borrow',
  'repay',
  'stake',
  'unstake',
  'claim',
  'mint',
  'burn',
  'deploy',
  'cancel',
] as const
export type OperationType = (typeof operationTypes)[number]

/** Something that a transaction moved from or to an address. Names are those of the wire. */
export type HistoryTransfer = {
  readonly fungible_info: { readonly name: string; readonly symbol: string; readonly icon: { readonly url: string } | null } | null
  readonly nft_info: {
    readonly name: string
    readonly content: { readonly preview: { readonly url: string; readonly content_type: string | null } } | null
    readonly flags: { readonly is_spam: boolean }
  } | null
  readonly direction: 'in' | 'out' | 'self'
  /** An exact decimal number as text; null while the decimals of the token are not known, which for some is for ever. */
  readonly quantity: { readonly numeric: string | null }
  /** Today's value in the currency asked for; null when no price is known. */
  readonly value: number | null
  readonly price: number | null
  /** CAIP-10 of the token; left out for the native coin. */
  readonly address?: string
  /** False for a token that is on no list of the operator's. */
  readonly listed?: boolean
  /** Whom it came from, or went to; left out where it is not known. */
  readonly counterparty?: string
}

/** A transaction as `GET /v1/account/{address}/history` tells it. */
export type HistoryTransaction = {
  readonly id: string
  readonly metadata: {
    readonly operationType: OperationType
    readonly hash: string
    /** ISO 8601; of a pending one when it was seen. */
    readonly minedAt: string
    readonly sentFrom: string
    readonly sentTo: string
    readonly status: 'confirmed' | 'failed' | 'pending'
    readonly nonce: number
    readonly application: { readonly name: string | null; readonly iconUrl: string | null } | null
    /** CAIP-2. */
    readonly chain: string
  }
  readonly transfers: readonly HistoryTransfer[]
}

/** `GET /v1/account/{address}/history`. `next` is the cursor of the next page, null at the end. */
export type HistoryPage = {
  readonly data: readonly HistoryTransaction[]
  readonly next: string | null
  /** CAIP-2 ids of chains whose newest transactions may be missing, because their nodes do not answer. */
  readonly stale?: readonly string[]
  /** CAIP-2 ids of chains whose history nobody tells at the moment: what happened on them is missing here. */
  readonly unavailable?: readonly string[]
  /** CAIP-2 ids of chains whose past is still being searched for this address: older transactions are missing, and come as they are found. */
  readonly searching?: readonly string[]
  /** CAIP-2 ids of chains of which coins that others sent before this address was first shown are missing for good. */
  readonly partial?: readonly string[]
  /** CAIP-2 ids of chains whose history this server does not keep: nothing of them is in `data`, which does not say that nothing happened. */
  readonly unserved?: readonly string[]
}

/** What `GET /v1/account/{address}/changes` tells, as server-sent events of the name `change`. */
export type AccountChange = {
  /** CAIP-2. */
  readonly chain: string
  readonly hash: string
  readonly status: 'pending' | 'confirmed' | 'failed' | 'dropped' | 'replaced'
}

/**
 * Which chains that stream tells of, as an event of the name `chains`: first of all, and whenever they are others. On all other chains things happen
 * unheard.
 */
export type ToldChains = {
  /** CAIP-2 ids. */
  readonly chains: readonly string[]
}

/** `GET /v1/account/{address}/transactions/{hash}`. */
export type TransactionState = {
  /** `unknown`: nobody knows it, or nobody keeps what happens on its chain. */
  readonly status: 'unknown' | 'pending' | 'confirmed' | 'failed' | 'dropped' | 'replaced'
  /** Hash of the transaction that was mined in its place. */
  readonly replacedBy: string | null
}

/** What the metadata of an NFT says of it, such as `Background` and `Blue`. */
export type NftTrait = {
  /** Empty where the value has no name. */
  readonly name: string
  readonly value: string
}

/** An NFT that somebody holds. */
export type Nft = {
  /** CAIP-2. */
  readonly chainId: string
  /** CAIP-10 of its contract. */
  readonly address: string
  /** A decimal number as text. */
  readonly tokenId: string
  readonly kind: 'erc721' | 'erc1155'
  /** Its own name; null when it says none. */
  readonly name: string | null
  readonly collection: string
  /** Empty when there is no picture. */
  readonly imageUrl: string
  /** Left out when there are none. */
  readonly traits?: readonly NftTrait[]
  /** How many of it, as text; of ERC-721 always 1. */
  readonly amount: string
  /** Probably made to deceive. */
  readonly spam: boolean
  /** True while its name and picture are still being fetched. */
  readonly pending?: boolean
}

/** `GET /v1/account/{address}/nfts`. */
export type Nfts = {
  readonly nfts: readonly Nft[]
  /** CAIP-2 ids of chains whose newest NFTs may be missing, because their nodes do not answer. */
  readonly stale?: readonly string[]
  /** CAIP-2 ids of chains that nothing is known of, because their nodes do not answer. */
  readonly unavailable?: readonly string[]
  /** CAIP-2 ids of chains whose past is still being searched for this address: some are missing, and come as they are found. */
  readonly searching?: readonly string[]
  /** CAIP-2 ids of chains whose NFTs this server does not know: none of them is in `nfts`, which does not say that there are none. */
  readonly unserved?: readonly string[]
}
