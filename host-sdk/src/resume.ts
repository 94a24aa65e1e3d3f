import { limits, type Resume } from '@latchkey/protocol'

export type ResumeRecord = {
  get(): string | null
  set(value: string | null): void
  /** There is a connection to be resumed. */
  pending(): boolean
  connections(): Resume['connections']
  /** Another tab changed it. @returns unsubscribe */
  watch(listener: (value: string | null) => void): () => void
}

/**
 * The part of a connection that is no secret, in the page's own localStorage, for frames whose storage is denied. Never throws: without storage it
 * lives in memory.
 */
export function createResume(key: string): ResumeRecord {
  let memory: string | null = null
  // The getter itself throws when storage is denied.
  const attempt = <T>(use: (storage: Storage) => T, otherwise: T): T => {
    try {
      return use(localStorage)
    } catch {
      return otherwise
    }
  }
  const get = () => attempt((storage) => storage.getItem(key), memory)
  const connections = (): Resume['connections'] => {
    try {
      return (JSON.parse(get() ?? 'null') as Resume | null)?.connections ?? {}
    } catch {
      return {}
    }
  }
  return {
    get,
    set(value) {
      if (value && value.length > limits.resumeBytes) return
      memory = value
      attempt((storage) => (value === null ? storage.removeItem(key) : storage.setItem(key, value)), undefined)
    },
    pending: () => Object.keys(connections()).length > 0,
    connections,
    watch(listener) {
      const onStorage = (event: StorageEvent) => {
        // No key: all of it was deleted.
        if ((event.key ?? key) === key) listener(get())
      }
      addEventListener('storage', onStorage)
      return () => removeEventListener('storage', onStorage)
    },
  }
}
