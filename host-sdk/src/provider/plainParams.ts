import { codes } from '@latchkey/protocol'
import { ModalError } from '../modalError.js'

/** How a family's wallets take values that JSON has no form for, given the place; undefined: they don't. */
type Forms = {
  readonly bigint?: (value: bigint) => string | undefined
  readonly bytes?: (value: Uint8Array) => string
}

const toHex = (bytes: Uint8Array) => `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** Texts to be signed: a number is none. */
const texts = ['personal_sign', 'eth_sign']

/** EVM has text for both: EIP-712 takes decimals, everything else quantities (EIP-1474). */
function evmForms(method: string): Forms {
  const isTyped = method.startsWith('eth_signTypedData')
  const quantity = (value: bigint) => (value < 0n || texts.includes(method) ? undefined : `0x${value.toString(16)}`)
  return { bytes: toHex, bigint: isTyped ? String : quantity }
}

const refuse = (path: string, reason: string) =>
  new ModalError(codes.invalidParams, `Invalid params: ${path} is ${reason}, which JSON cannot carry`, { data: { path } })

/** The name of a built-in kind, whichever realm it is from: `Object`, `Array`, `Map`. */
const kindOf = (value: object) => Object.prototype.toString.call(value).slice(8, -1)

function createCopy(forms: Forms) {
  /** What is being copied now: whatever is in itself is a circle. */
  const open = new Set<object>()

  function copyObject(value: object, path: string): unknown {
    const kind = kindOf(value)
    const bytes = kind === 'ArrayBuffer' ? new Uint8Array(value as ArrayBuffer) : kind === 'Uint8Array' ? (value as Uint8Array) : undefined
    if (bytes && forms.bytes) return forms.bytes(bytes)
    // Numbers of libraries and dates write themselves in a form that no wallet reads.
    const isOther = kind !== 'Array' && (kind !== 'Object' || typeof (value as { toJSON?: unknown }).toJSON === 'function')
    if (isOther) throw refuse(path, kind === 'Object' ? 'an object of a class' : `a ${kind}`)
    if (open.has(value)) throw refuse(path, 'a circle')
    open.add(value)
    const copied = Array.isArray(value)
      ? Array.from(value, (item, index) => copy(item, `${path}[${index}]`))
      : Object.fromEntries(
          Object.entries(value)
            .filter(([, item]) => item !== undefined)
            .map(([key, item]) => [key, copy(item, `${path}.${key}`)]),
        )
    open.delete(value)
    return copied
  }

  function copy(value: unknown, path: string): unknown {
    if (typeof value === 'object') return value && copyObject(value, path)
    if (typeof value === 'bigint') {
      const text = forms.bigint?.(value)
      if (text === undefined) throw refuse(path, 'a bigint')
      return text
    }
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) throw refuse(path, String(value))
      // JSON has no negative zero.
      return value + 0
    }
    if (typeof value !== 'string' && typeof value !== 'boolean')
      throw refuse(path, typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`)
    return value
  }
  return copy
}

/**
 * The params of a request as JSON carries them, whichever kind of wallet they go to. On EVM a `bigint` becomes text and bytes become hex; a
 * property that is `undefined` is left out, and so is an argument at the end.
 *
 * @throws ModalError -32602 with the path of the first value that has no form in JSON
 */
export function plainParams(method: string, params: object, isEvm: boolean): object {
  try {
    const list = Array.isArray(params) ? params.slice(0, params.findLastIndex((each) => each !== undefined) + 1) : params
    return createCopy(isEvm ? evmForms(method) : {})(list, 'params') as object
  } catch (error) {
    if (error instanceof ModalError) throw error
    // A getter that throws, or a nesting without end.
    throw new ModalError(codes.invalidParams, 'Invalid params: they cannot be read', { cause: error })
  }
}
