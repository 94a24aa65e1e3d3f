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
 * The part of a connection that is no secret, in the page's own localStorage, for frames whose storage is denied. Never throws: what has no room
 * there is kept for this tab, and without any storage it lives in memory.
 */
export function createResume(key: string): ResumeRecord {
  /** Writes what is given. @returns what is there then; undefined where it failed */
  const use = (place: 'localStorage' | 'sessionStorage', written?: string | null) => {
    try {
      // The getter itself throws when storage is denied.
      const storage = globalThis[place]
      if (written) storage.setItem(key, written)
      else if (written === null) storage.removeItem(key)
      return storage.getItem(key)
    } catch {
      return undefined
    }
  }
  let record = use('sessionStorage') ?? use('localStorage') ?? null
  const set = (value: string | null) => {
    if (value && value.length > limits.resumeBytes) return
    record = value
    use('sessionStorage', use('localStorage', value) === value ? null : value)
  }
  const connections = (): Resume['connections'] => {
    try {
      return Object(JSON.parse(`${record}`)).connections ?? {}
    } catch {
      return {}
    }
  }
  return {
    get: () => record,
    set,
    pending: () => Object.keys(connections()).length > 0,
    connections,
    watch(listener) {
      const onStorage = (event: StorageEvent) => {
        // No key: all of it was deleted.
        if ((event.key ?? key) !== key) return
        set(event.newValue ?? use('localStorage') ?? null)
        listener(record)
      }
      addEventListener('storage', onStorage)
      return () => removeEventListener('storage', onStorage)
    },
  }
}
