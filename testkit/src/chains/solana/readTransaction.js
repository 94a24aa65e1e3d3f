import { base58 } from '@scure/base'
import { invalidParams } from './errors.js'

const keyBytes = 32
const signatureBytes = 64
/** Bytes of a transaction: what fits into one packet of the network. */
const maxBytes = 1_232

/** Reads a byte string from its start. */
function createReader(/** @type {Uint8Array} */ bytes) {
  let at = 0
  const take = (/** @type {number} */ length) => {
    if (at + length > bytes.length) throw invalidParams('the transaction ends too early')
    at += length
    return bytes.subarray(at - length, at)
  }
  const next = () => take(1)[0] ?? 0
  /** Solana's compact-u16: seven bits a byte, lowest first. */
  const compact = () => {
    let value = 0
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = next()
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    throw invalidParams('the transaction is malformed')
  }
  /**
   * @template T
   * @param {() => T} read
   * @returns {T[]}
   */
  const many = (read) => Array.from({ length: compact() }, read)
  return { take, many, compact, at: () => at, byte: next, key: () => base58.encode(take(keyBytes)) }
}

/**
 * @typedef {ReturnType<typeof readMessage>} Message
 * @typedef {ReturnType<typeof readTransaction>} Transaction
 */

/**
 * Reads a message, legacy or version 0.
 *
 * @param {Uint8Array} bytes
 */
export function readMessage(bytes) {
  const reader = createReader(bytes)
  const isVersioned = (bytes[0] ?? 0) >= 0x80
  /** @type {number | 'legacy'} */
  const version = isVersioned ? reader.byte() & 0x7f : 'legacy'
  if (isVersioned && version !== 0) throw invalidParams(`transactions of version ${version} are not known here`)
  const header = {
    numRequiredSignatures: reader.byte(),
    numReadonlySignedAccounts: reader.byte(),
    numReadonlyUnsignedAccounts: reader.byte(),
  }
  const accountKeys = reader.many(reader.key)
  const recentBlockhash = reader.key()
  const instructions = reader.many(() => ({
    programIdIndex: reader.byte(),
    accounts: [...reader.take(reader.compact())],
    data: base58.encode(reader.take(reader.compact())),
    stackHeight: 1,
  }))
  const addressTableLookups = isVersioned
    ? reader.many(() => ({
        accountKey: reader.key(),
        writableIndexes: [...reader.take(reader.compact())],
        readonlyIndexes: [...reader.take(reader.compact())],
      }))
    : []
  if (reader.at() !== bytes.length) throw invalidParams('the transaction is longer than it says')
  return { version, header, accountKeys, recentBlockhash, instructions, addressTableLookups }
}

/**
 * Reads a signed transaction as it goes over the wire.
 *
 * @param {Uint8Array} bytes
 */
export function readTransaction(bytes) {
  if (bytes.length > maxBytes) throw invalidParams(`a transaction may have at most ${maxBytes} bytes, this one has ${bytes.length}`)
  const reader = createReader(bytes)
  const signatures = reader.many(() => base58.encode(reader.take(signatureBytes)))
  return { bytes, signatures, signature: signatures[0] ?? '', message: readMessage(bytes.subarray(reader.at())) }
}

/** True for an account of the message's own list that the transaction may change. */
export function isWritable(/** @type {Pick<Message, 'header' | 'accountKeys'>} */ { header, accountKeys }, /** @type {number} */ index) {
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = header
  if (index < numRequiredSignatures) return index < numRequiredSignatures - numReadonlySignedAccounts
  return index < accountKeys.length - numReadonlyUnsignedAccounts
}
