import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto'
import { base58 } from '@scure/base'
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english'
import { bytesToHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'

/** SLIP-0010 for ed25519: every step is hardened. */
function slip10(/** @type {Uint8Array} */ seed, /** @type {readonly number[]} */ path) {
  const split = (/** @type {Buffer} */ digest) => /** @type {const} */ ([digest.subarray(0, 32), digest.subarray(32)])
  let [key, chain] = split(createHmac('sha512', 'ed25519 seed').update(seed).digest())
  for (const index of path) {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(index + 0x8000_0000)
    const step = createHmac('sha512', chain)
      .update(Buffer.concat([Buffer.alloc(1), key, number]))
      .digest()
    ;[key, chain] = split(step)
  }
  return key
}

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The wallet of a seed, as any other wallet derives it: `m/44'/60'/0'/0/0` and `m/44'/501'/0'/0'`.
 *
 * @param {Uint8Array} entropy 16 bytes
 */
export function walletOf(entropy) {
  const words = entropyToMnemonic(entropy, wordlist)
  const account = mnemonicToAccount(words)
  const seed = slip10(mnemonicToSeedSync(words), [44, 501, 0, 0])
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url')
  return {
    words,
    ethereum: { address: account.address, key: bytesToHex(account.getHdKey().privateKey ?? new Uint8Array()) },
    solana: { address: base58.encode(publicKey), key: base58.encode(Buffer.concat([seed, publicKey])) },
  }
}
