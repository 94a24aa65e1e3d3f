import { type Dialog, perDialog } from './dialog.js'
import { items, type StoredItem, type StoredItems } from './storageItems.js'

/** Layout version of everything below; a new one forgets the old values instead of misreading them. */
const layout = 1

type Scope = { readonly projectId: string; readonly origin: string }

const prefixOf = ({ projectId, origin }: Scope) => `latchkey:${layout}:${projectId}:${origin}:`

export type StorageMode = 'persistent' | 'memory'

type Area = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** What one dialog keeps here. */
type Own = {
  /** What the browser does not keep lives here, for the page's life; null is a value that was removed. */
  memory: Map<string, string | null>
  area: Area | undefined
  mode: StorageMode
  prefix: string
}

const kept = perDialog((): Own => ({ memory: new Map<string, string | null>(), area: undefined, mode: 'memory', prefix: '' }))

/** The browser's own. The getter itself throws where third-party storage is blocked. */
export const browserStorage = (): Storage => window.localStorage

/** The getter itself throws where third-party storage is blocked; a full or read-only one throws at the first write. */
function probe(dialog: Dialog): Area | undefined {
  try {
    const found = dialog.storage()
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
export function openStorage(dialog: Dialog, scope: Scope): StorageMode {
  const own = kept(dialog)
  own.area = probe(dialog)
  own.memory = new Map()
  own.mode = own.area ? 'persistent' : 'memory'
  own.prefix = prefixOf(scope)
  return own.mode
}

/** Whether values survive the page. */
export function storageMode(dialog: Dialog): StorageMode {
  return kept(dialog).mode
}

/** Every access may throw, whenever the browser likes: what fails once is kept in memory from then on. */
function read(dialog: Dialog, key: string): string | null {
  const own = kept(dialog)
  if (own.memory.has(key)) return own.memory.get(key) ?? null
  try {
    return own.area?.getItem(key) ?? null
  } catch {
    return null
  }
}

function write(dialog: Dialog, key: string, text: string | null): void {
  const own = kept(dialog)
  try {
    // What there was no room for once has an older value there.
    if (text === null) own.area?.removeItem(key)
    if (!own.area || own.memory.has(key)) own.memory.set(key, text)
    else if (text !== null) own.area.setItem(key, text)
  } catch {
    own.memory.set(key, text)
    own.mode = 'memory'
  }
}

/** What the browser keeps under a name, unchecked: for what is drawn before the checks are there. Null when there is nothing. Never throws. */
export function peekItem(scope: Scope, name: StoredItem): unknown {
  try {
    return JSON.parse(browserStorage().getItem(prefixOf(scope) + name) ?? 'null')
  } catch {
    return null
  }
}

/** The stored value; undefined when there is none, or when it is not what this version wrote. Never throws. */
export function readItem<K extends StoredItem>(dialog: Dialog, name: K): StoredItems[K] | undefined {
  const text = read(dialog, kept(dialog).prefix + name)
  if (text === null) return undefined
  try {
    const parsed = items[name].safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data as StoredItems[K]
  } catch {
    // Not JSON: not ours.
  }
  removeItem(dialog, name)
  return undefined
}

/** Stores a value. Never throws: what cannot be kept (quota, revoked permission) is forgotten with the page. */
export function writeItem<K extends StoredItem>(dialog: Dialog, name: K, value: StoredItems[K]): void {
  write(dialog, kept(dialog).prefix + name, JSON.stringify(value))
}

/** Forgets a value. Never throws. */
export function removeItem(dialog: Dialog, name: StoredItem): void {
  write(dialog, kept(dialog).prefix + name, null)
}

/** The raw parts, for `lib/keyValueStorage` alone. */
export const rawStorage = (dialog: Dialog) => ({
  area: kept(dialog).area,
  memory: kept(dialog).memory,
  prefix: kept(dialog).prefix,
  read: (key: string) => read(dialog, key),
  write: (key: string, text: string | null) => write(dialog, key, text),
})
