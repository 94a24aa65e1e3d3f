import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { OutScript, RawWitness, Transaction } from '@scure/btc-signer'

const utf8 = new TextEncoder()
/** Header of a signature by a native segwit key (BIP-137). */
const segwitHeader = 39

const size = (length: number) => (length < 0xfd ? Uint8Array.of(length) : Uint8Array.of(0xfd, length & 0xff, length >> 8))

/** What a signed message hashes to, so that it can never be a transaction. Messages up to 65535 bytes. */
export function messageHash(message: string): Uint8Array {
  const bytes = utf8.encode(message)
  if (bytes.length > 0xffff) throw new RangeError('The message is too long.')
  return sha256(sha256(concatBytes(utf8.encode('\x18Bitcoin Signed Message:\n'), size(bytes.length), bytes)))
}

/** An ECDSA signature of 65 bytes for a native segwit address (BIP-137). */
export function signEcdsa(message: string, secret: Uint8Array): Uint8Array {
  const signature = secp256k1.sign(messageHash(message), secret)
  return Uint8Array.of(segwitHeader + signature.recovery, ...signature.toCompactRawBytes())
}

/** The public key, compressed, that made an ECDSA signature; undefined when none did. */
export function ecdsaSigner(message: string, signature: Uint8Array): Uint8Array | undefined {
  try {
    const recovery = ((signature[0] ?? 0) - 27) & 3
    const parsed = secp256k1.Signature.fromCompact(signature.subarray(1)).addRecoveryBit(recovery)
    return parsed.recoverPublicKey(messageHash(message)).toRawBytes(true)
  } catch {
    return undefined
  }
}

const loose = { version: 0, allowUnknownVersion: true, allowUnknownOutputs: true, allowUnknownInputs: true, disableScriptCheck: true }

/** The virtual transaction that spends the message's own (BIP-322), with its one input unsigned. */
export function toSign(message: string, script: Uint8Array): Transaction {
  const tag = sha256(utf8.encode('BIP0322-signed-message'))
  const hash = sha256(concatBytes(tag, tag, utf8.encode(message)))
  const spent = new Transaction(loose)
  // The output first: with its script, the input counts as signed.
  spent.addOutput({ script, amount: 0n })
  spent.addInput({
    txid: new Uint8Array(32),
    index: 0xffff_ffff,
    sequence: 0,
    finalScriptSig: concatBytes(Uint8Array.of(0, 32), hash),
  })
  const transaction = new Transaction(loose)
  transaction.addInput({ txid: spent.id, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n } })
  transaction.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  return transaction
}

/** A signature in BIP-322's simple form: the witness of the virtual transaction. */
export function signBip322(message: string, script: Uint8Array, secret: Uint8Array): Uint8Array {
  const transaction = toSign(message, script)
  const isTaproot = OutScript.decode(script).type === 'tr'
  if (isTaproot) transaction.updateInput(0, { tapInternalKey: secp256k1.getPublicKey(secret, true).subarray(1) })
  transaction.sign(secret)
  transaction.finalize()
  return RawWitness.encode(transaction.getInput(0).finalScriptWitness ?? [])
}
