import { ed25519 } from '@noble/curves/ed25519'
import { base58 } from '@scure/base'
import type { Signer } from './signer.js'

const decode = (text: string, length: number): Uint8Array | undefined => {
  try {
    // Base58 takes quadratic time: longer texts are none.
    const bytes = text.length <= 128 ? base58.decode(text) : undefined
    return bytes?.length === length ? bytes : undefined
  } catch {
    return undefined
  }
}

/** Solana accounts: the address is the key (Ed25519, RFC 8032). */
export const solana: Signer = {
  account: (address) => (decode(address, 32) ? address : null),
  verify({ text, message, signature }) {
    const [key, bytes] = [decode(message.address, 32), decode(signature, 64)]
    try {
      return key !== undefined && bytes !== undefined && ed25519.verify(bytes, new TextEncoder().encode(text), key, { zip215: false })
    } catch {
      return false
    }
  },
}
