import { base58 } from '@scure/base'

const signatureBytes = 64
const keyBytes = 32
const systemProgram = '1'.repeat(keyBytes)

/** Solana's compact-u16 at a position: its value and the position behind it. */
function compact(bytes: Uint8Array, at: number): readonly [value: number, next: number] {
  let value = 0
  for (let index = 0; index < 3; index++) {
    const byte = bytes[at + index] ?? 0
    value |= (byte & 0x7f) << (7 * index)
    if (byte < 0x80) return [value, at + index + 1]
  }
  throw new Error('The transaction is malformed')
}

/** What a wallet must know of a transaction. `message` is what is signed. */
export type ReadTransaction = {
  readonly message: Uint8Array
  /** Where the signature of an account goes; undefined when it does not sign. */
  readonly slotOf: (address: string) => number | undefined
  /** The transfers of SOL in it, in lamports, and the programs that it calls. */
  readonly transfers: readonly { readonly to: string; readonly lamports: bigint }[]
  readonly programs: readonly string[]
}

/**
 * Reads a serialized transaction, legacy or version 0.
 *
 * @throws Error when it is malformed
 */
export function readTransaction(bytes: Uint8Array): ReadTransaction {
  const [signatures, start] = compact(bytes, 0)
  const message = bytes.subarray(start + signatures * signatureBytes)
  const header = (message[0] ?? 0) < 0x80 ? 0 : 1
  const [count, first] = compact(message, header + 3)
  const keys = Array.from({ length: count }, (_, index) =>
    base58.encode(message.subarray(first + index * keyBytes, first + (index + 1) * keyBytes)),
  )
  let [instructions, at] = compact(message, first + (count + 1) * keyBytes)
  const programs: string[] = []
  const transfers: { to: string; lamports: bigint }[] = []
  for (; instructions > 0; instructions--) {
    const program = keys[message[at] ?? -1] ?? 'a program of a lookup table'
    const [accounts, accountsAt] = compact(message, at + 1)
    const [length, dataAt] = compact(message, accountsAt + accounts)
    at = dataAt + length
    const data = new DataView(message.buffer, message.byteOffset + dataAt, length)
    programs.push(program)
    // SystemInstruction::Transfer
    if (program === systemProgram && length === 12 && data.getUint32(0, true) === 2)
      transfers.push({ to: keys[message[accountsAt + 1] ?? -1] ?? '', lamports: data.getBigUint64(4, true) })
  }
  return {
    message,
    transfers,
    programs,
    slotOf(address) {
      const index = keys.indexOf(address)
      return index >= 0 && index < signatures ? start + index * signatureBytes : undefined
    },
  }
}

/**
 * A transfer of SOL, unsigned, as a page builds it (a legacy transaction with one instruction).
 *
 * @param blockhash base58, of one of the last 150 blocks
 */
export function buildTransfer(request: {
  readonly from: string
  readonly to: string
  readonly lamports: bigint
  readonly blockhash: string
}): Uint8Array {
  const data = new Uint8Array(12)
  const view = new DataView(data.buffer)
  view.setUint32(0, 2, true)
  view.setBigUint64(4, request.lamports, true)
  const keys = [request.from, request.to].map((key) => base58.decode(key))
  if (keys.some((key) => key.length !== keyBytes)) throw new Error('A Solana address has 32 bytes')
  return Uint8Array.from([
    ...[1, ...new Uint8Array(signatureBytes)],
    ...[1, 0, 1, 3],
    ...keys.flatMap((key) => [...key]),
    ...new Uint8Array(keyBytes),
    ...base58.decode(request.blockhash),
    ...[1, 2, 2, 0, 1, data.length],
    ...data,
  ])
}
