/**
 * An account before or after a transaction.
 *
 * @typedef {{ balance: bigint, account: import('litesvm/dist/internal.js').Account | null }} State
 */

/**
 * A transaction that is in the chain.
 *
 * @typedef {object} Entry
 * @property {import('./readTransaction.js').Transaction} transaction
 * @property {bigint} slot
 * @property {bigint} blockTime
 * @property {import('./errors.js').Failure | null} error
 * @property {import('litesvm/dist/internal.js').TransactionMetadata} meta
 * @property {bigint} fee
 * @property {readonly string[]} keys
 * @property {{ writable: string[], readonly: string[] }} loaded addresses that lookup tables added
 * @property {readonly State[]} before
 * @property {readonly State[]} after
 */

/**
 * Transactions that are in the chain, by signature and by account, newest first. Beyond its capacity the oldest are forgotten.
 *
 * @param {number} capacity
 */
export function createHistory(capacity) {
  /** @type {Map<string, Entry>} */
  const entries = new Map()
  /** @type {Map<string, Entry[]>} */
  const byAddress = new Map()
  let count = 0n

  function forgetOldest() {
    const [oldest] = entries
    if (!oldest) return
    const [signature, entry] = oldest
    entries.delete(signature)
    for (const key of entry.keys) {
      const list = byAddress.get(key)?.filter((other) => other !== entry) ?? []
      if (list.length > 0) byAddress.set(key, list)
      else byAddress.delete(key)
    }
  }

  return {
    get: (/** @type {string} */ signature) => entries.get(signature),
    /** How many there ever were. */
    count: () => count,
    ofAddress: (/** @type {string} */ address) => byAddress.get(address) ?? [],
    add(/** @type {Entry} */ entry) {
      count += 1n
      entries.set(entry.transaction.signature, entry)
      for (const key of new Set(entry.keys)) byAddress.set(key, [entry, ...(byAddress.get(key) ?? [])])
      if (entries.size > capacity) forgetOldest()
    },
  }
}
