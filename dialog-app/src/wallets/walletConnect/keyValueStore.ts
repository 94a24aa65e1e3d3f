/**
 * Where the WalletConnect client keeps its keys and sessions: plain JSON data by key. The dialog plugs its own storage in, so that the
 * client never touches the browser's.
 */
export type KeyValueStore = {
  getItem(key: string): Promise<unknown>
  setItem(key: string, value: unknown): Promise<void>
  removeItem(key: string): Promise<void>
  getKeys(): Promise<string[]>
  getEntries(): Promise<[string, unknown][]>
}

/** A store for the page's life. Values are copied, as a real one would. */
export function createMemoryStore(): KeyValueStore {
  const values = new Map<string, string>()
  return {
    getItem: async (key) => {
      const text = values.get(key)
      return text === undefined ? undefined : JSON.parse(text)
    },
    setItem: async (key, value) => void values.set(key, JSON.stringify(value)),
    removeItem: async (key) => void values.delete(key),
    getKeys: async () => [...values.keys()],
    getEntries: async () => [...values].map(([key, text]) => [key, JSON.parse(text)]),
  }
}
