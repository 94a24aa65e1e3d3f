import { limits } from '@latchkey/protocol'
import type { Dialog } from './dialog.js'
import { readItem, removeItem, writeItem } from './storage.js'
import type { StoredItems } from './storageItems.js'

/** Lifetimes in milliseconds. The account on screen is shown with what was known, however old, while it is asked for again (`stale`). */
const lifetimes = {
  balanceCache: limits.nativeBalanceCache,
  nameCache: limits.nameCache,
  identityCache: limits.identityCache,
  portfolioCache: limits.portfolioCache,
} as const

const entriesKept = 50
/** Of what an account holds: a list of hundreds of tokens is long. */
const portfoliosKept = 6

export type CacheName = keyof typeof lifetimes
type Value<K extends CacheName> = StoredItems[K][string]['value']

/** What was cached under `key` within the cache's lifetime; `stale: true` also gives what is older, for "as of 2 min ago". */
export function readCache<K extends CacheName>(
  dialog: Dialog,
  name: K,
  key: string,
  options: { stale?: boolean; now?: number } = {},
): { readonly at: number; readonly value: Value<K> } | undefined {
  const { stale = false, now = dialog.now() } = options
  const entry = readItem(dialog, name)?.[key] as { at: number; value: Value<K> } | undefined
  // A time in the future is a clock that was set back: not trusted.
  if (!entry || entry.at > now) return undefined
  return stale || now - entry.at < lifetimes[name] ? entry : undefined
}

/** Caches a value under `key`; the oldest entries make room. */
export function writeCache<K extends CacheName>(dialog: Dialog, name: K, key: string, value: Value<K>, now = dialog.now()): void {
  const entries = { ...readItem(dialog, name), [key]: { at: now, value } }
  const kept = Object.entries(entries)
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, name === 'portfolioCache' ? portfoliosKept : entriesKept)
  writeItem(dialog, name, Object.fromEntries(kept) as StoredItems[K])
}

export function clearCache(dialog: Dialog, name: CacheName): void {
  removeItem(dialog, name)
}
