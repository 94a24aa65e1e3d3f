import { LRUCache } from 'lru-cache'
import type { Chain } from '../config/chains.js'

/** Facts that are addressed by the hash of what they describe: they cannot change. */
const immutable = new Set(['eth_getBlockByHash', 'eth_getBlockTransactionCountByHash', 'eth_getTransactionByBlockHashAndIndex'])
/** Facts about the newest block: kept for a fraction of a block. */
const headDependent = new Set([
  'eth_blockNumber',
  'eth_gasPrice',
  'eth_maxPriorityFeePerGas',
  'eth_blobBaseFee',
  'eth_feeHistory',
  'eth_getBalance',
  'eth_call',
  'eth_getCode',
  'eth_getStorageAt',
  'eth_getBlockByNumber',
  'eth_getLogs',
  'eth_getTransactionReceipt',
  'eth_getTransactionByHash',
])

/** Milliseconds. */
const immutableFor = 600_000
const defaultHeadTime = 250
const minHeadTime = 250
const maxHeadTime = 2_000

const maxBytes = 32 * 1_048_576
const maxEntryBytes = 262_144

/** True for reads whose answer two callers at the same moment may share. Nonces are always asked for: they decide over money. */
export const isShareable = (method: string, params: string) => method !== 'eth_getTransactionCount' && !params.includes('"pending"')

/** Milliseconds for which a fact about the newest block is kept: a fourth of the block time, 250 to 2000 ms. 0 keeps it not at all. */
export function keepNewest({ blockTime }: Pick<Chain, 'blockTime'>, raw: string): number {
  if (raw === 'null') return 0
  if (blockTime === undefined) return defaultHeadTime
  return blockTime === 0 ? 0 : Math.min(Math.max(blockTime / 4, minHeadTime), maxHeadTime)
}

/** Milliseconds for which an EVM chain's answer is kept; 0 keeps it not at all. */
export function keepFor(chain: Pick<Chain, 'blockTime'>, method: string, raw: string): number {
  if (raw === 'null') return 0
  if (immutable.has(method)) return immutableFor
  return headDependent.has(method) ? keepNewest(chain, raw) : 0
}

export type ReadCache = {
  readonly get: (key: string) => string | undefined
  readonly set: (key: string, raw: string, milliseconds: number) => void
  /** Forgets everything: the chain has changed by our own doing. */
  readonly clear: () => void
}

/**
 * Results of one chain by call, 32 MB of them: what was used longest ago goes first.
 *
 * @param now milliseconds, for tests
 */
export function createReadCache(now: () => number = Date.now): ReadCache {
  const results = new LRUCache<string, string>({
    maxSize: maxBytes,
    maxEntrySize: maxEntryBytes,
    sizeCalculation: (raw, key) => key.length + raw.length,
    ttlResolution: 0,
    perf: { now },
  })
  return {
    get: (key) => results.get(key),
    set(key, raw, milliseconds) {
      if (milliseconds > 0) results.set(key, raw, { ttl: milliseconds })
    },
    clear: () => results.clear(),
  }
}
