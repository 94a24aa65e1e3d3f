import { blake2b } from '@noble/hashes/blake2.js'
import { base58 } from '@scure/base'

/** What the checksum is taken over begins with this (SS58). */
const preimage = new TextEncoder().encode('SS58PRE')
const keyBytes = 32
const checksumBytes = 2
/** Formats from here on take a second byte; 46 and 47 are reserved. */
const firstOfTwoBytes = 64
const firstReserved = 128

/** An account's address in any chain's format (SS58): 32 bytes of key or hash with a right checksum. */
export function isAddress(value: string): boolean {
  // Longer texts are none, and base58 takes quadratic time.
  if (value.length > 64) return false
  const bytes = decodeBase58(value)
  const [format = firstReserved] = bytes ?? []
  const formatBytes = format < firstOfTwoBytes ? 1 : 2
  if (!bytes || format >= firstReserved || bytes.length !== formatBytes + keyBytes + checksumBytes) return false
  const body = bytes.subarray(0, -checksumBytes)
  const checksum = blake2b(Uint8Array.from([...preimage, ...body]), { dkLen: 64 })
  return bytes.subarray(-checksumBytes).every((byte, index) => byte === checksum[index])
}

function decodeBase58(value: string): Uint8Array | undefined {
  try {
    return base58.decode(value)
  } catch {
    return undefined
  }
}

/** As the wallet writes it: each chain has a format of its own for the same account. */
export function formatAddress(address: string): string {
  return address
}
