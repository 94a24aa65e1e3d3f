import { ed25519 } from '@noble/curves/ed25519'
import { type Bytes, wipe } from '../../vault/bytes.js'
import { solanaKey } from '../../vault/derive.js'

/** Ed25519 over a message, by the account's key, which exists for this call only. */
export async function signBytes(entropy: Bytes, messages: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const key = await solanaKey(entropy)
  try {
    return messages.map((message) => ed25519.sign(message, key))
  } finally {
    wipe(key)
  }
}
