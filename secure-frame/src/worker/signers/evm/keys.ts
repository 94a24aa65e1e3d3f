import { secp256k1 } from '@noble/curves/secp256k1'
import { type Bytes, wipe } from '../../vault/bytes.js'
import { evmKey } from '../../vault/derive.js'

/** A signature over a 32-byte hash, by the account's key, which exists for this call only. */
export async function signHash(entropy: Bytes, hash: Uint8Array): Promise<{ r: bigint; s: bigint; yParity: 0 | 1 }> {
  const key = await evmKey(entropy)
  try {
    const { r, s, recovery } = secp256k1.sign(hash, key, { lowS: true })
    return { r, s, yParity: recovery === 1 ? 1 : 0 }
  } finally {
    wipe(key)
  }
}

const word = (value: bigint) => value.toString(16).padStart(64, '0')

/** The 65 bytes that `personal_sign` and `eth_signTypedData_v4` answer. */
export const toSignature = ({ r, s, yParity }: { r: bigint; s: bigint; yParity: 0 | 1 }): `0x${string}` =>
  `0x${word(r)}${word(s)}${yParity ? '1c' : '1b'}`
