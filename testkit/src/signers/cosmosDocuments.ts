import { concatBytes } from '@noble/hashes/utils.js'

type Json = Readonly<Record<string, unknown>>

/** Amino signs JSON with sorted keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, entry]) => [key, sorted(entry)]),
  )
}

/** The bytes that Amino signs: JSON with sorted keys, and what HTML would misread escaped. */
export function aminoBytes(document: unknown): Uint8Array {
  const text = JSON.stringify(sorted(document))
  return new TextEncoder().encode(text.replaceAll('&', '\\u0026').replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'))
}

/** The document of a signed message (ADR-36): a transaction that no chain takes. */
export const messageDocument = (signer: string, message: string): Json => ({
  chain_id: '',
  account_number: '0',
  sequence: '0',
  fee: { gas: '0', amount: [] },
  msgs: [{ type: 'sign/MsgSignData', value: { signer, data: btoa(String.fromCharCode(...new TextEncoder().encode(message))) } }],
  memo: '',
})

/** What direct signing signs. */
export type DirectDocument = {
  readonly chainId: string
  /** A number in any shape that has its decimal digits as text. */
  readonly accountNumber: { toString(): string } | null | undefined
  readonly bodyBytes: Uint8Array
  readonly authInfoBytes: Uint8Array
}

const varint = (value: bigint): number[] => (value < 0x80n ? [Number(value)] : [Number((value & 0x7fn) | 0x80n), ...varint(value >> 7n)])
const field = (number: number, bytes: Uint8Array) =>
  bytes.length === 0 ? new Uint8Array() : concatBytes(Uint8Array.of((number << 3) | 2, ...varint(BigInt(bytes.length))), bytes)

/** The protobuf `SignDoc`. */
export function directBytes({ chainId, accountNumber, bodyBytes, authInfoBytes }: DirectDocument): Uint8Array {
  const number = BigInt(accountNumber?.toString() ?? '0')
  return concatBytes(
    field(1, bodyBytes),
    field(2, authInfoBytes),
    field(3, new TextEncoder().encode(chainId)),
    number === 0n ? new Uint8Array() : Uint8Array.of(4 << 3, ...varint(number)),
  )
}
