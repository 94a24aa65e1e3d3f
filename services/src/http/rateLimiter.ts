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

export type RateLimiter = (key: string, cost?: number) => RateDecision

type Bucket = { tokens: number; at: number }

/** Full buckets are forgotten this often (milliseconds), so that the table holds only those who came lately. */
const sweepInterval = 60_000
/** Most keys that are counted at a time. Beyond it, whoever has not come for the longest time starts anew. */
export const rateLimiterKeys = 50_000

/**
 * A token bucket per key, in memory: each process counts for itself.
 *
 * @param perSecond tokens that come back each second
 * @param burst size of the bucket
 * @param now milliseconds, for tests
 */
export function createRateLimiter({ perSecond, burst }: { perSecond: number; burst: number }, now: () => number = Date.now): RateLimiter {
  const buckets = new Map<string, Bucket>()
  let swept = now()

  const sweep = (at: number) => {
    swept = at
    for (const [key, bucket] of buckets) if (bucket.tokens + ((at - bucket.at) / 1_000) * perSecond >= burst) buckets.delete(key)
  }

  return (key, cost = 1) => {
    const at = now()
    if (at - swept >= sweepInterval) sweep(at)
    const bucket = buckets.get(key) ?? { tokens: burst, at }
    // Last in the table, so that the first in it is who has not come for the longest time.
    buckets.delete(key)
    buckets.set(key, bucket)
    const oldest = buckets.keys().next()
    if (buckets.size > rateLimiterKeys && !oldest.done) buckets.delete(oldest.value)
    bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1_000) * perSecond)
    bucket.at = at
    // A request dearer than the whole bucket passes when the bucket is full; else it could never pass.
    const price = Math.min(cost, burst)
    const allowed = bucket.tokens >= price
    if (allowed) bucket.tokens -= price
    return {
      allowed,
      limit: burst,
      remaining: Math.floor(bucket.tokens),
      reset: Math.ceil((burst - bucket.tokens) / perSecond),
      retryAfter: allowed ? 0 : Math.max(1, Math.ceil((price - bucket.tokens) / perSecond)),
    }
  }
}

/** The headers that tell a client about its bucket; `Retry-After` only when it was refused. */
export function rateHeaders(decision: RateDecision): Record<string, string> {
  return {
    'ratelimit-limit': String(decision.limit),
    'ratelimit-remaining': String(decision.remaining),
    'ratelimit-reset': String(decision.reset),
    ...(decision.allowed ? {} : { 'retry-after': String(decision.retryAfter) }),
  }
}
