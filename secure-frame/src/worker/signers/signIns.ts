import { hex } from '@scure/base'
import type { ApprovalContent, Prepared } from '../approve/content.js'
import { isEvm } from '../policy/networks.js'
import { invalid } from '../policy/refusals.js'
import type { SignerContext } from './context.js'
import { join, split } from './payload.js'

/** One sign-in message, and the account that is to sign it. */
export type SignInPart = { readonly message: string; readonly context: SignerContext }

/** Prepares one of them as its family signs messages. */
async function prepareOne({ message, context }: SignInPart): Promise<Prepared> {
  const bytes = new TextEncoder().encode(message)
  const { account } = context
  const prepared = isEvm(context.network)
    ? await (await import('./evm/personalSign.js')).preparePersonalSign([`0x${hex.encode(bytes)}`, account], context)
    : await (await import('./solana/prepare.js')).prepareSolanaBytes(bytes, context)
  if (prepared.content.kind !== 'signIn') throw invalid('message')
  return prepared
}

/** What all of them say, one under the other; what is wrong with one is wrong with the approval. */
function contentOf(parts: readonly ApprovalContent[]): ApprovalContent {
  return {
    title: { id: 'title.signIn' },
    kind: 'signIn',
    changes: [],
    preview: 'none',
    grants: parts.flatMap(({ grants }) => grants),
    warnings: parts.flatMap(({ warnings }) => warnings),
    rows: [],
    calls: parts.map(({ title, rows }) => ({ title, rows })),
    message: parts.map(({ message }) => message).join('\n\n'),
    // Fields of several do not fit on a phone: a yes that is given before the end would be to the first of them.
    readWhole: parts.length > 1 || parts.some(({ readWhole }) => readWhole),
    details: [],
    blocked: parts.some(({ blocked }) => blocked),
    confirm: 'signIn',
    twice: false,
  }
}

/**
 * Prepares sign-ins of several chain families as one approval, which signs all of them or none.
 *
 * @returns what the approval signs: its signatures, in the order of `parts`
 * @throws RpcError -32602 for a text that is no sign-in message
 */
export async function prepareSignIns(parts: readonly SignInPart[]): Promise<Prepared> {
  const all = await Promise.all(parts.map(prepareOne))
  return {
    content: contentOf(all.map(({ content }) => content)),
    payload: join(all.map(({ payload }) => payload)),
    async execute(payload) {
      const messages = split(payload)
      const signatures: string[] = []
      for (const [at, prepared] of all.entries()) {
        const signed = await prepared.execute(Uint8Array.from(messages[at] ?? []))
        signatures.push(typeof signed === 'string' ? signed : (signed as { readonly signature: string }).signature)
      }
      return signatures
    },
    counterparties: [],
  }
}
