import { codes, RpcError, readProperty, toWireError, type WireError } from '@latchkey/protocol'
import type { ChannelCall, ChannelEvent } from '../channel.js'
import type { RelayStatus } from '../relayStatus.js'

/** A relay's status as plain data. */
export type WireStatus =
  | { readonly state: Exclude<RelayStatus['state'], 'refused'> }
  | { readonly state: 'refused'; readonly error: WireError }

/**
 * What the tabs of one site tell each other. `from` is the sender's tab; `call` numbers are the caller's own.
 *
 * The leader is the tab whose client is live. Every other tab asks it.
 */
export type Message =
  /** A tab wants to know who the leader is, or whether it is still there. */
  | { readonly type: 'hello'; readonly from: string }
  /** The leader is here; it says so when it becomes the leader, when asked, and when the relay's status changes. */
  | { readonly type: 'leader'; readonly from: string; readonly relay: WireStatus }
  | {
      readonly type: 'call'
      readonly from: string
      readonly call: number
      readonly name: ChannelCall
      readonly params: unknown
      readonly known?: unknown
    }
  | { readonly type: 'abort'; readonly from: string; readonly call: number }
  /** The leader has taken the call: from here on it may have left for the wallet. */
  | { readonly type: 'taken'; readonly from: string; readonly to: string; readonly call: number }
  | { readonly type: 'note'; readonly from: string; readonly to: string; readonly call: number; readonly note: unknown }
  | { readonly type: 'result'; readonly from: string; readonly to: string; readonly call: number; readonly value: unknown }
  | { readonly type: 'error'; readonly from: string; readonly to: string; readonly call: number; readonly error: WireError }
  | { readonly type: 'event'; readonly from: string; readonly event: ChannelEvent }

export type MessageOf<T extends Message['type']> = Extract<Message, { readonly type: T }>

/** The part of a `BroadcastChannel` that is used. */
export type Broadcast = Pick<BroadcastChannel, 'postMessage' | 'close'> & {
  onmessage: ((event: MessageEvent<unknown>) => void) | null
}

/** A message of ours; undefined for anything else. The broadcast channel is as trusted as the storage: both belong to this origin alone. */
export function readMessage(data: unknown): Message | undefined {
  return typeof readProperty(data, 'type') === 'string' && typeof readProperty(data, 'from') === 'string' ? (data as Message) : undefined
}

/** An error that came from another tab. */
export function fromWire({ code, message, data }: WireError): RpcError {
  return new RpcError(code, message, data === undefined ? {} : { data })
}

export function writeStatus(status: RelayStatus): WireStatus {
  return status.state === 'refused' ? { state: 'refused', error: toWireError(status.error) } : status
}

export function readStatus(status: WireStatus): RelayStatus {
  return status.state === 'refused' ? { state: 'refused', error: fromWire(status.error) } : status
}

/** What cannot be sent to another tab, because it is no plain data. */
export const notSendable = (cause: unknown) => new RpcError(codes.invalidParams, 'The parameters are not plain data', { cause })
