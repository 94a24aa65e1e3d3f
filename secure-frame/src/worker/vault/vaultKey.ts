import { vaultInfo } from '@latchkey/protocol/schemas/account'
import { ed25519 } from '@noble/curves/ed25519'
import { type Bytes, randomBytes, toBase64url, utf8, wipe } from './bytes.js'

/** The vault key as the worker keeps it: a key to derive from, whose bytes the page cannot read any more. */
export type VaultKey = CryptoKey

const empty = new Uint8Array(0)
const derivation = (info: string) => ({ name: 'HKDF', hash: 'SHA-256', salt: empty, info: utf8(info) })

/** 32 random bytes: the key of one wallet. Wipe them when they are wrapped and imported. */
export const newVaultKeyBytes = (): Bytes => randomBytes(32)

/** Imports bytes for derivation only. The caller wipes them. */
export const importSecret = (bytes: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytes, 'HKDF', false, ['deriveKey', 'deriveBits'])

/** K_seed: encrypts the entropy. */
export const seedKey = (key: VaultKey): Promise<CryptoKey> =>
  crypto.subtle.deriveKey(derivation(vaultInfo.seed), key, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

/** K_mac: authenticates manifests among the user's own devices. */
export const macKey = (key: VaultKey): Promise<CryptoKey> =>
  crypto.subtle.deriveKey(derivation(vaultInfo.mac), key, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign', 'verify'])

async function authSeed(key: VaultKey): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.deriveBits(derivation(vaultInfo.auth), key, 256))
}

/** Public half of `vaultAuth` (Ed25519), by which the server knows the wallet's writes. */
export async function vaultAuthPublicKey(key: VaultKey): Promise<string> {
  const seed = await authSeed(key)
  try {
    return toBase64url(ed25519.getPublicKey(seed))
  } finally {
    wipe(seed)
  }
}

/** Signs with `vaultAuth`. */
export async function vaultAuthSign(key: VaultKey, message: Uint8Array): Promise<string> {
  const seed = await authSeed(key)
  try {
    return toBase64url(ed25519.sign(message, seed))
  } finally {
    wipe(seed)
  }
}
