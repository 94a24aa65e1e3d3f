import type { NamespaceId } from './families/ids.js'

/**
 * The nouns of the product, shared by every part. Plain, cloneable data: they cross the Bridge and the wire as they are.
 */

/** CAIP-2: `namespace:reference`. */
export type CaipNetworkId = `${string}:${string}`
/** CAIP-10: `namespace:reference:address`. */
export type CaipAddress = `${string}:${string}:${string}`

export type NativeCurrency = { readonly name: string; readonly symbol: string; readonly decimals: number }

export type RpcUrls = Readonly<Record<string, { readonly http: readonly string[]; readonly webSocket?: readonly string[] }>>

export type BlockExplorers = Readonly<Record<string, { readonly name: string; readonly url: string; readonly apiUrl?: string }>>

/** One chain. Compare networks by `caipNetworkId`, never by the bare `id`. */
export type Network = {
  readonly id: number | string
  readonly caipNetworkId: CaipNetworkId
  /** An older CAIP-2 id that wallets may still answer with (Solana). */
  readonly deprecatedCaipNetworkId?: CaipNetworkId
  readonly chainNamespace: NamespaceId
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

export type Account = {
  readonly namespace: NamespaceId
  readonly address: string
  readonly type: AccountType
  readonly publicKey?: string
  readonly path?: string
}

export type Connection = {
  readonly connectorId: string
  readonly accounts: readonly Account[]
  readonly caipNetwork?: Network
  /** Embedded wallet only: how the person logged in. */
  readonly auth?: { readonly name: string | null }
}

export type ConnectionStatus = 'disconnected' | 'connecting' | 'reconnecting' | 'connected'

/** What a page says about itself; decoration, never proof of who asks. */
export type Metadata = {
  readonly name?: string
  readonly description?: string
  readonly url?: string
  readonly icons?: readonly string[]
}
