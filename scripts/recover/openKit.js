import { createDecipheriv, createHash, hkdfSync } from 'node:crypto'

/** Crockford's base32: read as users write it. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `info` of the key derivations. They are part of the kit's format and never change. */
const info = { kit: 'latchkey/kit/v1', slot: 'latchkey/slot/v1|', seed: 'latchkey/seed/v1' }

const wrongKit = () => new Error('This is not a recovery kit, or the file is damaged.')
const wrongCode = () => new Error('The recovery code is not complete, or a letter is wrong.')

/**
 * RFC 8785, for strings in objects and lists.
 *
 * @returns {string}
 */
function canonical(/** @type {unknown} */ value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}

/**
 * Reads a recovery code: 36 letters of 5 bits, of which 160 bits are the secret and 16 a checksum.
 *
 * @param {string} typed case, spaces and dashes do not matter
 * @returns {Buffer} 20 bytes
 * @throws Error when a letter is wrong or missing
 */
export function readCode(typed) {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  if (letters.length !== 36) throw wrongCode()
  let bits = ''
  for (const letter of letters) {
    const value = alphabet.indexOf(letter)
    if (value < 0) throw wrongCode()
    bits += value.toString(2).padStart(5, '0')
  }
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const secret = bytes.subarray(0, 20)
  const checksum = createHash('sha256').update('latchkey/code/v1').update(secret).digest().subarray(0, 2)
  if (!bytes.subarray(20, 22).equals(checksum) || !/^0*$/.test(bits.slice(176))) throw wrongCode()
  return secret
}

const derive = (/** @type {Uint8Array} */ secret, /** @type {string | Uint8Array} */ salt, /** @type {string} */ text) =>
  Buffer.from(hkdfSync('sha256', secret, salt, text, 32))

/** AES-256-GCM; the last 16 bytes are the tag. */
function decrypt(/** @type {Uint8Array} */ key, /** @type {string} */ ct, /** @type {string} */ iv, /** @type {object} */ about) {
  const bytes = Buffer.from(ct, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(canonical(about))).setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()])
}

/**
 * Opens a recovery kit: the code opens the kit, code and server share open the slot, the vault key opens the seed.
 *
 * @param {string} text the file
 * @param {string} code as it was written down
 * @returns {Buffer} 16 bytes of entropy. Wipe them.
 * @throws Error with a sentence when the file or the code is wrong
 */
export function openKit(text, code) {
  let kit
  try {
    kit = JSON.parse(text)
  } catch {
    throw wrongKit()
  }
  if (kit?.latchkey !== 'recovery-kit' || kit.v !== '1') throw wrongKit()
  const secret = readCode(code)
  try {
    const { v, walletId, salt } = kit
    const opened = decrypt(derive(secret, Buffer.from(salt, 'base64url'), info.kit), kit.ct, kit.iv, { v, walletId, salt })
    const content = JSON.parse(opened.toString())
    const { slot, serverShare, vaultCt, vaultIv, epochVault } = content
    const hash = createHash('sha256').update(canonical(slot.header)).digest('base64url')
    const slotKey = derive(secret, Buffer.from(serverShare, 'base64url'), info.slot + hash)
    const vaultKey = decrypt(slotKey, slot.wrappedVk, slot.iv, slot.header)
    return decrypt(derive(vaultKey, '', info.seed), vaultCt, vaultIv, { v: '1', walletId, epochVault })
  } catch {
    throw new Error('The kit does not open with this code. It belongs to another kit, or the file is damaged.')
  } finally {
    secret.fill(0)
  }
}
