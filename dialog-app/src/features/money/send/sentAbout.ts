import { z } from '../../../lib/schema.js'
import type { SendReview } from '../../../state/send.js'
import type { Transaction } from '../../../state/transactions.js'

const text = z.string().check(z.maxLength(300))
const units = z.string().check(z.regex(/^\d{1,78}$/))
const about = z.object({
  symbol: text,
  decimals: z.number().check(z.gte(0), z.lte(255)),
  amount: units,
  arrives: z.optional(units),
  arrived: z.optional(z.nullable(units)),
  to: text,
  name: z.optional(text),
  icon: z.optional(z.string().check(z.maxLength(8_192))),
  preset: z.optional(text),
  arrival: z.optional(z.number()),
})

/** What a transfer that was sent is told as, after a reload too. */
export type SentAbout = {
  readonly symbol: string
  readonly decimals: number
  readonly amount: bigint
  /** What the recipient gets of it: as the trial before it said, and by the chain once it is there; null where neither says. Left out where it is all. */
  readonly arrives?: bigint | null
  readonly to: string
  readonly name?: string
  readonly icon?: string
  /** The opening of a page that wanted it sent. */
  readonly preset?: string
  readonly arrival?: number
}

/** As it is kept with the transaction. */
export function writeSent(
  { token, amount, arrives, address, name, arrival }: SendReview,
  preset: string | undefined,
): z.infer<typeof about> {
  const { symbol, decimals, icon } = token
  return {
    symbol,
    decimals,
    amount: String(amount),
    ...(arrives === undefined ? {} : { arrives: String(arrives) }),
    to: address,
    ...(name ? { name } : {}),
    // A picture of its own is long, and is not needed for the sentence.
    ...(icon && !icon.startsWith('data:') ? { icon } : {}),
    ...(preset ? { preset } : {}),
    ...(arrival === undefined ? {} : { arrival }),
  }
}

/** What was kept with a transaction; undefined when this version did not write it. */
export function readSent(transaction: Transaction): SentAbout | undefined {
  const parsed = about.safeParse(transaction.about)
  if (!parsed.success) return undefined
  const { amount, arrives, arrived = arrives, ...rest } = parsed.data
  return {
    ...(rest as Omit<SentAbout, 'amount' | 'arrives'>),
    amount: BigInt(amount),
    ...(arrived === undefined ? {} : { arrives: arrived === null ? null : BigInt(arrived) }),
  }
}
