import type { TypedData } from '../../../policy/evmParams.js'
import { invalid, notAllowed } from '../../../policy/refusals.js'
import { readable } from '../../readable.js'

/** A message as it is signed: the fields of its types and nothing else. Numbers are bigints, whatever the page wrote. */
export type SignedValue = string | bigint | boolean | readonly SignedValue[] | { readonly [name: string]: SignedValue }
export type SignedMessage = { readonly [name: string]: SignedValue }

/** What is beyond these nobody reads: it is refused, and never signed unseen. */
const most = { items: 1_000, depth: 16, lines: 4_000 }

const record = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined)
const arrayOf = (type: string) => /^(.*)\[(\d*)\]$/.exec(type)

function numberOf(type: string, value: unknown): bigint {
  const [, sign, bits] = /^(u?)int(\d*)$/.exec(type) ?? []
  const isWritten = typeof value === 'string' && /^(?:-?\d{1,80}|0x[0-9a-fA-F]{1,64})$/.test(value)
  if (!isWritten && !(typeof value === 'number' && Number.isInteger(value)) && typeof value !== 'bigint') throw invalid(type)
  const number = BigInt(value as string)
  const size = BigInt(bits || 256)
  const [low, high] = sign ? [0n, 2n ** size - 1n] : [-(2n ** (size - 1n)), 2n ** (size - 1n) - 1n]
  if (number < low || number > high) throw invalid(type)
  return number
}

function leaf(type: string, value: unknown): SignedValue {
  if (/^u?int\d*$/.test(type)) return numberOf(type, value)
  if (type === 'bool' && typeof value === 'boolean') return value
  if (type === 'string' && typeof value === 'string') return value
  if (type === 'address' && typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)) return value
  const size = /^bytes(\d*)$/.exec(type)?.[1]
  if (
    size !== undefined &&
    typeof value === 'string' &&
    /^0x(?:[0-9a-fA-F]{2})*$/.test(value) &&
    (!size || value.length === 2 + 2 * Number(size))
  )
    return value
  throw invalid(type)
}

/**
 * Reads a message as its types sign it (EIP-712).
 *
 * @throws RpcError -32602 for what its types do not fit; 4200 for more than a user can be shown: lists above 1,000, nests deeper than 16
 */
export function readSigned({ types, primaryType, message }: TypedData): SignedMessage {
  let count = 0
  function read(type: string, value: unknown, depth: number): SignedValue {
    count += 1
    if (depth > most.depth || count > most.lines) throw notAllowed('size')
    const [, inner, length] = arrayOf(type) ?? []
    if (inner !== undefined) {
      if (!Array.isArray(value) || (length && value.length !== Number(length))) throw invalid(type)
      if (value.length > most.items) throw notAllowed('size')
      return value.map((item) => read(inner, item, depth + 1))
    }
    const fields = Object.hasOwn(types, type) ? types[type] : undefined
    if (!fields) return leaf(type, value)
    const given = record(value)
    if (!given || Array.isArray(value)) throw invalid(type)
    const entries = fields.map(({ name, type: fieldType }) => {
      if (!Object.hasOwn(given, name)) throw invalid(name)
      return [name, read(fieldType, given[name], depth + 1)] as const
    })
    return Object.fromEntries(entries)
  }
  // With the domain's type the domain alone is hashed, and nothing of the message.
  if (!Object.hasOwn(types, primaryType) || arrayOf(primaryType) || primaryType === 'EIP712Domain') throw invalid('primaryType')
  return read(primaryType, message, 0) as SignedMessage
}

/** A text as one line, or as lines that cannot be taken for fields. */
const inline = (text: string, indent: string) => readable(text).replaceAll('\t', '\\u{9}').replaceAll('\n', `\n${indent}  | `)
const name = (text: string) => readable(text).replaceAll('\t', '\\u{9}').replaceAll('\n', '\\u{a}')

/** A message's fields as lines, in the order of their types: all of what is signed, and only that. */
export function linesOf({ types, primaryType }: Pick<TypedData, 'types' | 'primaryType'>, message: SignedMessage): string[] {
  function lines(type: string, value: SignedValue, head: string, level: number): string[] {
    const indent = '  '.repeat(level)
    if (Array.isArray(value)) {
      const inner = arrayOf(type)?.[1] ?? ''
      return [`${indent}${head}:`, ...value.flatMap((item, index) => lines(inner, item, String(index + 1), level + 1))]
    }
    const fields = Object.hasOwn(types, type) ? types[type] : undefined
    if (!fields) return [`${indent}${head}: ${inline(String(value), indent)}`]
    const struct = value as SignedMessage
    return [`${indent}${head}:`, ...fields.flatMap((field) => lines(field.type, struct[field.name] ?? '', name(field.name), level + 1))]
  }
  const [, ...rest] = lines(primaryType, message, '', 0)
  return [name(primaryType), ...rest]
}
