import { items, type StoredItem, type StoredItems } from './storageItems.js'

/** Layout version of everything below; a new one forgets the old values instead of misreading them. */
const layout = 1

export type StorageMode = 'persistent' | 'memory'

type Area = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What the page's life offers where the browser denies storage. */
function memoryArea(): Area {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

let area: Area = memoryArea()
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
  const found = probe()
  area = found ?? memoryArea()
  mode = found ? 'persistent' : 'memory'
  prefix = `latchkey:${layout}:${scope.projectId}:${scope.origin}:`
  return mode
}

/** Whether values survive the page. */
export function storageMode(): StorageMode {
  return mode
}

/** The stored value; undefined when there is none, or when it is not what this version wrote. Never throws. */
export function readItem<K extends StoredItem>(name: K): StoredItems[K] | undefined {
  try {
    const text = area.getItem(prefix + name)
    if (text === null) return undefined
    const parsed = items[name].safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data as StoredItems[K]
    area.removeItem(prefix + name)
  } catch {
    removeItem(name)
  }
  return undefined
}

/** Stores a value. Never throws: what cannot be kept (quota, revoked permission) is forgotten with the page. */
export function writeItem<K extends StoredItem>(name: K, value: StoredItems[K]): void {
  const text = JSON.stringify(value)
  try {
    area.setItem(prefix + name, text)
  } catch {
    // Storage that worked at the probe and no longer does: the rest of the page's life uses memory.
    area = memoryArea()
    mode = 'memory'
    area.setItem(prefix + name, text)
  }
}

/** Forgets a value. Never throws. */
export function removeItem(name: StoredItem): void {
  try {
    area.removeItem(prefix + name)
  } catch {
    // Nothing to do: what cannot be read back is as good as gone.
  }
}
