import { base58 } from '@scure/base'

/** One instruction, its accounts by number: lookup tables may have to be asked for some of them. */
export type WireInstruction = { readonly program: number; readonly accounts: readonly number[]; readonly data: Uint8Array }

export type WireMessage = {
  readonly version: 'legacy' | 0
  readonly required: number
  readonly readonlySigned: number
  readonly readonlyUnsigned: number
  readonly keys: readonly string[]
  readonly blockhash: string
  readonly instructions: readonly WireInstruction[]
  readonly lookups: readonly { readonly table: string; readonly writable: readonly number[]; readonly readonly: readonly number[] }[]
}

export type WireTransaction = {
  readonly signatures: readonly Uint8Array[]
  readonly messageBytes: Uint8Array
  readonly message: WireMessage
}

/** Solana's own limit of a packet. */
const largest = 1_232

class Reader {
  at = 0
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
  byte(): number {
    const value = this.bytes[this.at]
    if (value === undefined) throw new RangeError('The transaction ends too early.')
    this.at += 1
    return value
  }
  take(length: number): Uint8Array {
    if (this.at + length > this.bytes.length) throw new RangeError('The transaction ends too early.')
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }
  key(): string {
    return base58.encode(this.take(32))
  }
  /** Solana's `shortvec`: 7 bits a byte, at most three bytes, one way of writing each number. */
  length(): number {
    let value = 0
    for (let index = 0; index < 3; index += 1) {
      const byte = this.byte()
      value |= (byte & 127) << (7 * index)
      if (byte < 128) {
        if ((index > 0 && byte === 0) || value > 0xffff) throw new RangeError('A length is not written canonically.')
        return value
      }
    }
    throw new RangeError('A length has too many bytes.')
  }
  list<T>(read: () => T): T[] {
    return Array.from({ length: this.length() }, read)
  }
}

/**
 * Reads a message's bytes: all of them, legacy or version 0.
 *
 * @throws RangeError when they are no such message
 */
export function parseMessage(bytes: Uint8Array): WireMessage {
  const reader = new Reader(bytes)
  const prefix = bytes[0] ?? 0
  const versioned = prefix >= 128
  if (versioned && reader.byte() !== 128) throw new RangeError('The message has an unknown version.')
  const [required, readonlySigned, readonlyUnsigned] = [reader.byte(), reader.byte(), reader.byte()]
  const keys = reader.list(() => reader.key())
  const blockhash = reader.key()
  const instructions = reader.list(() => ({
    program: reader.byte(),
    accounts: reader.list(() => reader.byte()),
    data: reader.take(reader.length()),
  }))
  const lookups = versioned
    ? reader.list(() => ({ table: reader.key(), writable: reader.list(() => reader.byte()), readonly: reader.list(() => reader.byte()) }))
    : []
  if (reader.at !== bytes.length) throw new RangeError('The message goes on behind its end.')
  const known = keys.length + lookups.reduce((sum, { writable, readonly }) => sum + writable.length + readonly.length, 0)
  const inRange = instructions.every(
    ({ program, accounts }) => program > 0 && program < keys.length && accounts.every((index) => index < known),
  )
  if (required === 0 || required > keys.length || readonlySigned >= required || readonlyUnsigned > keys.length - required || !inRange)
    throw new RangeError('The message contradicts itself.')
  return { version: versioned ? 0 : 'legacy', required, readonlySigned, readonlyUnsigned, keys, blockhash, instructions, lookups }
}

/** @throws RangeError when the bytes are no transaction */
export function parseTransaction(bytes: Uint8Array): WireTransaction {
  if (bytes.length > largest) throw new RangeError('The transaction is too long.')
  const reader = new Reader(bytes)
  const signatures = reader.list(() => reader.take(64))
  const messageBytes = bytes.subarray(reader.at)
  const message = parseMessage(messageBytes)
  if (signatures.length !== message.required) throw new RangeError('The number of signatures is wrong.')
  return { signatures, messageBytes, message }
}

/** Whether a text to be signed is a transaction, or would be one behind its signatures: signing it would spend. */
export function isTransaction(bytes: Uint8Array): boolean {
  for (const parse of [parseMessage, parseTransaction])
    try {
      parse(bytes)
      return true
    } catch {
      // Not this form.
    }
  return false
}

/** Writes a transaction with one signature in its place. */
export function withSignature({ signatures, messageBytes }: WireTransaction, index: number, signature: Uint8Array): Uint8Array {
  const whole = new Uint8Array(1 + signatures.length * 64 + messageBytes.length)
  // At most 127 signatures fit into a packet, so their number is one byte.
  whole[0] = signatures.length
  signatures.forEach((old, at) => {
    whole.set(at === index ? signature : old, 1 + at * 64)
  })
  whole.set(messageBytes, 1 + signatures.length * 64)
  return whole
}
