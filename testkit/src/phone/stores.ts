import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the wallet keeps its keys and sessions: plain JSON data by key. */
export type Store = {
  getItem<T>(key: string): Promise<T | undefined>
  setItem<T>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
  getKeys(): Promise<string[]>
  getEntries<T>(): Promise<[string, T][]>
}

function createStore(values: Map<string, string>, changed: () => void): Store {
  return {
    async getItem(key) {
      const text = values.get(key)
      return text === undefined ? undefined : JSON.parse(text)
    },
    async setItem(key, value) {
      values.set(key, JSON.stringify(value))
      changed()
    },
    async removeItem(key) {
      values.delete(key)
      changed()
    },
    getKeys: async () => [...values.keys()],
    getEntries: async () => [...values].map(([key, text]) => [key, JSON.parse(text)]),
  }
}

/** Forgotten when the process ends. */
export const createMemoryStore = () => createStore(new Map(), () => undefined)

/** One JSON file in a folder, replaced as a whole, so that a killed process leaves the old one. */
export function createFileStore(folder: string): Store {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'wallet.json')
  let values: Map<string, string>
  try {
    values = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8'))))
  } catch {
    values = new Map()
  }
  return createStore(values, () => {
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(values)), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  })
}
