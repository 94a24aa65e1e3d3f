import type { NamespaceId } from './families/ids.js'
import type { AccountOf, NetworkOf } from './families/nouns.js'

export type { AccountType, BlockExplorers, CaipAddress, CaipNetworkId, NativeCurrency, RpcUrls } from './families/nouns.js'

/**
 * The nouns of the product, shared by every part. Plain, cloneable data: they cross the Bridge and the wire as they are.
 */

/** One chain. Compare networks by `caipNetworkId`, never by the bare `id`. */
export type Network = NetworkOf<NamespaceId>

export type Account = AccountOf<NamespaceId>

export type Connection = {
  readonly connectorId: string
  readonly accounts: readonly Account[]
  readonly caipNetwork?: Network
  /** Embedded wallet only: how the user logged in. */
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
