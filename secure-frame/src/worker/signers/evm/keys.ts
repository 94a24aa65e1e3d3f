import { secp256k1 } from '@noble/curves/secp256k1'
import type { Bytes } from '../../vault/bytes.js'

/** A signature over a 32-byte hash, by the account's key. */
export function signHash(key: Bytes, hash: Uint8Array): { r: bigint; s: bigint; yParity: 0 | 1 } {
  const { r, s, recovery } = secp256k1.sign(hash, key, { lowS: true })
  return { r, s, yParity: recovery === 1 ? 1 : 0 }
}

const word = (value: bigint) => value.toString(16).padStart(64, '0')

/** The 65 bytes that `personal_sign` and `eth_signTypedData_v4` answer. */
export const toSignature = ({ r, s, yParity }: { r: bigint; s: bigint; yParity: 0 | 1 }): `0x${string}` =>
  `0x${word(r)}${word(s)}${yParity ? '1c' : '1b'}`
