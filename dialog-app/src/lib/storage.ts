import { items, type StoredItem, type StoredItems } from './storageItems.js'

/** Layout version of everything below; a new one forgets the old values instead of misreading them. */
const layout = 1

export type StorageMode = 'persistent' | 'memory'

type Area = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** What the browser does not keep lives here, for the page's life; null is a value that was removed. */
let memory = new Map<string, string | null>()
let area: Area | undefined
let mode: StorageMode = 'memory'
let prefix = ''

/** The getter itself throws where third-party storage is blocked; a full or read-only one throws at the first write. */
function probe(): Area | undefined {
  try {
    const found = window.localStorage
    const key = 'latchkey:probe'
    found.setItem(key, key)
    const works = found.getItem(key) === key
    found.removeItem(key)
    return works ? found : undefined
  } catch {
    return undefined
  }
}

/**
 * Chooses where values live, once per page: the browser's storage if it works, else memory.
 * Keyed by project and page origin, because not every browser partitions storage by site.
 */
export function openStorage(scope: { projectId: string; origin: string }): StorageMode {
  area = probe()
  memory = new Map()
  mode = area ? 'persistent' : 'memory'
  prefix = `latchkey:${layout}:${scope.projectId}:${scope.origin}:`
  return mode
}

/** Whether values survive the page. */
export function storageMode(): StorageMode {
  return mode
}

/** Every access may throw, whenever the browser likes: what fails once is kept in memory from then on. */
function read(key: string): string | null {
  if (memory.has(key)) return memory.get(key) ?? null
  try {
    return area?.getItem(key) ?? null
  } catch {
    return null
  }
}

function write(key: string, text: string | null): void {
  try {
    if (!area || memory.has(key)) memory.set(key, text)
    else if (text === null) area.removeItem(key)
    else area.setItem(key, text)
  } catch {
    memory.set(key, text)
    mode = 'memory'
  }
}

/** The stored value; undefined when there is none, or when it is not what this version wrote. Never throws. */
export function readItem<K extends StoredItem>(name: K): StoredItems[K] | undefined {
  const text = read(prefix + name)
  if (text === null) return undefined
  try {
    const parsed = items[name].safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data as StoredItems[K]
  } catch {
    // Not JSON: not ours.
  }
  removeItem(name)
  return undefined
}

/** Stores a value. Never throws: what cannot be kept (quota, revoked permission) is forgotten with the page. */
export function writeItem<K extends StoredItem>(name: K, value: StoredItems[K]): void {
  write(prefix + name, JSON.stringify(value))
}

/** Forgets a value. Never throws. */
export function removeItem(name: StoredItem): void {
  write(prefix + name, null)
}

/** The raw parts, for `lib/keyValueStorage` alone. */
export const rawStorage = { area: () => area, memory: () => memory, prefix: () => prefix, read, write }
