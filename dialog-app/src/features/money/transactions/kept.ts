import { namespaceIds } from '@latchkey/protocol'
import type { Dialog } from '../../../lib/dialog.js'
import { z } from '../../../lib/schema.js'
import { readItem, writeItem } from '../../../lib/storage.js'
import type { Transaction } from '../../../state/transactions.js'
import { money } from '../constants.js'

/** Milliseconds after which the end of a transaction is no news. */
const keptFor = 86_400_000

const text = z.string().check(z.maxLength(200))
const longest = 4_096
/** Of a wallet's id for a batch of calls: 4,096 bytes as hexadecimal digits (EIP-5792). */
const longestId = 8_194
const transaction = z.object({
  id: text,
  purpose: z.enum(['send', 'approve', 'swap']),
  namespace: z.enum(namespaceIds),
  networkId: z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/)),
  from: text,
  status: z.enum(['asking', 'unsure', 'pending', 'confirmed', 'failed', 'dropped', 'replaced']),
  at: z.number(),
  // A union would bring its code into the first view, where all of zod's is.
  sent: z.optional(
    z.object({ kind: z.enum(['hash', 'calls']), hash: z.optional(text), id: z.optional(z.string().check(z.maxLength(longestId))) }),
  ),
  hash: z.optional(text),
  nonce: z.optional(z.number()),
  replacedBy: z.optional(text),
  reason: z.optional(z.string().check(z.maxLength(longest))),
  calls: z.array(z.object({ to: text, value: z.string().check(z.regex(/^\d{1,78}$/)), data: z.optional(z.string()) })),
  about: z.optional(z.unknown()),
})

/** What was kept of transactions, the newest first; what is too old, or of another version, is left out. */
export function readTransactions(dialog: Dialog): readonly Transaction[] {
  return (readItem(dialog, 'transactions') ?? []).flatMap((value) => {
    const parsed = transaction.safeParse(value)
    if (!parsed.success || dialog.now() - parsed.data.at >= keptFor) return []
    const { sent } = parsed.data
    return !sent || (sent.kind === 'hash' ? sent.hash : sent.id) ? [parsed.data as Transaction] : []
  })
}

/** Keeps one transaction for the next visit, beside those that other tabs keep. */
export function keepTransaction(dialog: Dialog, changed: Transaction): void {
  const others = readTransactions(dialog).filter(({ id }) => id !== changed.id)
  // A contract says as much as it likes.
  const kept = changed.reason === undefined ? changed : { ...changed, reason: changed.reason.slice(0, longest) }
  const all = [kept, ...others].sort((a, b) => b.at - a.at)
  writeItem(dialog, 'transactions', all.slice(0, money.pendingTransactions))
}

/** The user has seen how it ended. */
export function forgetKept(dialog: Dialog, gone: string): void {
  writeItem(
    dialog,
    'transactions',
    readTransactions(dialog).filter(({ id }) => id !== gone),
  )
}
