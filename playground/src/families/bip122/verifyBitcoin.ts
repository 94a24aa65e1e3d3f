import { ecdsaSigner, toSign } from '@latchkey/testkit/src/signers/bitcoinMessage.ts'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import { Address, NETWORK, OutScript, RawWitness, TEST_NETWORK } from '@scure/btc-signer'
import { regtest } from './bitcoinKeys.js'

const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes))
const same = (one: Uint8Array | undefined, other: Uint8Array) => one !== undefined && hex.encode(one) === hex.encode(other)

/** What an address stands for, on whichever of Bitcoin's networks. */
function scriptOf(address: string) {
  for (const network of [NETWORK, TEST_NETWORK, regtest])
    try {
      return Address(network).decode(address)
    } catch {
      // Not of this one.
    }
  throw new Error(`${address} is no Bitcoin address`)
}

/** True when the recovered key is the address's own (BIP-137). */
function checkEcdsa(address: string, message: string, signature: Uint8Array): boolean {
  const key = ecdsaSigner(message, signature)
  const script = scriptOf(address)
  if (!key) return false
  if (script.type === 'wpkh' || script.type === 'pkh') return same(script.hash, hash160(key))
  return script.type === 'sh' && same(script.hash, hash160(Uint8Array.of(0, 20, ...hash160(key))))
}

/** True when the witness spends the message's virtual transaction (BIP-322, simple form) by the key of the address. */
function checkBip322(address: string, message: string, signature: Uint8Array): boolean {
  const script = scriptOf(address)
  const bytes = OutScript.encode(script)
  const transaction = toSign(message, bytes)
  const [proof = new Uint8Array(), key = new Uint8Array()] = RawWitness.decode(signature)
  if (script.type === 'tr') {
    const hashType = proof[64] ?? 0
    return schnorr.verify(proof.subarray(0, 64), transaction.preimageWitnessV1(0, [bytes], hashType, [0n]), script.pubkey)
  }
  if (script.type !== 'wpkh' || !same(script.hash, hash160(key))) return false
  const spent = OutScript.encode({ type: 'pkh', hash: script.hash })
  const digest = transaction.preimageWitnessV0(0, spent, proof.at(-1) ?? 1, 0n)
  return secp256k1.verify(secp256k1.Signature.fromDER(proof.subarray(0, -1)), digest, key)
}

/**
 * Checks who signed a message, ECDSA or BIP-322.
 *
 * @param signature hex, or base64 behind `smp`, as it crosses the Bridge
 */
export function verifyBitcoin(address: string, message: string, signature: string): boolean {
  try {
    const bytes = signature.startsWith('smp') ? base64.decode(signature.slice(3)) : hex.decode(signature)
    return bytes.length === 65 ? checkEcdsa(address, message, bytes) : checkBip322(address, message, bytes)
  } catch {
    return false
  }
}
