/** Milliseconds. A message may be numbered before another one and written after it, but not by so much. */
const overlap = 60_000

/**
 * Remembers how far a store had come, so that looks into it need not begin at the start.
 *
 * @param now milliseconds
 */
export function createRecent(now: () => number) {
  let passed: { readonly seq: number; readonly at: number } | undefined
  let next: { readonly seq: number; readonly at: number } | undefined

  return {
    /**
     * Up to which number everything was found before.
     *
     * @param newest the newest number there is now
     */
    since(newest: number): number {
      if (!next || now() - next.at >= overlap) {
        passed = next
        next = { seq: newest, at: now() }
      }
      return passed?.seq ?? 0
    },
  }
}
