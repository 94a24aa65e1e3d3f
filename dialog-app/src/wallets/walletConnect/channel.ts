import type { CaipNetworkId, NamespaceId } from '@latchkey/protocol'
import type { Wallet } from '../wallet.js'
import type { ClientSession, SessionNamespaces } from './client.js'
import type { ProposedNamespace } from './proposal.js'
import type { RelayStatus } from './relayStatus.js'

/**
 * What can be asked of the client, as plain data, so that it may live in another tab. `note` is told on the way; given back as `known` to
 * another client on the same storage, the call goes on where it was.
 */
export type ChannelCalls = {
  /** Starts the client. */
  readonly open: { readonly params: null; readonly note: never; readonly result: null }
  /** Sessions that have not expired, the one that lives longest first. */
  readonly sessions: { readonly params: null; readonly note: never; readonly result: readonly ClientSession[] }
  /**
   * Offers a code until a wallet approves. An abort makes the code useless.
   *
   * `token` comes back in the `settled` event, so that whoever proposed knows its own.
   */
  readonly propose: {
    readonly params: {
      readonly namespaces: Readonly<Record<string, ProposedNamespace>>
      readonly token: string
      /** Asks wallets that can to sign in at once. */
      readonly signIn?: Wallet.SignInOffer | undefined
    }
    /** `heard`: a wallet has shown that it has the code. */
    readonly note: { readonly uri: string; readonly heard?: boolean }
    readonly result: Approval
  }
  /** Asks the wallet; `expiry` in seconds. The `id` is known before the request leaves, `sent` says that the relay has it. */
  readonly ask: {
    readonly params: {
      readonly topic: string
      readonly chainId: string
      readonly request: { readonly method: string; readonly params: unknown }
      readonly expiry: number
    }
    readonly note: { readonly id: number; readonly sent: boolean }
    readonly result: unknown
  }
  /** Asks the wallet to keep these namespaces only. Many refuse: that is no failure. */
  readonly update: {
    readonly params: { readonly topic: string; readonly namespaces: SessionNamespaces }
    readonly note: never
    readonly result: null
  }
  readonly end: { readonly params: { readonly topic: string }; readonly note: never; readonly result: null }
  /** Another client after the relay refused the last one. */
  readonly renew: { readonly params: null; readonly note: never; readonly result: null }
}

/** What a wallet answered to a code. */
export type Approval = { readonly session: ClientSession; readonly signed: readonly Wallet.Signed[] }

export type ChannelCall = keyof ChannelCalls

/** What happens to sessions, whoever caused it. */
export type ChannelEvent =
  /** A wallet approved the code of `token`: this session replaces the others. */
  | { readonly type: 'settled'; readonly session: ClientSession; readonly token: string }
  | { readonly type: 'updated'; readonly session: ClientSession }
  /** The wallet says so: CAIP-2 id of where it was, and its own data. */
  | { readonly type: 'event'; readonly topic: string; readonly chainId: string; readonly name: string; readonly data: unknown }
  | { readonly type: 'ended'; readonly topic: string }
  /** The client is another one now, or this tab was away: what happened meanwhile was not heard. */
  | { readonly type: 'sync' }
  /** A user gave a family back, or moved it, in another tab. */
  | { readonly type: 'dropped'; readonly topic: string; readonly namespace: NamespaceId }
  | { readonly type: 'moved'; readonly topic: string; readonly namespace: NamespaceId; readonly networkId: CaipNetworkId }

export type ChannelCallOptions<K extends ChannelCall> = {
  readonly signal?: AbortSignal | undefined
  readonly onNote?: ((note: ChannelCalls[K]['note']) => void) | undefined
  readonly known?: ChannelCalls[K]['note'] | undefined
}

/** The way to the one client of a storage: in this tab, or in another. */
export type Channel = {
  /** @throws RpcError as `toRpcError` */
  call<K extends ChannelCall>(
    name: K,
    params: ChannelCalls[K]['params'],
    options?: ChannelCallOptions<K>,
  ): Promise<ChannelCalls[K]['result']>
  /** Tells the other tabs what a user did here. */
  publish(event: ChannelEvent): void
  subscribe(listener: (event: ChannelEvent) => void): () => void
  readonly relay: { get(): RelayStatus; subscribe(listener: (status: RelayStatus) => void): () => void }
  /** Ends sockets and timers. Sessions stay. */
  stop(): Promise<void>
}
