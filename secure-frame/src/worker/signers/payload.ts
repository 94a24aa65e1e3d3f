import { invalid } from '../policy/refusals.js'
import { type Bytes, concat } from '../vault/bytes.js'

/** Bytes of a message whose length fits into the two bytes before it. */
const longest = 0xffff

/**
 * Payload of several messages: each behind its length, so that two lists cannot be the same bytes.
 *
 * @throws RpcError -32602 for a message of more than 65,535 bytes
 */
export function join(messages: readonly Uint8Array[]): Bytes {
  if (messages.some(({ length }) => length > longest)) throw invalid('length')
  return concat(...messages.flatMap((message) => [Uint8Array.of(message.length >> 8, message.length & 255), message]))
}

/** The messages of a payload. */
export function split(payload: Bytes): Uint8Array[] {
  const messages: Uint8Array[] = []
  for (let at = 0; at < payload.length; ) {
    const length = ((payload[at] ?? 0) << 8) | (payload[at + 1] ?? 0)
    messages.push(payload.subarray(at + 2, at + 2 + length))
    at += 2 + length
  }
  return messages
}
