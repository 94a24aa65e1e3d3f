/** What the worker keeps between visits: keys that cannot be read back, and small records. Values are cloned. */
export type KeyValue = {
  /** False when the browser denies storage: everything lives as long as the page then. */
  readonly durable: boolean
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
}

const store = 'values'

/** Values that end with the page. */
export function memoryKeyValue(): KeyValue {
  const values = new Map<string, unknown>()
  return {
    durable: false,
    get: async (key) => values.get(key),
    set: async (key, value) => {
      values.set(key, value)
    },
    delete: async (key) => {
      values.delete(key)
    },
  }
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(store)
  return settled(request)
}

/** IndexedDB, which alone can hold a `CryptoKey`; memory where the browser denies it, as it may in a third-party frame. */
export async function openKeyValue(name: string): Promise<KeyValue> {
  let database: IDBDatabase
  try {
    database = await openDatabase(name)
    await settled(database.transaction(store, 'readwrite').objectStore(store).put(1, 'probe'))
  } catch {
    return memoryKeyValue()
  }
  // Clearing the site's data must not be held up by us.
  database.onversionchange = () => database.close()
  const write = async <T>(work: (values: IDBObjectStore) => IDBRequest<T>): Promise<void> => {
    const transaction = database.transaction(store, 'readwrite')
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    await Promise.all([settled(work(transaction.objectStore(store))), done])
  }
  return {
    durable: true,
    get: (key) => settled(database.transaction(store, 'readonly').objectStore(store).get(key)),
    set: (key, value) => write((values) => values.put(value, key)),
    delete: (key) => write((values) => values.delete(key)),
  }
}
