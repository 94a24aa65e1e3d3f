import { type Bytes, concat, randomBytes, utf8, wipe } from './bytes.js'
import { VaultError } from './errors.js'

/** Crockford's base32: no I, L, O and U, so that handwriting is read as it was meant. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const read = (letter: string) => alphabet.indexOf(letter.replace('O', '0').replace(/[IL]/, '1'))

/** 160 random bits. */
export const newRecoverySecret = (): Bytes => randomBytes(20)

async function checksum(secret: Bytes): Promise<Bytes> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', concat(utf8('latchkey/code/v1'), secret)))
  return digest.slice(0, 2)
}

/**
 * Writes a secret as users copy it: 36 letters and digits in groups of four, the last of which is a checksum.
 */
export async function writeRecoveryCode(secret: Bytes): Promise<string> {
  const bytes = concat(secret, await checksum(secret), new Uint8Array(1))
  let text = ''
  for (let bit = 0; bit < 180; bit += 5) {
    const pair = ((bytes[bit >> 3] ?? 0) << 8) | (bytes[(bit >> 3) + 1] ?? 0)
    text += alphabet[(pair >> (11 - (bit & 7))) & 31]
  }
  wipe(bytes)
  return (text.match(/.{4}/g) ?? []).join('-')
}

/**
 * Reads a code however it was typed: case, spaces and dashes do not matter.
 *
 * @throws VaultError 'code' when a letter is wrong or missing
 */
export async function readRecoveryCode(typed: string): Promise<Bytes> {
  const wrong = new VaultError('code', 'The recovery code is not complete, or a letter is wrong.')
  const letters = typed.toUpperCase().replace(/[\s-]/g, '')
  if (letters.length !== 36) throw wrong
  const bytes = new Uint8Array(23)
  for (let index = 0; index < 36; index += 1) {
    const value = read(letters[index] ?? '')
    if (value < 0) throw wrong
    for (let bit = 0; bit < 5; bit += 1) {
      const at = index * 5 + bit
      if ((value >> (4 - bit)) & 1) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (128 >> (at & 7))
    }
  }
  const secret = bytes.slice(0, 20)
  const expected = await checksum(secret)
  const matches = bytes[20] === expected[0] && bytes[21] === expected[1] && bytes[22] === 0
  wipe(bytes)
  if (!matches) throw wrong
  return secret
}
