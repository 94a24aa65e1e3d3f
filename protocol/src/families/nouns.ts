/*
 * Networks and accounts of any chain family. The declarations of the families are made of these, so nothing here knows which families there are;
 * `entities.ts` has them for those that there are.
 */

/** CAIP-2: `namespace:reference`. */
export type CaipNetworkId = `${string}:${string}`
/** CAIP-10: `namespace:reference:address`. */
export type CaipAddress = `${string}:${string}:${string}`

export type NativeCurrency = { readonly name: string; readonly symbol: string; readonly decimals: number }

export type RpcUrls = Readonly<Record<string, { readonly http: readonly string[]; readonly webSocket?: readonly string[] }>>

export type BlockExplorers = Readonly<Record<string, { readonly name: string; readonly url: string; readonly apiUrl?: string }>>

/** One chain. Compare networks by `caipNetworkId`, never by the bare `id`. */
export type NetworkOf<Namespace extends string = string> = {
  readonly id: number | string
  readonly caipNetworkId: CaipNetworkId
  /** An older CAIP-2 id that wallets may still answer with (Solana). */
  readonly deprecatedCaipNetworkId?: CaipNetworkId
  readonly chainNamespace: Namespace
  readonly name: string
  /** Short machine name, kept for wallets that ask for it. */
  readonly network?: string
  readonly nativeCurrency: NativeCurrency
  readonly rpcUrls: RpcUrls
  readonly blockExplorers?: BlockExplorers
  readonly testnet?: boolean
  readonly assets?: { readonly imageId?: string; readonly imageUrl?: string }
}

/** `payment` and `ordinal` are Bitcoin's. */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal'

export type AccountOf<Namespace extends string = string> = {
  readonly namespace: Namespace
  readonly address: string
  readonly type: AccountType
  readonly publicKey?: string
  readonly path?: string
}
