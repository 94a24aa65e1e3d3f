import type { CaipNetworkId } from '@latchkey/protocol'
import { z } from '../../../lib/schema.js'
import type { SwapProgress, SwapReview } from '../../../state/swap.js'
import type { Transaction } from '../../../state/transactions.js'

/** What is kept of a step, so that it can be told after a reload. Amounts are decimal text in the smallest unit. */
export const swapAbout = ({ from, to, amount, minimum }: SwapReview, step: SwapProgress['step']) => ({
  step,
  from: { symbol: from.symbol, decimals: from.decimals, address: from.address },
  to: { symbol: to.symbol, decimals: to.decimals, address: to.address, ...(to.networkId ? { networkId: to.networkId } : {}) },
  amount: String(amount),
  minimum: String(minimum),
})

const token = z.object({ symbol: z.string(), decimals: z.number(), address: z.string() })
const networkId = z.custom<CaipNetworkId>((value) => typeof value === 'string' && value.includes(':'))
const received = z.object({ ...token.shape, networkId: z.optional(networkId) })
const whole = z.string().check(z.regex(/^\d{1,78}$/))
const about = z.object({ step: z.enum(['reset', 'approve', 'swap']), from: token, to: received, amount: whole, minimum: whole })

/** What a kept transaction was for; undefined for one that is not of a swap. */
export function readSwapAbout({ about: value }: Transaction) {
  const parsed = about.safeParse(value)
  return parsed.success ? parsed.data : undefined
}
