import { canonicalJson } from '@latchkey/protocol/schemas/account'
import type { KeyValue } from '../storage/keyValue.js'
import { toBase64url, utf8 } from '../vault/bytes.js'

/** This device: a P-256 key that can sign and cannot be read. Tokens, codes and tickets are bound to it. */
export type DeviceKey = {
  readonly jwk: { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
  /** RFC 7638 thumbprint. */
  readonly jkt: string
  sign(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array>
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const
const storageKey = 'device-key'

async function describe(pair: CryptoKeyPair): Promise<DeviceKey> {
  const { x, y } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  if (!x || !y) throw new Error('The device key has no public half.')
  const jwk = { kty: 'EC', crv: 'P-256', x, y } as const
  return {
    jwk,
    jkt: toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(canonicalJson(jwk))))),
    sign: async (data) => new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, data)),
  }
}

/** The device's key: the stored one, or a new one, which is stored where that is possible. */
export async function loadDeviceKey(storage: KeyValue): Promise<DeviceKey> {
  const stored = (await storage.get(storageKey)) as CryptoKeyPair | undefined
  if (stored?.privateKey instanceof CryptoKey && stored.publicKey instanceof CryptoKey) return describe(stored)
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  await storage.set(storageKey, pair)
  return describe(pair)
}
