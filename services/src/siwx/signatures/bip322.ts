import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { OutScript, RawWitness, Script, SigHash, Transaction } from '@scure/btc-signer'

/** The output that an address pays to, on any of Bitcoin's networks. */
export type Destination = { readonly kind: 'pkh' | 'sh' | 'wpkh' | 'wsh' | 'tr'; readonly hash: Uint8Array }

const utf8 = new TextEncoder()
export const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))
export const isSame = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((byte, index) => byte === b[index])

const loose = { version: 0, allowUnknownVersion: true, allowUnknownOutputs: true, allowUnknownInputs: true, disableScriptCheck: true }

/** Id of the virtual transaction whose output commits to the message. */
function toSpendId(message: Uint8Array, script: Uint8Array): string {
  const tag = sha256(utf8.encode('BIP0322-signed-message'))
  const transaction = new Transaction(loose)
  // The output first: with its script, the input counts as signed.
  transaction.addOutput({ script, amount: 0n })
  const finalScriptSig = concatBytes(Uint8Array.of(0, 32), sha256(concatBytes(tag, tag, message)))
  transaction.addInput({ txid: new Uint8Array(32), index: 0xffff_ffff, sequence: 0, finalScriptSig })
  return transaction.id
}

/** The virtual transaction that spends that output, and what satisfies its first input. The simple form has no `scriptSig`. */
type Proof = { readonly transaction: Transaction; readonly witness: readonly Uint8Array[]; readonly scriptSig?: Uint8Array }

const nullData = Uint8Array.of(0x6a)

/** The simple form is the witness alone: everything else of the transaction has its default. */
function readSimple(bytes: Uint8Array, spentId: string, script: Uint8Array): Proof {
  const transaction = new Transaction(loose)
  transaction.addInput({ txid: spentId, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n } })
  transaction.addOutput({ script: nullData, amount: 0n })
  return { transaction, witness: RawWitness.decode(bytes) }
}

/**
 * The full forms bring the transaction. Versions other than 0 and 2 have rules that are not known yet, so they prove nothing.
 *
 * @throws Error when it spends something else first, or pays
 */
function readTransaction(transaction: Transaction, spentId: string): Proof {
  const input = transaction.getInput(0)
  const output = transaction.getOutput(0)
  const spends = input.txid && Buffer.from(input.txid).toString('hex') === spentId && input.index === 0
  const pays = transaction.outputsLength !== 1 || output.amount !== 0n || !output.script || !isSame(output.script, nullData)
  if (!spends || pays || (transaction.version !== 0 && transaction.version !== 2)) throw new Error('Not the transaction of this message')
  return { transaction, witness: input.finalScriptWitness ?? [], scriptSig: input.finalScriptSig ?? new Uint8Array() }
}

const readFull = (bytes: Uint8Array, spentId: string) => {
  const proof = readTransaction(Transaction.fromRaw(bytes, loose), spentId)
  if (proof.transaction.inputsLength !== 1) throw new Error('Further inputs are for a proof of funds')
  return proof
}

/** A proof of funds signs for the address as the full form does. Which coins exist is another question: its further inputs are not looked up. */
const readFunds = (bytes: Uint8Array, spentId: string) => readTransaction(Transaction.fromPSBT(bytes, loose), spentId)

type Form = (bytes: Uint8Array, spentId: string, script: Uint8Array) => Proof

/** BIP-322 2.0: the signer says which form it is. Older signers do not, and most of them mean the simple form. */
const forms: Readonly<Record<string, readonly Form[]>> = { smp: [readSimple], ful: [readFull], pof: [readFunds] }
const unnamed: readonly Form[] = [readSimple, readFull]

/** Every signature commits to the whole transaction (`SIGHASH_ALL`), strictly DER-encoded and with a low S. */
function isSigned(signature: Uint8Array | undefined, digest: Uint8Array, key: Uint8Array): boolean {
  if (signature?.at(-1) !== SigHash.ALL) return false
  return secp256k1.verify(secp256k1.Signature.fromDER(signature.subarray(0, -1)), digest, key, { lowS: true })
}

/** One key: of the address itself, or of the program that a P2SH address wraps. */
function holdsKey({ transaction, witness, scriptSig }: Proof, { kind, hash }: Destination): boolean {
  const [signature, key] = witness
  if (witness.length !== 2 || key?.length !== 33) return false
  const program = concatBytes(Uint8Array.of(0, 20), hash160(key))
  if (kind === 'sh' && scriptSig && !isSame(scriptSig, Script.encode([program]))) return false
  const isOwn = kind === 'wpkh' ? isSame(hash160(key), hash) : isSame(hash160(program), hash)
  const code = Script.encode(['DUP', 'HASH160', hash160(key), 'EQUALVERIFY', 'CHECKSIG'])
  return isOwn && isSigned(signature, transaction.preimageWitnessV0(0, code, SigHash.ALL, 0n), key)
}

/**
 * Several keys, as many as the script asks for, in its order. Other scripts are not run: one with a time lock would say that its owner may sign later,
 * which is no sign-in now.
 */
function holdsScript({ transaction, witness }: Proof, { hash }: Destination): boolean {
  const script = witness.at(-1)
  if (!script || !isSame(sha256(script), hash)) return false
  const decoded = OutScript.decode(script)
  const digest = transaction.preimageWitnessV0(0, script, SigHash.ALL, 0n)
  if (decoded.type === 'pk') return witness.length === 2 && isSigned(witness[0], digest, decoded.pubkey)
  if (decoded.type !== 'ms') return false
  // `OP_CHECKMULTISIG` takes one element more, which must be empty (BIP-147).
  const [dummy, ...signatures] = witness.slice(0, -1)
  if (dummy?.length !== 0 || signatures.length !== decoded.m) return false
  const keys = [...decoded.pubkeys]
  return signatures.every((signature) => {
    for (let key = keys.shift(); key; key = keys.shift()) if (isSigned(signature, digest, key)) return true
    return false
  })
}

/** The key path of a taproot output. Its scripts are not run. */
function holdsTaproot({ transaction, witness }: Proof, { hash }: Destination, script: Uint8Array): boolean {
  const [signature] = witness
  const sighash = signature?.length === 65 ? (signature[64] ?? 0) : SigHash.DEFAULT
  if (witness.length !== 1 || !signature || (signature.length !== 64 && sighash !== SigHash.ALL)) return false
  // Taproot signatures commit to the outputs of all inputs.
  const others = Array.from({ length: transaction.inputsLength - 1 }, (_, index) => transaction.getInput(index + 1).witnessUtxo)
  const known = others.filter((output) => output !== undefined)
  if (known.length !== others.length) return false
  const scripts = [script, ...known.map((output) => output.script)]
  const amounts = [0n, ...known.map(({ amount }) => amount)]
  return schnorr.verify(signature.subarray(0, 64), transaction.preimageWitnessV1(0, scripts, sighash, amounts), hash)
}

/** The script of the output; undefined for the kind that BIP-322 leaves to the older form. */
function scriptOf({ kind, hash }: Destination): Uint8Array | undefined {
  if (kind === 'tr') return OutScript.encode({ type: 'tr', pubkey: hash })
  return kind === 'pkh' ? undefined : OutScript.encode({ type: kind, hash })
}

/**
 * Whether an address signed a message, in any form of BIP-322 (2.0): simple, full, or a proof of funds.
 *
 * @param message as bytes, of any length
 * @param signature base64, with the prefix of its form or, from older signers, without one
 * @param destination what the address pays to; scripts of several keys are understood, those with time locks are not
 * @throws Error when the signature cannot be read
 */
export function verifyBip322(message: Uint8Array, signature: string, destination: Destination): boolean {
  const script = scriptOf(destination)
  if (!script) return false
  const named = forms[signature.slice(0, 3)]
  const bytes = base64.decode(named ? signature.slice(3) : signature)
  const spentId = toSpendId(message, script)
  const holds = { tr: holdsTaproot, wsh: holdsScript, wpkh: holdsKey, sh: holdsKey, pkh: () => false }[destination.kind]
  return (named ?? unnamed).some((read) => {
    try {
      const proof = read(bytes, spentId, script)
      // Consensus rule of native segwit outputs (BIP-141): the witness alone satisfies them.
      if (destination.kind !== 'sh' && proof.scriptSig?.length) return false
      return holds(proof, destination, script)
    } catch {
      return false
    }
  })
}
