import { textArea } from './storage.js'

/**
 * Plain JSON data by key in a part of the dialog's own storage: kept per project and page, in memory where the browser keeps nothing. Never
 * rejects. What cannot be read counts as absent.
 */
export function createKeyValueStorage(name: string) {
  const area = textArea(name)
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
