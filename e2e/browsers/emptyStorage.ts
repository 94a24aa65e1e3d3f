/**
 * Takes everything away that the origin of a document keeps for it, as browsers do after days without a visit. Serialised.
 *
 * What is open stays open: databases are emptied, not deleted.
 */
export async function emptyStorage(): Promise<void> {
  localStorage.clear()
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
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
