import { z } from '@latchkey/protocol/schemas/secure'
import { isMistyped, wrongChecksum } from './checksum.js'
import { invalid, notAllowed } from './refusals.js'

const text = (maximum: number) => z.string().check(z.maxLength(maximum))
const address = text(42).check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const recipient = address.check(z.refine((value) => !isMistyped(value), wrongChecksum))
const data = text(262_144).check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/))
/** A number as wallets get it: hex without fuss about leading zeros, at most 256 bits. */
const quantity = text(66).check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
const slot = text(66).check(z.regex(/^0x[0-9a-fA-F]{64}$/))
const accessList = z.array(z.strictObject({ address, storageKeys: z.array(slot).check(z.maxLength(256)) })).check(z.maxLength(64))

const transaction = z.looseObject({
  from: address,
  to: z.optional(z.nullable(recipient)),
  value: z.optional(quantity),
  data: z.optional(data),
  input: z.optional(data),
  gas: z.optional(quantity),
  gasLimit: z.optional(quantity),
  gasPrice: z.optional(quantity),
  maxFeePerGas: z.optional(quantity),
  maxPriorityFeePerGas: z.optional(quantity),
  nonce: z.optional(quantity),
  chainId: z.optional(z.union([quantity, z.int()])),
  type: z.optional(z.union([quantity, text(16)])),
  accessList: z.optional(accessList),
})
export type EvmTransaction = {
  readonly from: `0x${string}`
  readonly to?: `0x${string}`
  readonly data: `0x${string}`
  readonly value: bigint
  readonly gas?: bigint
  readonly gasPrice?: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
  readonly nonce?: number
  readonly accessList?: readonly { readonly address: `0x${string}`; readonly storageKeys: readonly `0x${string}`[] }[]
}

/** Keys that change who controls the account, or carry what is not shown. */
const forbidden = ['authorizationList', 'blobs', 'blobVersionedHashes', 'maxFeePerBlobGas', 'sidecars', 'kzg']

function parse<T>(type: z.ZodMiniType<T>, value: unknown): T {
  const result = type.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw invalid(`${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim())
}

const sameAddress = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

/** `[message, address]`; some pages give them the other way round, which is read as long as it is clear. */
export function personalSignParams(params: unknown, account: string): { readonly bytes: Uint8Array } {
  const [first, second] = parse(z.tuple([text(262_144), text(262_144)], z.unknown()), params)
  const reversed = !sameAddress(second, account) && sameAddress(first, account)
  const [message, from] = reversed ? [second, first] : [first, second]
  if (!sameAddress(from, account)) throw notAllowed('from')
  const hex = /^0x((?:[0-9a-fA-F]{2})*)$/.exec(message)?.[1]
  if (hex === undefined) return { bytes: new TextEncoder().encode(message) }
  return { bytes: Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)) }
}

/**
 * Names of fields and of types, as EIP-712 writes them behind each other to hash a type. A comma or a bracket in one would make it other fields for the
 * contract than for whoever reads them by their names. Hyperliquid's types have a colon, which means nothing to the hash.
 */
const fieldName = /^[A-Za-z_$][\w$]*$/
const typeName = /^[A-Za-z_$][\w$:]*$/
const fieldType = /^[A-Za-z_$][\w$:]*(?:\[\d*\])*$/

/** `[address, json]`. */
export function typedDataParams(params: unknown, account: string): TypedData {
  const [from, source] = parse(z.tuple([text(66), z.unknown()], z.unknown()), params)
  if (!sameAddress(from, account)) throw notAllowed('from')
  let value = source
  if (typeof value === 'string') {
    if (value.length > 262_144) throw invalid('too long')
    try {
      value = JSON.parse(value)
    } catch {
      throw invalid('no JSON')
    }
  }
  const field = z.strictObject({ name: text(256).check(z.regex(fieldName)), type: text(256).check(z.regex(fieldType)) })
  const fields = z.array(field).check(
    z.maxLength(256),
    z.refine((list) => new Set(list.map(({ name }) => name)).size === list.length, 'one name for two fields'),
  )
  const type = z.looseObject({
    types: z.record(text(256).check(z.regex(typeName)), fields),
    primaryType: text(256),
    domain: z.looseObject({
      name: z.optional(text(1_024)),
      version: z.optional(text(64)),
      chainId: z.optional(z.union([z.int(), text(80)])),
      verifyingContract: z.optional(text(66)),
      salt: z.optional(text(66)),
    }),
    message: z.record(text(256), z.unknown()),
  })
  const { types, primaryType, domain, message } = parse(type, value)
  return { types, primaryType, domain, message } as TypedData
}
export type TypedData = {
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly domain: {
    readonly name?: string
    readonly version?: string
    readonly chainId?: number | string
    readonly verifyingContract?: string
    readonly salt?: string
  }
  readonly message: Readonly<Record<string, unknown>>
}

/** Each kind of transaction has its own fields: of two kinds at once, some could not be signed. */
function refuseMixedPrices({ type, gasPrice, maxFeePerGas, maxPriorityFeePerGas, accessList }: z.infer<typeof transaction>): void {
  const isNew = maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined
  if (gasPrice !== undefined && isNew) throw invalid('gasPrice and maxFeePerGas')
  if (maxFeePerGas !== undefined && BigInt(maxPriorityFeePerGas ?? 0) > BigInt(maxFeePerGas)) throw invalid('maxPriorityFeePerGas')
  if ((type === '0x2' || type === 'eip1559') && gasPrice !== undefined) throw invalid('type and gasPrice')
  if (type !== undefined && type !== '0x2' && type !== 'eip1559' && isNew) throw invalid('type and maxFeePerGas')
  if ((type === '0x0' || type === 'legacy') && accessList !== undefined) throw invalid('type and accessList')
}

/** `[transaction]`. Another sender, another chain, a type-3 or type-4 transaction and EIP-7702 lists are refused, not shown. */
export function transactionParams(params: unknown, account: string, chainId: number): EvmTransaction {
  const [value] = parse(z.tuple([z.unknown()], z.unknown()), params)
  if (typeof value === 'object' && value !== null) for (const key of forbidden) if (key in value) throw notAllowed(key)
  const tx = parse(transaction, value)
  if (!sameAddress(tx.from, account)) throw notAllowed('from')
  if (tx.chainId !== undefined && Number(tx.chainId) !== chainId) throw notAllowed('chainId')
  if (tx.type !== undefined && !['0x0', '0x1', '0x2', 'legacy', 'eip2930', 'eip1559'].includes(tx.type)) throw notAllowed('type')
  if (tx.data !== undefined && tx.input !== undefined && tx.data.toLowerCase() !== tx.input.toLowerCase())
    throw invalid('data and input differ')
  if (tx.gas !== undefined && tx.gasLimit !== undefined && BigInt(tx.gas) !== BigInt(tx.gasLimit)) throw invalid('gas and gasLimit differ')
  refuseMixedPrices(tx)
  const number = (hex: string | undefined) => (hex === undefined ? undefined : BigInt(hex))
  const nonce = number(tx.nonce)
  if (nonce !== undefined && nonce > BigInt(Number.MAX_SAFE_INTEGER)) throw invalid('nonce')
  const fields = {
    to: tx.to ?? undefined,
    gas: number(tx.gas ?? tx.gasLimit),
    gasPrice: number(tx.gasPrice),
    maxFeePerGas: number(tx.maxFeePerGas),
    maxPriorityFeePerGas: number(tx.maxPriorityFeePerGas),
    nonce: nonce === undefined ? undefined : Number(nonce),
    accessList: tx.accessList,
  }
  const given = Object.fromEntries(Object.entries(fields).filter(([, item]) => item !== undefined))
  return { from: tx.from, data: tx.data ?? tx.input ?? '0x', value: number(tx.value) ?? 0n, ...given } as EvmTransaction
}
