import { ed25519 } from '@noble/curves/ed25519'
import { secp256k1 } from '@noble/curves/secp256k1'
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { base58, hex } from '@scure/base'
import * as sr25519 from '@scure/sr25519'
import type { Signer } from './signer.js'

const utf8 = new TextEncoder()
/** What the checksum is taken over begins with this (SS58). */
const preimage = utf8.encode('SS58PRE')

/** The 32 bytes of an account, whatever the chain's format of its address is; undefined for what is no address. */
function accountOf(address: string): Uint8Array | undefined {
  if (address.length > 64) return undefined
  try {
    const bytes = base58.decode(address)
    const format = bytes[0] ?? 255
    const start = format < 64 ? 1 : 2
    const body = bytes.subarray(0, -2)
    const checksum = blake2b(concatBytes(preimage, body), { dkLen: 64 })
    const isRight = format < 128 && bytes.length === start + 34 && bytes.subarray(-2).every((byte, index) => byte === checksum[index])
    return isRight ? body.subarray(start) : undefined
  } catch {
    return undefined
  }
}

type Scheme = (signature: Uint8Array, message: Uint8Array, account: Uint8Array) => boolean

/** ECDSA accounts are the hash of their key, which the signature tells. */
const ecdsa: Scheme = (signature, message, account) => {
  const recovery = signature[64] ?? 255
  if (recovery > 3) return false
  const digest = blake2b(message, { dkLen: 32 })
  const key = secp256k1.Signature.fromCompact(signature.subarray(0, 64)).addRecoveryBit(recovery).recoverPublicKey(digest)
  const hash = blake2b(key.toRawBytes(true), { dkLen: 32 })
  return hash.every((byte, index) => byte === account[index])
}
const ed: Scheme = (signature, message, account) => ed25519.verify(signature, message, account, { zip215: false })
const sr: Scheme = (signature, message, account) => sr25519.verify(message, signature, account)

/** Substrate's `MultiSignature` says in its first byte which key made it; without that byte it is tried. */
function candidates(bytes: Uint8Array): readonly (readonly [Scheme, Uint8Array])[] {
  const kinds = [ed, sr, ecdsa]
  const kind = kinds[bytes[0] ?? 255]
  if (bytes.length === 64) return [sr, ed].map((scheme) => [scheme, bytes] as const)
  const bare: (readonly [Scheme, Uint8Array])[] = bytes.length === 65 ? [[ecdsa, bytes]] : []
  const length = kind === ecdsa ? 66 : 65
  return kind && bytes.length === length ? [[kind, bytes.subarray(1)], ...bare] : bare
}

const holds = (run: () => boolean): boolean => {
  try {
    return run()
  } catch {
    return false
  }
}

/** Accounts of Polkadot and other Substrate chains: sr25519, Ed25519 or ECDSA. Wallets sign texts between `<Bytes>` and `</Bytes>`, or as they are. */
export const polkadot: Signer = {
  account: (address) => (accountOf(address) ? address : null),
  verify({ text, message, signature }) {
    const account = accountOf(message.address)
    if (!account || !/^0x(?:[0-9a-fA-F]{2}){64,66}$/.test(signature)) return false
    const bytes = hex.decode(signature.slice(2).toLowerCase())
    return [`<Bytes>${text}</Bytes>`, text].some((signed) =>
      candidates(bytes).some(([scheme, part]) => holds(() => scheme(part, utf8.encode(signed), account))),
    )
  },
}
