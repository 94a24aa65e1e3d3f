/** What a token bucket says about one request. Times are whole seconds, as the headers want them. */
export type RateDecision = {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Until the bucket is full again. */
  readonly reset: number
  /** Until this request would be allowed; 0 when it is. */
  readonly retryAfter: number
}

/** Takes tokens for one request, or says when to come back. */
export type TokenBucket = (cost?: number) => RateDecision

export type Rate = { readonly perSecond: number; readonly burst: number }

/**
 * A token bucket, full at first.
 *
 * @param rate `perSecond` tokens come back each second, `burst` is what a full bucket holds
 * @param now milliseconds
 */
export function createTokenBucket({ perSecond, burst }: Rate, now: () => number): TokenBucket {
  let tokens = burst
  let at = now()
  return (cost = 1) => {
    const time = now()
    tokens = Math.min(burst, tokens + (Math.max(0, time - at) / 1_000) * perSecond)
    at = time
    // A request dearer than the whole bucket passes when the bucket is full; else it could never pass.
    const price = Math.min(cost, burst)
    const allowed = tokens >= price
    if (allowed) tokens -= price
    return {
      allowed,
      limit: burst,
      remaining: Math.floor(tokens),
      reset: Math.ceil((burst - tokens) / perSecond),
      retryAfter: allowed ? 0 : Math.max(1, Math.ceil((price - tokens) / perSecond)),
    }
  }
}
