import { type Currency, limits } from '@latchkey/protocol'

/** Currency that values are asked for and shown in. */
export const currency: Currency = 'usd'

/** Millionths: what values and prices are counted in, so that sums are exact. */
export const valueDecimals = 6

/** Times, limits and digits of everything about money, in one place. Times are milliseconds; how long stored values live is in `lib/cache.ts`. */
export const money = {
  /** Between two requests while the account is on screen. */
  poll: 10_000,
  /** No request for so long after one failed, even when asked. */
  retryBlock: limits.balanceRetryBlock,
  identityCache: limits.identityCache,
  historyCache: limits.historyCache,
  /** Decimals of an amount, and of its value. */
  amountDigits: 3,
  fiatDigits: 2,
  /** Decimals of a change in per cent. */
  changeDigits: 2,
  /** Transactions that are followed until they are in the chain. */
  pendingTransactions: limits.pendingTransactions,
  /** Balances below this value count as small: one unit of the currency. */
  smallValue: 10n ** BigInt(valueDecimals),
} as const
