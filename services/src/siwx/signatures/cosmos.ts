import { secp256k1 } from '@noble/curves/secp256k1'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, bech32 } from '@scure/base'
import type { Signer } from './signer.js'

const longestAddress = 90

/** The account behind a bech32 address, which each chain writes with a prefix of its own. */
function accountOf(address: string): Uint8Array | undefined {
  const decoded = address === address.toLowerCase() ? bech32.decodeUnsafe(address, longestAddress) : undefined
  const bytes = decoded && bech32.fromWordsUnsafe(decoded.words)
  return bytes?.length === 20 ? bytes : undefined
}

const decode = (text: string, length: number): Uint8Array | undefined => {
  try {
    const bytes = base64.decode(text)
    return bytes.length === length ? bytes : undefined
  } catch {
    return undefined
  }
}

/** What ADR-36 has signed: a document that no chain takes for a transaction. Amino's JSON has sorted keys, and escapes what HTML would read. */
const documentOf = (signer: string, data: Uint8Array) =>
  `{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[{"type":"sign/MsgSignData","value":{"data":"${base64.encode(data)}","signer":"${signer}"}}],"sequence":"0"}`

/** Accounts of Cosmos chains (ADR-36). Their address is the hash of a key, so the key comes along. */
export const cosmos: Signer = {
  account: (address) => (accountOf(address) ? address : null),
  verify({ text, message, signature, publicKey = '' }) {
    const utf8 = new TextEncoder()
    const [account, key, bytes] = [accountOf(message.address), decode(publicKey, 33), decode(signature, 64)]
    if (!account || !key || !bytes) return false
    const hash = ripemd160(sha256(key))
    if (!hash.every((byte, index) => byte === account[index])) return false
    try {
      return secp256k1.verify(bytes, sha256(utf8.encode(documentOf(message.address, utf8.encode(text)))), key, { lowS: false })
    } catch {
      return false
    }
  },
}
