import { type SolanaSignInInput, solanaSignInMessage } from '@latchkey/protocol'
import { z } from '@latchkey/protocol/schemas/secure'
import { base58, base64 } from '@scure/base'
import type { Prepared } from '../../approve/content.js'
import { invalid, notAllowed } from '../../policy/refusals.js'
import type { SignerContext } from '../context.js'
import { messageContent, requestContextOf } from '../messageContent.js'
import { signBytes } from './sign.js'

/** One line of the message: a break in it could write another field. */
const line = z.optional(z.string().check(z.maxLength(1_024), z.regex(/^[^\r\n]*$/)))
const shape = z.object({
  input: z.object({
    domain: line,
    address: line,
    statement: line,
    uri: line,
    version: line,
    chainId: line,
    nonce: line,
    issuedAt: line,
    expirationTime: line,
    notBefore: line,
    requestId: line,
    resources: z.optional(z.array(z.string().check(z.maxLength(1_024), z.regex(/^[^\r\n]*$/))).check(z.maxLength(32))),
  }),
})

/** @throws RpcError -32602; 4200 for another account */
export function validateSignIn(params: unknown, account: string): SolanaSignInInput {
  const result = shape.safeParse(Array.isArray(params) ? params[0] : params)
  if (!result.success) throw invalid(result.error.issues[0]?.path.join('.') ?? '')
  const { input } = result.data
  if (input.address !== undefined && input.address !== account) throw notAllowed('address')
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

/**
 * Prepares `solana_signIn`. The message is made here: its account is ours, and its domain the page's, unless the page names another: then
 * it is shown and cannot be signed.
 */
export async function prepareSolanaSignIn(params: unknown, context: SignerContext): Promise<Prepared> {
  const { origin, account } = context
  const message = solanaSignInMessage({ domain: new URL(origin).host, ...validateSignIn(params, account), address: account })
  const bytes = new TextEncoder().encode(message)
  return {
    content: messageContent(bytes, requestContextOf(context)),
    payload: Uint8Array.from(bytes),
    execute: async (payload) => {
      const [signature] = await context.withKey('solana', (key) => signBytes(key, [payload]))
      return { pubkey: account, signedMessage: base64.encode(payload), signature: base58.encode(signature ?? new Uint8Array()) }
    },
    counterparties: [],
  }
}
