import { canonicalJson, type NewSlot, type SealedSlot, type SlotHeader, type SlotType, vaultInfo } from '@latchkey/protocol/schemas/account'
import { open, seal } from './aead.js'
import { type Bytes, fromBase64url, randomBytes, toBase64url, utf8, wipe } from './bytes.js'
import { importSecret } from './vaultKey.js'

/** A user share: bytes, or a key that can only be derived from (device slots, so that storage never gives the bytes back). */
export type UserShare = Bytes | CryptoKey

/** base64url of SHA-256 over a value's canonical JSON. */
export async function canonicalHash(value: Parameters<typeof canonicalJson>[0]): Promise<string> {
  return toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(canonicalJson(value)))))
}

export const newId = (): string => toBase64url(randomBytes(16))

/** Header of a slot to be made now. */
export function slotHeader(
  parameters: { walletId: string; type: SlotType; epoch: string } & Partial<Pick<SlotHeader, 'jkt' | 'credId' | 'kdf'>>,
): SlotHeader {
  return { v: '1', slotId: newId(), createdAt: new Date().toISOString(), ...parameters }
}

/** KEK = HKDF-SHA256(ikm = user share, salt = server share, info = the slot's own header): neither key share alone is worth anything. */
async function slotKey(userShare: UserShare, serverShare: Bytes, header: SlotHeader): Promise<CryptoKey> {
  const ikm = userShare instanceof CryptoKey ? userShare : await importSecret(userShare)
  const info = utf8(vaultInfo.slot + (await canonicalHash(header)))
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: serverShare, info }
  return crypto.subtle.deriveKey(derivation, ikm, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/**
 * Wraps the vault key for one way of opening it.
 *
 * @param assistShare the user share of an `assist` slot, which the server keeps too
 */
export async function wrapSlot(vaultKey: Bytes, header: SlotHeader, userShare: UserShare, assistShare?: Bytes): Promise<NewSlot> {
  const serverShare = randomBytes(32)
  try {
    const { ct, iv } = await seal(await slotKey(userShare, serverShare, header), vaultKey, header)
    const slot = { header, wrappedVk: ct, iv, serverShare: toBase64url(serverShare) }
    return assistShare ? { ...slot, assistShare: toBase64url(assistShare) } : slot
  } finally {
    wipe(serverShare)
  }
}

/**
 * The vault key's bytes. Import and wipe them.
 *
 * @param serverShare as the server released it
 * @throws VaultError 'damaged' when a key share or the slot is another one
 */
export async function unwrapSlot(slot: SealedSlot, userShare: UserShare, serverShare: string): Promise<Bytes> {
  const share = fromBase64url(serverShare)
  try {
    return await open(await slotKey(userShare, share, slot.header), { ct: slot.wrappedVk, iv: slot.iv }, slot.header)
  } finally {
    wipe(share)
  }
}
