import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

const prefix = new TextEncoder().encode('SS58PRE')
/** The format of chains that have none of their own, Westend among them. */
const generic = 42

const checksum = (body: Uint8Array) => blake2b(concatBytes(prefix, body), { dkLen: 64 }).subarray(0, 2)

/**
 * The address of a public key (SS58).
 *
 * @param format of a chain, one byte
 */
export function toSs58(publicKey: Uint8Array, format = generic): string {
  const body = Uint8Array.of(format, ...publicKey)
  return base58.encode(concatBytes(body, checksum(body)))
}

/** The public key of an address with a format of one byte, whatever the format. */
export const fromSs58 = (address: string): Uint8Array => base58.decode(address).subarray(1, 33)
