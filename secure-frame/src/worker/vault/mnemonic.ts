import { wordlist } from '@scure/bip39/wordlists/english'
import { type Bytes, concat, utf8, wipe } from './bytes.js'

/**
 * BIP-39's words of 128 bits, as bytes: a string could not be wiped.
 *
 * @param entropy 16 bytes
 */
export async function mnemonicBytes(entropy: Bytes): Promise<Bytes> {
  if (entropy.length !== 16) throw new TypeError('A seed has 16 bytes of entropy')
  const checksum = new Uint8Array(await crypto.subtle.digest('SHA-256', entropy))
  const bits = concat(entropy, checksum.subarray(0, 1))
  const words: Bytes[] = []
  // 132 bits in groups of 11.
  for (let word = 0; word < 12; word += 1) {
    let index = 0
    for (let bit = word * 11; bit < word * 11 + 11; bit += 1) index = (index << 1) | (((bits[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1)
    words.push(utf8(`${word ? ' ' : ''}${wordlist[index]}`))
  }
  const text = concat(...words)
  wipe(bits, checksum, ...words)
  return text
}

/** BIP-39's 64-byte seed, without a passphrase. Wipe it. */
export async function seedOf(entropy: Bytes): Promise<Bytes> {
  const words = await mnemonicBytes(entropy)
  try {
    const key = await crypto.subtle.importKey('raw', words, 'PBKDF2', false, ['deriveBits'])
    const derivation = { name: 'PBKDF2', hash: 'SHA-512', salt: utf8('mnemonic'), iterations: 2_048 }
    return new Uint8Array(await crypto.subtle.deriveBits(derivation, key, 512))
  } finally {
    wipe(words)
  }
}
