import type { ParamsOf, ValueOf } from './callTypes.js'
import type { limits } from './constants.js'
import type { Result } from './errors.js'

export type { ParamsOf, ValueOf }

/** What a Bridge sends: a call, or the answer to one. A peer may write anything into the fields. */
export type BridgeMessage =
  | { readonly type: 'CALL'; readonly id: unknown; readonly args?: readonly [method: unknown, params: unknown] }
  | { readonly type: 'REPLY'; readonly callId: unknown; readonly value: Result<unknown> }

/** `expected`: a document comes, or another one; messages wait. `connected`: it hears what is posted. `gone`: none will come. */
export type PeerState = 'expected' | 'connected' | 'gone'

/** Carries the messages of one Bridge to one peer, and no other peer's. */
export type Messenger = {
  /**
   * When it finds that another document is there now, it tells `expected` and sends nothing.
   *
   * @throws DOMException 'DataCloneError' when structured clone refuses the message; any other error when nobody can hear it
   */
  post(message: BridgeMessage): void
  /** Begins. Called once. */
  listen(onMessage: (message: BridgeMessage) => void, onPeer: (peer: PeerState) => void): void
  /** Tells the peer, where it can hear that, and forgets it. Final. */
  close(): void
}

/** What a side implements. `abort` is answered by the Bridge itself: it fires the signal of the call with that `id`. */
export type Handlers<Api> = {
  readonly [K in Exclude<keyof Api, 'abort'>]: (
    params: ParamsOf<Api[K]>,
    context: { signal: AbortSignal },
  ) => ValueOf<Api[K]> | Promise<ValueOf<Api[K]>>
}

export type CallOptions = {
  /** Milliseconds from sending; null for calls that wait for the user. Default {@link limits.bridgeReadTimeout}. */
  readonly timeout?: number | null
  /** Aborts the remote call when `params` has an `id`; the call then settles by the remote's answer. */
  readonly signal?: AbortSignal | undefined
}

export type BridgeOptions<Local, Remote> = {
  /** What carries the messages: a `windowMessenger` or a `portMessenger`. */
  readonly messenger: Messenger
  readonly methods: Handlers<Local>
  /** Parsers of the parameters, by method. They throw; the trusted side passes zod's. */
  readonly validate?: Partial<Record<keyof Local, (params: unknown) => unknown>>
  /** Methods that may be sent again, once, to a frame that came back. */
  readonly idempotent?: readonly (keyof Remote)[]
  /** Milliseconds until a frame that does not answer counts as not loaded. Default {@link limits.frameLoadTimeout}. */
  readonly timeout?: number
}

export type Bridge<Remote> = {
  /**
   * The side that answers `hello` (the page) is ready when the first hello was answered; the side that says it, when the ports are connected.
   * Rejects like the calls do.
   */
  readonly ready: Promise<void>
  /**
   * Calls a remote method. Before `ready` it waits.
   *
   * @throws RpcError the remote's code, message and data; 4900 when the peer is gone (`data.reason` 'iframe_load_failed' when it never
   *   came); -32603 with `data.reason` 'iframe_request_timeout'; -32005 above 32 calls in flight; -32600 above 1 MB; -32602 when a
   *   parameter cannot be cloned; 4001 'Request was aborted' when the signal fires before anything was sent or the call has no `id`
   */
  call<K extends Exclude<keyof Remote, 'abort'> & string>(
    method: K,
    params?: ParamsOf<Remote[K]>,
    options?: CallOptions,
  ): Promise<ValueOf<Remote[K]>>
  /**
   * To be called by the handler of `hello`. Another epoch means another document: calls sent to the old one reject with 4900, idempotent
   * ones are sent again, once.
   */
  renew(epoch: string): void
  /** Settles everything that is pending with 4900. Final. */
  destroy(): void
}
