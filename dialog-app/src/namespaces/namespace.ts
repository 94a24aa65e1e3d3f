import type { Account, CaipNetworkId, NamespaceId, Network, WalletEvent } from '@latchkey/protocol'
import type { SignInMessage, SignInProof } from '@latchkey/protocol/siwx'
import type { RpcClient } from '../api/rpc.js'
import type { Wallet } from '../wallets/wallet.js'
import type { NameSigning } from './nameSigning.js'
import type { PaymentCodes } from './paymentCodes.js'
import type { Swaps } from './swaps.js'
import type { Transactions } from './transactions.js'
import type { Transfers } from './transfers.js'

/** What a wallet's own event means for the connection. */
export type Change =
  /** An empty list: the wallet shows this site no account any more. */
  | { readonly type: 'accounts'; readonly accounts: readonly Account[] }
  | { readonly type: 'network'; readonly networkId: CaipNetworkId }
  | { readonly type: 'disconnected' }

export type Balance = { readonly value: bigint; readonly decimals: number; readonly symbol: string }

/** A page's request that concerns accounts, network or permissions. */
export type AccountRequest = { readonly method: string; readonly params: unknown }

/** What a family's account requests see of the connection, and what they may do to it. */
export type AccountSession = {
  /** The page that asks. */
  readonly origin: string
  readonly accounts: readonly Account[]
  readonly networkId: CaipNetworkId
  /** Whether the page uses this network. */
  hasNetwork(networkId: CaipNetworkId): boolean
  /** @throws RpcError 4902 for a network that the page does not use; 4001 when the user declines; the wallet's own */
  switchTo(networkId: CaipNetworkId): Promise<void>
  disconnect(): Promise<void>
}

/** Now, or after code that is not needed before a wallet answered has arrived. */
type Awaitable<T> = T | Promise<T>

/** What signs an account in. */
export type SignInRequest = {
  readonly networkId: CaipNetworkId
  readonly account: Pick<Account, 'address' | 'publicKey'>
  readonly message: SignInMessage
  /** `message` as text. */
  readonly text: string
  readonly signal?: AbortSignal
}

/**
 * What the dialog needs to know of a chain family. It draws nothing and sends nothing itself. A feature is available when its optional function exists.
 *
 * @example
 * const canAdd = (namespace: Namespace, address: string) => namespace.isAddress(address) && namespace.addNetwork !== undefined
 */
export type Namespace = {
  readonly id: NamespaceId
  /** Whether a text is written like an address of the family. */
  isAddress(value: string): boolean
  /**
   * Whether all that such a text says of itself is right (the checksum in the letters of an EVM address), so that money may be sent there. Absent where
   * `isAddress` has looked at all of it.
   */
  isRight?(address: string): Promise<boolean>
  /** The canonical spelling of an address (EIP-55 on EVM). */
  formatAddress(address: string): Awaitable<string>
  /**
   * Asks the wallet for accounts. The request leaves in the same tick: a wallet's window needs the user's click.
   *
   * @throws RpcError the wallet's own; {@link noAccounts} when it answers with none
   */
  connect(wallet: Wallet, parameters: Omit<Wallet.ConnectParameters, 'namespace'>): Promise<Wallet.Connection>
  /** Best effort: takes back the permission that `connect` asked for. */
  disconnect?(wallet: Wallet): Promise<void>
  /**
   * Undefined for an event that changes nothing.
   *
   * @param networkId where the connection is: accounts of other networks do not count
   */
  readEvent(event: WalletEvent, networkId?: CaipNetworkId): Awaitable<Change | undefined>
  /**
   * Absent where a family switches without the wallet. Resolves only when the wallet says it is there.
   *
   * @returns the accounts there, where a family has others on every network
   * @throws RpcError the wallet's own; 4001 when it answered but did not move; 4902 when it has no account there
   */
  switchNetwork?(wallet: Wallet, network: Network, signal?: AbortSignal): Promise<readonly Account[] | undefined>
  /** Adds the network to the wallet, then switches there; throws as `switchNetwork`. */
  addNetwork?(wallet: Wallet, network: Network, signal?: AbortSignal): Promise<readonly Account[] | undefined>
  /**
   * Answers a page's account request from the session, whatever wallet is connected. Absent where the wallet answers such requests itself.
   *
   * @throws RpcError -32602 for parameters that the method does not have; as `AccountSession`
   */
  answerAccountRequest?(request: AccountRequest, session: AccountSession): Awaitable<unknown>
  /**
   * Has the wallet sign a sign-in message.
   *
   * @returns the text that was signed, which the wallet may have written itself, and the signature as our server reads it
   * @throws RpcError the wallet's own
   */
  signIn?(wallet: Wallet, request: SignInRequest): Promise<Omit<SignInProof, 'networkId'>>
  /** The native coin of `address`, asked through the network's JSON-RPC client. */
  balance?(network: Network, address: string, rpc: Pick<RpcClient, 'request'>, signal?: AbortSignal): Promise<Balance>
  /** The least of the native coin, in its smallest unit, that an address can be sent when it has nothing; absent where one unit is enough. */
  readonly leastTransfer?: bigint
  /** One token of `address`, by the token's own address. Throws as `balance`. */
  tokenBalance?(token: string, address: string, rpc: Pick<RpcClient, 'request'>, signal?: AbortSignal): Promise<Balance>
  /** The server knows all tokens of an address. */
  readonly portfolio?: true
  /** The server knows names and pictures of addresses. */
  readonly names?: true
  /** Under which coin types (ENSIP-9, ENSIP-11) a name keeps the address for a network, the best one first; absent where names stand for no address. */
  coinTypes?(networkId: CaipNetworkId): Promise<readonly number[]>
  /** How users get a name: absent where the family has none. */
  registerNames?(): Promise<NameSigning>
  /** The server knows what happened to an address. */
  readonly activity?: true
  /** The server knows which NFTs an address has. */
  readonly nfts?: true
  /** How transactions are sent and followed: absent where one only receives. */
  transactions?(): Promise<Transactions>
  /** How tokens are swapped. */
  swaps?(): Promise<Swaps>
  /** How coins and tokens are sent: absent where the dialog only receives. */
  transfers?(): Promise<Transfers>
  /** How QR codes ask for payments, where the family has a standard for it. */
  paymentCodes?(): Promise<PaymentCodes>
}
