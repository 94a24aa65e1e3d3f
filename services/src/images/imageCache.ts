/** What is kept: a picture, or the sentence that says why there is none. */
export type Cached<Value> = { readonly value: Value; readonly size: number; readonly until: number }

export type ImageCache<Value> = {
  readonly get: (key: string) => Value | undefined
  /** @param size bytes; @param lifetime milliseconds */
  readonly set: (key: string, value: Value, size: number, lifetime: number) => void
}

/**
 * A cache bounded by bytes; what was used longest ago goes first.
 *
 * @param capacity bytes
 * @param now milliseconds, for tests
 */
export function createImageCache<Value>(capacity: number, now: () => number = Date.now): ImageCache<Value> {
  const entries = new Map<string, Cached<Value>>()
  let used = 0

  const remove = (key: string) => {
    used -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }

  return {
    get: (key) => {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      if (entry.until <= now()) {
        used -= entry.size
        return undefined
      }
      entries.set(key, entry)
      return entry.value
    },
    set: (key, value, size, lifetime) => {
      remove(key)
      entries.set(key, { value, size, until: now() + lifetime })
      used += size
      for (const oldest of entries.keys()) {
        if (used <= capacity) break
        remove(oldest)
      }
    },
  }
}
