/** Bytes of a bigint, rounded up to a power of two; `limit + 1` when it needs more than `limit`. */
function bigintSize(value: bigint, limit: number): number {
  let bytes = 8
  while (bytes <= limit && BigInt.asIntN(8 * bytes, value) !== value) bytes *= 2
  return bytes
}

/**
 * About how many bytes a value takes on the wire, without serialising it: a guard against messages that would stall the receiver.
 * A string counts one byte per UTF-16 unit, a view counts its whole buffer (structured clone copies all of it), a cycle counts once.
 *
 * @param limit bytes after which counting stops, so that the cost of a huge message is bounded
 * @returns bytes; anything above `limit` only means "too large"
 */
export function messageSize(root: unknown, limit: number): number {
  const seen = new Set<unknown>()
  // A list of work and not recursion: a hostile value may be nested a million levels deep.
  const work: unknown[] = [root]
  let size = 0
  while (work.length && size <= limit) {
    const value = work.pop()
    size += 8
    if (typeof value === 'string') size += value.length
    else if (typeof value === 'bigint') size += bigintSize(value, limit)
    else if (typeof value === 'object' && value && !seen.has(value)) {
      seen.add(value)
      if (ArrayBuffer.isView(value)) size += value.buffer.byteLength
      else if (value instanceof ArrayBuffer) size += value.byteLength
      else if (value instanceof Blob) size += value.size
      else if (value instanceof Map) for (const pair of value) work.push(...pair)
      else if (value instanceof Set) for (const item of value) work.push(item)
      // Length first: holes of a sparse array cost the reader time although they cost the wire nothing.
      else if (Array.isArray(value)) {
        size += value.length
        if (size <= limit) for (const item of value) work.push(item)
      } else
        for (const key in value) {
          size += key.length
          work.push((value as Record<string, unknown>)[key])
          if (size > limit) break
        }
    }
  }
  return size
}
