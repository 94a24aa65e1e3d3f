import { LRUCache } from 'lru-cache'
import { createTokenBucket, type Rate, type RateDecision, type TokenBucket } from './tokenBucket.js'

export type RateLimiter = (key: string, cost?: number) => RateDecision

/** Full buckets are forgotten this often (milliseconds), so that the table holds only those who came lately. */
const sweepInterval = 60_000
/** Most keys that are counted at a time. Beyond it, whoever has not come for the longest time starts anew. */
export const rateLimiterKeys = 50_000

/**
 * A token bucket per key, in memory: each process counts for itself.
 *
 * @param rate of each key
 * @param now milliseconds, for tests
 */
export function createRateLimiter(rate: Rate, now: () => number = Date.now): RateLimiter {
  const buckets = new LRUCache<string, TokenBucket>({
    // Counted like this, room is not set aside for all of them at once.
    maxSize: rateLimiterKeys,
    sizeCalculation: () => 1,
    // Whoever has not come for so long has a full bucket again: a new one is the same.
    ttl: Math.ceil((rate.burst / rate.perSecond) * 1_000),
    updateAgeOnGet: true,
    ttlResolution: 0,
    perf: { now },
  })
  let swept = now()
  return (key, cost) => {
    if (now() - swept >= sweepInterval) {
      swept = now()
      buckets.purgeStale()
    }
    const known = buckets.get(key)
    const bucket = known ?? createTokenBucket(rate, now)
    if (!known) buckets.set(key, bucket)
    return bucket(cost)
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
