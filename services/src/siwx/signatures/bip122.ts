import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { base64, bech32, bech32m, createBase58check } from '@scure/base'
import { OutScript, RawWitness, Script, SigHash, Transaction } from '@scure/btc-signer'
import type { Signer } from './signer.js'

const utf8 = new TextEncoder()
const base58check = createBase58check(sha256)
const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))
const same = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, index) => byte === b[index])

/** What an address pays to, of any of Bitcoin's chains. */
type Destination = { readonly kind: 'pkh' | 'sh' | 'wpkh' | 'tr'; readonly hash: Uint8Array }

/** Segwit version 0 to a key, and taproot (BIP-173, BIP-350). Scripts of several keys sign nothing here. */
function segwit(address: string): Destination | undefined {
  const encoding = /^[a-z]+1q/.test(address) ? bech32 : bech32m
  const decoded = encoding.decodeUnsafe(address, 90)
  const [version, ...words] = decoded?.words ?? []
  const hash = decoded && /^(?:bc|tb|bcrt|rltc)$/.test(decoded.prefix) ? encoding.fromWordsUnsafe(words) : undefined
  if (version === 0 && hash?.length === 20) return { kind: 'wpkh', hash }
  return version === 1 && hash?.length === 32 ? { kind: 'tr', hash } : undefined
}

/** Main chain, test chains, and local chains of Litecoin's code. */
const versions: Readonly<Record<number, 'pkh' | 'sh'>> = { 0: 'pkh', 111: 'pkh', 5: 'sh', 196: 'sh', 58: 'sh' }

function legacy(address: string): Destination | undefined {
  try {
    const bytes = base58check.decode(address)
    const kind = versions[bytes[0] ?? 255]
    return kind && bytes.length === 21 ? { kind, hash: bytes.subarray(1) } : undefined
  } catch {
    return undefined
  }
}

const destinationOf = (address: string) => (address.length > 90 ? undefined : (segwit(address) ?? legacy(address)))

/** What a message hashes to in the older form (BIP-137). */
function messageHash(message: Uint8Array): Uint8Array {
  const size = message.length < 0xfd ? [message.length] : [0xfd, message.length & 0xff, message.length >> 8]
  return sha256(sha256(concatBytes(utf8.encode('\x18Bitcoin Signed Message:\n'), Uint8Array.from(size), message)))
}

/** One recoverable ECDSA signature. Wallets write the header of another address kind, so the key decides and not the header. */
function verifyEcdsa(message: Uint8Array, signature: Uint8Array, { kind, hash }: Destination): boolean {
  const header = (signature[0] ?? 0) - 27
  if (signature.length !== 65 || header < 0 || header > 15) return false
  const key = secp256k1.Signature.fromCompact(signature.subarray(1))
    .addRecoveryBit(header & 3)
    .recoverPublicKey(messageHash(message))
  const compressed = key.toRawBytes(true)
  if (kind === 'sh') return same(hash160(concatBytes(Uint8Array.of(0, 20), hash160(compressed))), hash)
  if (kind === 'wpkh') return same(hash160(compressed), hash)
  return kind === 'pkh' && [compressed, key.toRawBytes(false)].some((bytes) => same(hash160(bytes), hash))
}

const loose = { version: 0, allowUnknownVersion: true, allowUnknownOutputs: true, allowUnknownInputs: true, disableScriptCheck: true }

/** The virtual transaction that spends the message's own (BIP-322). */
function toSign(message: Uint8Array, script: Uint8Array): Transaction {
  const tag = sha256(utf8.encode('BIP0322-signed-message'))
  const spent = new Transaction(loose)
  // The output first: with its script, the input counts as signed.
  spent.addOutput({ script, amount: 0n })
  const finalScriptSig = concatBytes(Uint8Array.of(0, 32), sha256(concatBytes(tag, tag, message)))
  spent.addInput({ txid: new Uint8Array(32), index: 0xffff_ffff, sequence: 0, finalScriptSig })
  const transaction = new Transaction(loose)
  transaction.addInput({ txid: spent.id, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n } })
  transaction.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  return transaction
}

/** BIP-322's simple form: the witness of the virtual transaction, for an address of one key. */
function verifyBip322(message: Uint8Array, signature: Uint8Array, { kind, hash }: Destination): boolean {
  const witness = RawWitness.decode(signature)
  if (kind === 'tr') {
    const [bytes] = witness
    const sighash = bytes?.length === 65 ? (bytes[64] ?? 0) : SigHash.DEFAULT
    if (witness.length !== 1 || !bytes || (bytes.length !== 64 && sighash !== SigHash.ALL)) return false
    const script = OutScript.encode({ type: 'tr', pubkey: hash })
    return schnorr.verify(bytes.subarray(0, 64), toSign(message, script).preimageWitnessV1(0, [script], sighash, [0n]), hash)
  }
  const [bytes, key] = witness
  if (witness.length !== 2 || key?.length !== 33 || !bytes || bytes.at(-1) !== SigHash.ALL || kind === 'pkh') return false
  const program = concatBytes(Uint8Array.of(0, 20), hash160(key))
  const isOwn = kind === 'wpkh' ? same(hash160(key), hash) : same(hash160(program), hash)
  const script = kind === 'wpkh' ? program : OutScript.encode({ type: 'sh', hash })
  const code = Script.encode(['DUP', 'HASH160', hash160(key), 'EQUALVERIFY', 'CHECKSIG'])
  const digest = toSign(message, script).preimageWitnessV0(0, code, SigHash.ALL, 0n)
  return isOwn && secp256k1.verify(secp256k1.Signature.fromDER(bytes.subarray(0, -1)), digest, key)
}

/** Bitcoin accounts of one key: BIP-322 in its simple form, or one ECDSA signature (BIP-137). */
export const bip122: Signer = {
  account: (address) => (destinationOf(address) ? address : null),
  verify({ text, message, signature }) {
    const destination = destinationOf(message.address)
    const bytes = utf8.encode(text)
    if (!destination || bytes.length > 0xffff || signature.length > 1_024) return false
    return [verifyEcdsa, verifyBip322].some((verify) => {
      try {
        return verify(bytes, base64.decode(signature), destination)
      } catch {
        return false
      }
    })
  },
}
