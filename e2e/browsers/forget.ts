import type { Server } from '../support/server.ts'
import type { Screen } from './screen.ts'

/**
 * Takes everything away that the origin of a document keeps for it. Serialised.
 *
 * What is open stays open: databases are emptied, not deleted.
 */
async function emptyStorage(own: string): Promise<void> {
  localStorage.clear()
  // WebKit lists no database that a Worker has created, so the one that is known is named.
  const listed = (await indexedDB.databases()).map(({ name = '' }) => name)
  for (const name of new Set([...listed, own])) {
    const opening = indexedDB.open(name)
    // Nothing of that name is there, and nothing shall be.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    const database = await new Promise<IDBDatabase | undefined>((resolve, reject) => {
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => (opening.error?.name === 'AbortError' ? resolve(undefined) : reject(opening.error))
    })
    if (!database) continue
    const stores = [...database.objectStoreNames]
    if (stores.length > 0) {
      const emptying = database.transaction(stores, 'readwrite')
      for (const store of stores) emptying.objectStore(store).clear()
      await new Promise((resolve, reject) => {
        emptying.oncomplete = resolve
        emptying.onabort = () => reject(emptying.error)
      })
    }
    database.close()
  }
}

/**
 * Takes everything away that documents keep, as browsers do after days without a visit.
 *
 * @param documents the secure frame, the dialog, or both
 * @param url of the page that they are for
 */
export async function forget(documents: readonly Screen[], server: Pick<Server, 'projectId'>, url: string): Promise<void> {
  for (const one of documents) await one.evaluate(emptyStorage, `latchkey-${server.projectId}-${new URL(url).origin}`)
}
