import { z } from '@latchkey/protocol/schemas/secure'
import { base58, base64 } from '@scure/base'
import type { Prepared } from '../../approve/content.js'
import { invalid, notAllowed } from '../../policy/refusals.js'
import type { Bytes } from '../../vault/bytes.js'
import type { SignerContext } from '../context.js'
import { messageContent, requestContextOf } from '../messageContent.js'
import { join, split } from '../payload.js'
import { sendSigned } from '../sendSigned.js'
import { signBytes } from './sign.js'
import { solanaContent } from './transactionContent.js'
import { isTransaction, parseTransaction, type WireTransaction, withSignature } from './wire.js'

const text = (maximum: number) => z.string().check(z.maxLength(maximum))
const pubkey = text(44)
const encoded = text(4_096)
/** Fields of `sendTransaction`'s options that a page may choose. */
const sendOptions = z.object({
  skipPreflight: z.optional(z.boolean()),
  preflightCommitment: z.optional(z.enum(['processed', 'confirmed', 'finalized'])),
  maxRetries: z.optional(z.int().check(z.gte(0), z.lte(64))),
  minContextSlot: z.optional(z.int()),
})
const shapes = {
  message: z.object({ message: text(65_536), pubkey: z.optional(pubkey) }),
  one: z.object({ transaction: encoded, pubkey: z.optional(pubkey), sendOptions: z.optional(sendOptions) }),
  all: z.object({ transactions: z.array(encoded).check(z.minLength(1), z.maxLength(20)), pubkey: z.optional(pubkey) }),
}

function parse<T>(type: z.ZodMiniType<T>, params: unknown, account: string): T {
  const result = type.safeParse(Array.isArray(params) ? params[0] : params)
  if (!result.success) throw invalid(result.error.issues[0]?.path.join('.') ?? '')
  const { pubkey: signer } = result.data as { pubkey?: string }
  if (signer !== undefined && signer !== account) throw notAllowed('pubkey')
  return result.data
}

function decode(decoder: (value: string) => Uint8Array, value: string): Uint8Array {
  try {
    return decoder(value)
  } catch {
    throw invalid('encoding')
  }
}

type Parsed = { readonly bytes: Uint8Array; readonly wire: WireTransaction; readonly index: number }

function read(source: string, account: string): Parsed {
  const bytes = decode(base64.decode, source)
  let wire: WireTransaction
  try {
    wire = parseTransaction(bytes)
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : 'transaction')
  }
  const index = wire.message.keys.slice(0, wire.message.required).indexOf(account)
  if (index < 0) throw notAllowed('signer')
  return { bytes, wire, index }
}

/** Whether bytes begin as a transaction's message of a version does (0x80 and up), and as no text can. */
const isVersioned = ([first = 0]: Uint8Array) => first >= 0x80 && first < 0xc0

function refuseTransaction(bytes: Uint8Array): void {
  if (isTransaction(bytes) || isVersioned(bytes)) throw notAllowed('transaction')
}

/**
 * @throws RpcError -32602, 4200: bytes that are a transaction are refused, because a signature over them would spend, and those of a version that
 *   nobody knows yet
 */
export function validateMessage(params: unknown, account: string): Uint8Array {
  const { message } = parse(shapes.message, params, account)
  const bytes = decode(base58.decode, message)
  refuseTransaction(bytes)
  return bytes
}

/** @throws RpcError -32602 for what is no transaction, 4200 for one that this account does not sign */
export function validateTransactions(params: unknown, account: string): void {
  const many = z.looseObject({ transactions: z.array(z.unknown()) }).safeParse(Array.isArray(params) ? params[0] : params).success
  const sources = many ? parse(shapes.all, params, account).transactions : [parse(shapes.one, params, account).transaction]
  for (const source of sources) read(source, account)
}

/** Prepares `solana_signMessage`. */
export const prepareSolanaMessage = async (params: unknown, context: SignerContext): Promise<Prepared> =>
  prepareSolanaBytes(validateMessage(params, context.account), context)

/**
 * Prepares a message that is here already: base58 takes seconds for a long one.
 *
 * @throws RpcError 4200 for bytes that are a transaction
 */
export function prepareSolanaBytes(bytes: Uint8Array, context: SignerContext): Prepared {
  refuseTransaction(bytes)
  return {
    content: messageContent(bytes, requestContextOf(context)),
    payload: Uint8Array.from(bytes),
    execute: async (payload) => {
      const [signature] = await context.withKey('solana', (key) => signBytes(key, [payload]))
      return { signature: base58.encode(signature ?? new Uint8Array()) }
    },
    counterparties: [],
  }
}

async function signed(list: readonly Parsed[], payload: Bytes, context: SignerContext) {
  const signatures = await context.withKey('solana', (key) => signBytes(key, split(payload)))
  return list.map(({ wire, index }, at) => {
    const signature = signatures[at] ?? new Uint8Array()
    return { signature: base58.encode(signature), transaction: base64.encode(withSignature(wire, index, signature)) }
  })
}

/** Prepares `solana_signTransaction` and `solana_signAndSendTransaction`. */
export async function prepareSolanaTransaction(params: unknown, context: SignerContext, send: boolean): Promise<Prepared> {
  const { transaction, sendOptions: options } = parse(shapes.one, params, context.account)
  const parsed = read(transaction, context.account)
  const { content, counterparties } = await solanaContent([parsed], context)
  return {
    content,
    counterparties,
    payload: join([parsed.wire.messageBytes]),
    execute: async (payload) => {
      const [result] = await signed([parsed], payload, context)
      if (!send || !result) return result
      // What a network knows it by: the first signature of all, which is the fee payer's.
      const signature = base58.encode(base64.decode(result.transaction).subarray(1, 65))
      await sendSigned(
        () => context.rpc('sendTransaction', [result.transaction, { ...options, encoding: 'base64' }]),
        async () => ((await context.rpc('getSignatureStatuses', [[signature]])) as { readonly value: readonly unknown[] }).value[0],
      )
      return { signature }
    },
  }
}

/** Prepares `solana_signAllTransactions`: all of them in one approval, what each does under the other. */
export async function prepareSolanaAll(params: unknown, context: SignerContext): Promise<Prepared> {
  const { transactions } = parse(shapes.all, params, context.account)
  const list = transactions.map((transaction) => read(transaction, context.account))
  const { content, counterparties } = await solanaContent(list, context)
  return {
    content,
    counterparties,
    payload: join(list.map(({ wire }) => wire.messageBytes)),
    execute: async (payload) => ({ transactions: (await signed(list, payload, context)).map(({ transaction }) => transaction) }),
  }
}
