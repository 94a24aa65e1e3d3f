import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2.js'
import { RawTx, RawWitness, Script, Transaction } from '@scure/btc-signer'
import { WalletError } from '../family.ts'
import type { BitcoinKey } from './keys.ts'

/** Header of a signature by a native segwit key (BIP-137). */
const segwitHeader = 39
const opReturn = Uint8Array.of(0x6a)

/** What a signed message hashes to, so that it can never be a transaction. */
export function messageHash(message: string): Uint8Array {
  const bytes = Buffer.from(message)
  if (bytes.length > 0xffff) throw new WalletError(-32602, 'Message too long')
  const length = bytes.length < 0xfd ? [bytes.length] : [0xfd, bytes.length & 0xff, bytes.length >> 8]
  return sha256(sha256(Uint8Array.from([...Buffer.from('\x18Bitcoin Signed Message:\n'), ...length, ...bytes])))
}

/** A signature that anybody can take the public key from (BIP-137). */
export function signEcdsa(message: string, { secret, intention }: BitcoinKey): Uint8Array {
  if (intention !== 'payment') throw new WalletError(4200, 'Taproot addresses sign by BIP-322')
  const signature = secp256k1.sign(messageHash(message), secret)
  return Uint8Array.from([segwitHeader + signature.recovery, ...signature.toCompactRawBytes()])
}

/** The id of the transaction that pays the message to the address: nobody can ever mine it (BIP-322). */
function messageCoin(message: string, script: Uint8Array): Uint8Array {
  const hash = schnorr.utils.taggedHash('BIP0322-signed-message', Buffer.from(message))
  const raw = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [{ txid: new Uint8Array(32), index: 0xffffffff, finalScriptSig: Script.encode(['OP_0', hash]), sequence: 0 }],
    outputs: [{ amount: 0n, script }],
    witnesses: undefined,
    lockTime: 0,
  })
  return sha256(sha256(raw)).reverse()
}

/** The witness that would spend the message (BIP-322, simple). */
export function signBip322(message: string, { secret, script, tapInternalKey }: BitcoinKey): Uint8Array {
  const transaction = new Transaction({ version: 0, allowUnknownOutputs: true })
  transaction.addInput({
    txid: messageCoin(message, script),
    index: 0,
    sequence: 0,
    witnessUtxo: { amount: 0n, script },
    ...(tapInternalKey ? { tapInternalKey } : {}),
  })
  transaction.addOutput({ amount: 0n, script: opReturn })
  transaction.sign(secret)
  transaction.finalize()
  const witness = transaction.getInput(0).finalScriptWitness
  if (!witness) throw new WalletError(-32603, 'Nothing was signed')
  return RawWitness.encode(witness)
}
