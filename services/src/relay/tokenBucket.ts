/**
 * A token bucket.
 *
 * @param rate `perSecond` refills, `burst` is what a full bucket holds
 * @param now milliseconds
 * @returns takes one token; false when there is none
 */
export function createTokenBucket(rate: { readonly perSecond: number; readonly burst: number }, now: () => number): () => boolean {
  let tokens = rate.burst
  let at = now()
  return () => {
    const time = now()
    tokens = Math.min(rate.burst, tokens + (Math.max(0, time - at) / 1_000) * rate.perSecond)
    at = time
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}
