import { blake2b } from '@noble/hashes/blake2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, bech32, bech32m, createBase58check } from '@scure/base'

/* Addresses of families whose accounts the server does not read: it has to tell them from what is none. Each is looked at only up to the length that
   one can have, as base58 takes quadratic time. */

/** Characters of an address in bech32 (BIP-173). */
const longestBech32 = 90
const base58Text = /^[1-9A-HJ-NP-Za-km-z]{25,52}$/
const base58check = createBase58check(sha256)

/** What segwit addresses begin with, on the main, test and local chains; Litecoin's are written alike. */
const segwitPrefixes = /^(?:bc|tb|bcrt|ltc|tltc|rltc)$/
/** First bytes of Bitcoin's addresses before segwit, of a key or a script, on the main, test and local chains. */
const legacyVersions: readonly number[] = [0, 5, 111, 196, 58]
/** What the checksum of a Substrate address is taken over begins with this (SS58). */
const substratePreimage = new TextEncoder().encode('SS58PRE')
/** Accounts of Cosmos chains are hashes of 20 bytes, or of 32 for contracts and modules (ADR-28). */
const cosmosSizes: readonly number[] = [20, 32]

function isSegwit(text: string): boolean {
  const encoding = /^[a-z]+1q/i.test(text) ? bech32 : bech32m
  const decoded = encoding.decodeUnsafe(text, longestBech32)
  if (!decoded || !segwitPrefixes.test(decoded.prefix)) return false
  const [version = 17, ...words] = decoded.words
  const size = encoding.fromWordsUnsafe(words)?.length ?? 0
  return version === 0 ? size === 20 || size === 32 : version <= 16 && size >= 2 && size <= 40
}

/** An address of any of Bitcoin's chains (BIP-173, BIP-350, and the form before segwit). */
export function isBitcoinAddress(text: string): boolean {
  if (text.length <= longestBech32 && isSegwit(text)) return true
  if (!base58Text.test(text)) return false
  try {
    const [version = -1, ...hash] = base58check.decode(text)
    return hash.length === 20 && legacyVersions.includes(version)
  } catch {
    // Its checksum is another one.
    return false
  }
}

/** An address of any Substrate chain: 32 bytes, in any chain's format (SS58). */
export function isPolkadotAddress(text: string): boolean {
  if (!base58Text.test(text)) return false
  const bytes = base58.decode(text)
  const format = bytes[0] ?? 255
  const body = bytes.subarray(0, -2)
  const checksum = blake2b(Uint8Array.of(...substratePreimage, ...body), { dkLen: 64 })
  return format < 128 && bytes.length === (format < 64 ? 35 : 36) && bytes.subarray(-2).every((byte, index) => byte === checksum[index])
}

/** An address of any Cosmos chain, each of which writes it with a prefix of its own. */
export function isCosmosAddress(text: string): boolean {
  const decoded = text.length <= longestBech32 ? bech32.decodeUnsafe(text, longestBech32) : undefined
  if (!decoded || segwitPrefixes.test(decoded.prefix)) return false
  return cosmosSizes.includes(bech32.fromWordsUnsafe(decoded.words)?.length ?? 0)
}
