import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { describe, expect, test } from 'vitest'
import { randomBytes } from './bytes.js'
import { mnemonicBytes, seedOf } from './mnemonic.js'

describe('mnemonicBytes', () => {
  test('behavior: the words that the reference library gives, for many seeds', async () => {
    for (let round = 0; round < 200; round += 1) {
      const entropy = randomBytes(16)
      expect(new TextDecoder().decode(await mnemonicBytes(entropy))).toBe(entropyToMnemonic(entropy, wordlist))
    }
  })

  test('error: another length', async () => {
    await expect(mnemonicBytes(randomBytes(32))).rejects.toThrow(TypeError)
  })
})

describe('seedOf', () => {
  test('behavior: the seed that the reference library gives', async () => {
    const entropy = randomBytes(16)
    expect(await seedOf(entropy)).toEqual(mnemonicToSeedSync(entropyToMnemonic(entropy, wordlist)))
  })
})
