import { ed25519 } from '@noble/curves/ed25519'
import type { Bytes } from '../../vault/bytes.js'

/** Ed25519 over each message, by the account's key. */
export const signBytes = (key: Bytes, messages: readonly Uint8Array[]): Uint8Array[] =>
  messages.map((message) => ed25519.sign(message, key))
