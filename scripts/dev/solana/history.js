/**
 * Transactions that are in the chain, by signature and by account, newest first. Beyond its capacity the oldest are forgotten.
 *
 * @param {number} capacity
 */
export function createHistory(capacity) {
  const entries = new Map()
  const byAddress = new Map()
  let count = 0n

  function forgetOldest() {
    const [[signature, entry]] = entries
    entries.delete(signature)
    for (const key of entry.keys) {
      const list = byAddress.get(key)?.filter((other) => other !== entry) ?? []
      if (list.length > 0) byAddress.set(key, list)
      else byAddress.delete(key)
    }
  }

  return {
    get: (signature) => entries.get(signature),
    /** How many there ever were. */
    count: () => count,
    ofAddress: (address) => byAddress.get(address) ?? [],
    add(entry) {
      count += 1n
      entries.set(entry.transaction.signature, entry)
      for (const key of new Set(entry.keys)) byAddress.set(key, [entry, ...(byAddress.get(key) ?? [])])
      if (entries.size > capacity) forgetOldest()
    },
  }
}
