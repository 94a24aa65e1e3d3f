import type { Account, CaipNetworkId, ConnectedWallet, NamespaceId, PlainCall, WalletEvent, WalletKind } from '@latchkey/protocol'
import type { SignInMessage, SignInProof } from '@latchkey/protocol/siwx'

/**
 * A wallet, wherever it lives. Three implementations: `host` (an extension in the page), `walletConnect` (a wallet on another device), `embedded`.
 *
 * @example
 * const connect = async (wallet: Wallet) => {
 *   const { accounts } = await wallet.connect({ namespace: 'eip155', networkIds: ['eip155:1'] })
 *   return accounts[0]?.address
 * }
 */
export type Wallet = {
  readonly info: ConnectedWallet
  readonly kind: WalletKind
  /**
   * Asks for accounts. `isReconnecting` must not show anything to the user.
   *
   * @throws RpcError the wallet's own code; -32001 when it has no account to give
   */
  connect(parameters: Wallet.ConnectParameters): Promise<Wallet.Connection>
  /** Tells the wallet that this site is done with it. May fail: the connection ends all the same. */
  disconnect(namespace?: NamespaceId): Promise<void>
  request(parameters: Wallet.RequestParameters): Promise<unknown>
  subscribe(listener: (event: WalletEvent) => void): () => void
  /**
   * Only where one question can be about several chain families: has all of these messages signed, or none.
   *
   * @returns the signatures, in the order of the messages
   * @throws RpcError the wallet's own
   */
  signTogether?(messages: readonly Wallet.SignInText[], signal?: AbortSignal): Promise<readonly string[]>
  /**
   * Only for accounts whose fee somebody else may pay: the highest fee of calls, and who pays it. Involves no user.
   *
   * @returns null for an account that pays what the network takes, as any other
   * @throws RpcError the wallet's own
   */
  feeOf?(networkId: CaipNetworkId, calls: readonly PlainCall[]): Promise<Wallet.Fee | null>
  /**
   * Only where the connection itself knows its networks, or the user was asked by us already: moves a family without a question of the wallet's.
   *
   * @returns false when the wallet did not grant it; its accounts there, when they may be others
   * @throws RpcError the wallet's own, 4902 for a network that it does not serve
   */
  moveTo?(networkId: CaipNetworkId): boolean | Promise<false | readonly Account[]>
}

/** In what kinds of wallets differ, declared once in `facts.ts`: whoever uses a wallet asks for these, not for its kind. Left out: no. */
export type WalletFacts = {
  /** It is there once the page has found it, which may be late. */
  readonly livesInPage?: true
  /** One session carries all its chain families: they end together. */
  readonly endsTogether?: true
  /** It is reached with keys that are stored here. Where nothing is stored, its session is this page's alone. */
  readonly needsStorage?: true
  /** It does not ask the user before it switches networks: the dialog does. */
  readonly asksHere?: true
  /** It shows what is to be signed by itself, where the user is anyway: a required sign-in is asked for at once. */
  readonly showsSignIn?: true
  /** Reads about the wallet itself are its own to answer. */
  readonly answersReads?: true
  /** Of these, it answers what EIP-5792 asks about the calls that it was sent, and about what it can do with calls. */
  readonly answersCallReads?: true
  /** It has settings, and the dialog shows them. */
  readonly hasSettings?: true
}

export declare namespace Wallet {
  type Connection = {
    readonly accounts: readonly Account[]
    readonly networkId: CaipNetworkId
    /** Networks that the wallet agreed to; left out, it supports all. */
    readonly approved?: readonly CaipNetworkId[]
    /** What the wallet signed along with the connection, when it was offered a sign-in and knows how. */
    readonly signed?: Signed
  }
  /** A sign-in that a wallet may do while it connects: what the message says, whoever the account will be. */
  type SignInOffer = Pick<SignInMessage, 'domain' | 'uri' | 'statement' | 'nonce' | 'issuedAt'>
  /** A sign-in message, and the network whose account signs it. */
  type SignInText = { readonly chainId: CaipNetworkId; readonly message: string }
  /** In the smallest unit of the native coin; nothing where it is sponsored. */
  type Fee = { readonly fee: bigint; readonly isSponsored: boolean }
  type Signed = SignInProof & { readonly address: string }
  type ConnectParameters = {
    readonly namespace: NamespaceId
    readonly networkIds: readonly CaipNetworkId[]
    readonly isReconnecting?: boolean
    /** A wallet that can signs in along with connecting; others connect all the same. */
    readonly signIn?: SignInOffer
    readonly signal?: AbortSignal
  }
  type RequestParameters = {
    readonly namespace: NamespaceId
    readonly networkId: CaipNetworkId | null
    readonly method: string
    readonly params: unknown
    readonly signal?: AbortSignal
  }
}
