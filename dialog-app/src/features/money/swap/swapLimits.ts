import { limits } from '@latchkey/protocol'

/** Times and limits of swaps. Times are milliseconds; parts are hundredths of a percent. */
export const swapLimits = {
  /** Between two prices while the view is on screen. */
  refresh: 10_000,
  /** How long a reviewed price may be sent. */
  reviewFor: 30_000,
  /** Between two looks at whether a token has arrived on another network. */
  arrival: 5_000,
  slippage: limits.swapSlippagePercent * 100,
  leastSlippage: 1,
  mostSlippage: 5_000,
  /** From here on the user is warned that much can be lost. */
  highSlippage: 500,
  /** From here on a price costs a second yes. */
  highImpact: 500,
  /** From here on it is shown as a warning. */
  noticedImpact: 100,
  /** Units of gas that stay behind when all of the native coin is sold. */
  reservedGas: 150_000n,
} as const

/** All of it, in hundredths of a percent. */
export const whole = 10_000n
