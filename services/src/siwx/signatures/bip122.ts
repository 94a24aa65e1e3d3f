import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { base64, bech32, bech32m, createBase58check } from '@scure/base'
import { type Destination, hash160, isSame, verifyBip322 } from './bip322.js'
import type { Signer } from './signer.js'

const utf8 = new TextEncoder()
const base58check = createBase58check(sha256)
/** Longer than a script of fifteen keys with their signatures, and than a proof of some fifty coins. */
const longestSignature = 16_384

/** Segwit version 0, and taproot (BIP-173, BIP-350). */
function segwit(address: string): Destination | undefined {
  const encoding = /^[a-z]+1q/.test(address) ? bech32 : bech32m
  const decoded = encoding.decodeUnsafe(address, 90)
  const [version, ...words] = decoded?.words ?? []
  const hash = decoded && /^(?:bc|tb|bcrt|rltc)$/.test(decoded.prefix) ? encoding.fromWordsUnsafe(words) : undefined
  if (version === 0 && hash?.length === 20) return { kind: 'wpkh', hash }
  if (version === 0 && hash?.length === 32) return { kind: 'wsh', hash }
  return version === 1 && hash?.length === 32 ? { kind: 'tr', hash } : undefined
}

/** Main chain, test chains, and local chains of Litecoin's code. */
const versions: Readonly<Record<number, 'pkh' | 'sh'>> = { 0: 'pkh', 111: 'pkh', 5: 'sh', 196: 'sh', 58: 'sh' }

function legacy(address: string): Destination | undefined {
  try {
    const bytes = base58check.decode(address)
    const kind = versions[bytes[0] ?? 255]
    return kind && bytes.length === 21 ? { kind, hash: bytes.subarray(1) } : undefined
  } catch {
    return undefined
  }
}

const destinationOf = (address: string) => (address.length > 90 ? undefined : (segwit(address) ?? legacy(address)))

/** What a message hashes to in the older form (BIP-137). */
function messageHash(message: Uint8Array): Uint8Array {
  const size = message.length < 0xfd ? [message.length] : [0xfd, message.length & 0xff, message.length >> 8]
  return sha256(sha256(concatBytes(utf8.encode('\x18Bitcoin Signed Message:\n'), Uint8Array.from(size), message)))
}

/** One recoverable ECDSA signature. Wallets write the header of another address kind, so the key decides and not the header. */
function verifyEcdsa(message: Uint8Array, text: string, { kind, hash }: Destination): boolean {
  const signature = base64.decode(text)
  const header = (signature[0] ?? 0) - 27
  if (signature.length !== 65 || header < 0 || header > 15) return false
  const key = secp256k1.Signature.fromCompact(signature.subarray(1))
    .addRecoveryBit(header & 3)
    .recoverPublicKey(messageHash(message))
  const compressed = key.toRawBytes(true)
  if (kind === 'sh') return isSame(hash160(concatBytes(Uint8Array.of(0, 20), hash160(compressed))), hash)
  if (kind === 'wpkh') return isSame(hash160(compressed), hash)
  return kind === 'pkh' && [compressed, key.toRawBytes(false)].some((bytes) => isSame(hash160(bytes), hash))
}

/** Bitcoin accounts: BIP-322 in each of its forms, or one ECDSA signature (BIP-137). */
export const bip122: Signer = {
  account: (address) => (destinationOf(address) ? address : null),
  verify({ text, message, signature }) {
    const destination = destinationOf(message.address)
    const bytes = utf8.encode(text)
    if (!destination || bytes.length > 0xffff || signature.length > longestSignature) return false
    return [verifyEcdsa, verifyBip322].some((verify) => {
      try {
        return verify(bytes, signature, destination)
      } catch {
        return false
      }
    })
  },
}
