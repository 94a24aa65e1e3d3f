const signatureBytes = 64
const keyBytes = 32
/** First byte of a message that has a version; the others start with the number of signers. */
const versioned = 0x80

/** Solana's compact-u16: seven bits a byte, the lowest first. */
function readCompact(bytes: Uint8Array, at: number): readonly [value: number, next: number] {
  let value = 0
  for (let index = 0; index < 3; index++) {
    const byte = bytes[at + index] ?? 0
    value |= (byte & 0x7f) << (7 * index)
    if (byte < 0x80) return [value, at + index + 1]
  }
  return [value, at + 3]
}

/**
 * The signature of one signer in a serialised transaction, legacy or versioned.
 *
 * @param key the signer's 32 bytes
 * @returns undefined when it is none of the signers, or the bytes are no transaction
 */
export function signatureOf(transaction: Uint8Array, key: Uint8Array): Uint8Array | undefined {
  const [signatures, first] = readCompact(transaction, 0)
  const message = first + signatures * signatureBytes
  const header = message + ((transaction[message] ?? 0) & versioned ? 1 : 0)
  const [, keys] = readCompact(transaction, header + 3)
  for (let index = 0; index < signatures; index++) {
    const at = keys + index * keyBytes
    if (key.every((byte, offset) => transaction[at + offset] === byte))
      return transaction.slice(first + index * signatureBytes, first + (index + 1) * signatureBytes)
  }
  return undefined
}
