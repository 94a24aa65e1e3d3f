import { type KitContent, kitContentSchema, type RecoveryKit, vaultInfo } from '@latchkey/protocol/schemas/account'
import { open, seal } from './aead.js'
import { type Bytes, fromBase64url, randomBytes, toBase64url, utf8, wipe } from './bytes.js'
import { addressesOf } from './derive.js'
import { openSeed } from './envelope.js'
import { VaultError } from './errors.js'
import { unwrapSlot } from './slots.js'
import { importSecret } from './vaultKey.js'

async function kitKey(secret: Bytes, salt: Bytes): Promise<CryptoKey> {
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt, info: utf8(vaultInfo.kit) }
  return crypto.subtle.deriveKey(derivation, await importSecret(secret), { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** Writes the file that the recovery code alone opens, also when the server is gone for ever. */
export async function writeKit(secret: Bytes, content: KitContent): Promise<RecoveryKit> {
  const walletId = content.manifest.walletId
  const salt = randomBytes(32)
  const header = { v: '1', walletId, salt: toBase64url(salt) } as const
  const { ct, iv } = await seal(await kitKey(secret, salt), utf8(JSON.stringify(content)), header)
  return { latchkey: 'recovery-kit', ...header, iv, ct }
}

/**
 * The entropy inside a kit. Wipe it.
 *
 * @throws VaultError 'damaged' when the code is another one or the file was changed
 */
export async function openKit(secret: Bytes, kit: RecoveryKit): Promise<Bytes> {
  const key = await kitKey(secret, fromBase64url(kit.salt))
  const plain = await open(key, kit, { v: kit.v, walletId: kit.walletId, salt: kit.salt })
  const content = kitContentSchema(JSON.parse(new TextDecoder().decode(plain)))
  const bytes = await unwrapSlot(content.slot, secret, content.serverShare)
  try {
    const entropy = await openSeed(await importSecret(bytes), { ...content, walletId: kit.walletId })
    const { eip155 } = await addressesOf(entropy)
    if (eip155 !== content.manifest.addresses.eip155) throw new VaultError('damaged', 'The seed belongs to other addresses.')
    return entropy
  } finally {
    wipe(bytes)
  }
}
