import { blake2b } from '@noble/hashes/blake2.js'
import { base58 } from '@scure/base'

/** What the checksum is taken over begins with this (SS58). */
const preimage = new TextEncoder().encode('SS58PRE')
const keyBytes = 32
const checksumBytes = 2
/** Formats from here on take a second byte; these are reserved. */
const firstOfTwoBytes = 64
const firstReserved = 128
const reserved = [46, 47]

/** An account's address in any chain's format (SS58): 32 bytes of key or hash with a right checksum. */
export function isAddress(value: string): boolean {
  // Longer texts are none, and base58 takes quadratic time.
  if (value.length > 64) return false
  const bytes = decodeBase58(value)
  const [format = firstReserved] = bytes ?? []
  const formatBytes = format < firstOfTwoBytes ? 1 : 2
  if (reserved.includes(format)) return false
  // A format that one byte has room for is not written in two: its high bits are in the second byte's lower six, its low ones above them.
  if (formatBytes === 2 && format < 80 && ((bytes?.[1] ?? 0) & 0x3f) === 0) return false
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
