import type { Dialog } from './dialog.js'
import { rawStorage } from './storage.js'

/** A part of the storage that belongs to a library alone: texts under keys of its own. Never throws. */
function textArea(dialog: Dialog, name: string) {
  const storage = rawStorage(dialog)
  const start = `${storage.prefix}${name}:`
  return {
    read: (key: string) => storage.read(start + key),
    write: (key: string, text: string | null) => storage.write(start + key, text),
    keys(): string[] {
      const found = new Set<string>()
      const area = storage.area
      try {
        for (let index = 0; area && index < area.length; index += 1) found.add(area.key(index) ?? '')
      } catch {
        // Revoked meanwhile: what is in memory is what there is.
      }
      for (const [key, text] of storage.memory) text === null ? found.delete(key) : found.add(key)
      return [...found].filter((key) => key.startsWith(start)).map((key) => key.slice(start.length))
    },
  }
}

/**
 * Plain JSON data by key in a part of the dialog's own storage: kept per project and page, in memory where the browser keeps nothing. Never
 * rejects. What cannot be read counts as absent.
 */
export function createKeyValueStorage(dialog: Dialog, name: string) {
  const area = textArea(dialog, name)
  const read = (key: string): unknown => {
    const text = area.read(key)
    if (text === null) return undefined
    try {
      return JSON.parse(text)
    } catch {
      return undefined
    }
  }
  return {
    getItem: async (key: string): Promise<unknown> => read(key),
    setItem: async (key: string, value: unknown): Promise<void> => area.write(key, JSON.stringify(value)),
    removeItem: async (key: string): Promise<void> => area.write(key, null),
    getKeys: async (): Promise<string[]> => area.keys(),
    getEntries: async (): Promise<[string, unknown][]> => area.keys().map((key) => [key, read(key)]),
  }
}

export type KeyValueStorage = ReturnType<typeof createKeyValueStorage>
