import { swapLimits } from '../../features/money/swap/swapLimits.js'
import type { MessageId, Translate } from '../../lib/i18n.js'
import type { LiveQuote, SwapFailure, SwapResult, SwapReview, SwapToken } from '../../state/swap.js'

/** Hundredths of a percent for users. */
export const percent = (part: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(part / 10_000)

/** How bad a price impact is. */
export const toneOf = (impact: number | undefined): 'positive' | 'warning' | 'negative' | '' => {
  if (impact === undefined) return ''
  if (impact >= swapLimits.highImpact) return 'negative'
  return impact >= swapLimits.noticedImpact ? 'warning' : 'positive'
}

export const failureTitles = {
  liquidity: 'swap.liquidityTitle',
  tooLittle: 'swap.tooLittleTitle',
  keepsPart: 'swap.keepsPartTitle',
  unknownToken: 'swap.unknownTokenTitle',
  unsupported: 'swap.offTitle',
  tooOften: 'swap.tooOftenTitle',
  unavailable: 'swap.unavailableTitle',
  mismatch: 'swap.mismatchTitle',
  moved: 'swap.movedTitle',
  changed: 'swap.notSwapped',
} as const satisfies Readonly<Record<SwapFailure, MessageId>>

export const failureBodies = {
  liquidity: 'swap.liquidityBody',
  tooLittle: 'swap.tooLittleBody',
  keepsPart: 'swap.keepsPartBody',
  unknownToken: 'swap.unknownTokenBody',
  unsupported: 'swap.offBody',
  tooOften: 'swap.tooOftenBody',
  unavailable: 'swap.unavailableBody',
  mismatch: 'swap.mismatchBody',
  moved: 'swap.movedBody',
  changed: 'transaction.changed',
} as const satisfies Readonly<Record<SwapFailure, MessageId>>

/** How a swap ended, and what that means. */
export const resultTitles = {
  done: 'swap.doneTitle',
  sent: 'swap.sentTitle',
  failed: 'swap.failedTitle',
  dropped: 'swap.droppedTitle',
  replaced: 'swap.replacedTitle',
  unsure: 'swap.unsureTitle',
} as const satisfies Readonly<Record<SwapResult['status'], MessageId>>

export const resultBodies = {
  failed: 'swap.failedBody',
  dropped: 'swap.droppedBody',
  replaced: 'swap.replacedBody',
  unsure: 'swap.unsureBody',
} as const satisfies Readonly<Record<Exclude<SwapResult['status'], 'done' | 'sent'>, MessageId>>

/** What a route goes through, in a few words. */
export function routeText(t: Translate, { route, provider }: LiveQuote): string {
  const pools = route.reduce((sum, leg) => sum + leg.pools.length, 0)
  if (pools === 0) return provider === 'pools' ? t('swap.routeWrapped') : provider
  return route.length > 1 ? t('swap.routeSplit', { ways: route.length, count: pools }) : t('swap.routePools', { count: pools })
}

/** The first step of a review, as its button says it. */
export function confirmText(t: Translate, { approval, from, impact }: SwapReview, accepted: boolean): string {
  if ((impact ?? 0) >= swapLimits.highImpact && !accepted) return t('swap.anyway')
  if (typeof approval === 'object') return t('swap.approve', { symbol: from.symbol })
  return approval === 'together' ? t('swap.approveAndSwap') : t('swap.swap')
}

/** One whole token in the other, for a line. */
export const rateOf = (from: SwapToken, amount: bigint, amountOut: bigint): bigint =>
  amount === 0n ? 0n : (amountOut * 10n ** BigInt(from.decimals)) / amount
