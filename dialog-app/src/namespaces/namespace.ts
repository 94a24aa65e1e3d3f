import type { Account, CaipNetworkId, NamespaceId, Network, WalletEvent } from '@latchkey/protocol'
import type { Wallet } from '../wallets/wallet.js'

/** What a wallet's own event means for the connection. */
export type Change =
  | { readonly type: 'accounts'; readonly accounts: readonly Account[] }
  | { readonly type: 'network'; readonly networkId: CaipNetworkId }
  | { readonly type: 'disconnected' }

/**
 * Where chain families plug in. Pure of UI and transport. A feature is available when its optional function is there.
 */
export type Namespace = {
  readonly id: NamespaceId
  isAddress(value: string): boolean
  /** The canonical spelling of an address (EIP-55 on EVM). */
  formatAddress(address: string): string
  connect(
    wallet: Wallet,
    parameters: Omit<Wallet.ConnectParameters, 'namespace'>,
  ): Promise<{ accounts: readonly Account[]; networkId: CaipNetworkId }>
  /** Undefined for an event that changes nothing. */
  readEvent(event: WalletEvent): Change | undefined
  /** Absent where a family switches without the wallet. */
  switchNetwork?(wallet: Wallet, network: Network, signal?: AbortSignal): Promise<void>
  addNetwork?(wallet: Wallet, network: Network, signal?: AbortSignal): Promise<void>
  balance?(
    network: Network,
    address: string,
    signal?: AbortSignal,
  ): Promise<{ readonly value: bigint; readonly decimals: number; readonly symbol: string }>
}
