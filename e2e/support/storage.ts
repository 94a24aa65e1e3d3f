import type { Page } from '@playwright/test'
import { frameAt } from './windows.ts'

type Database = Readonly<Record<string, unknown>>

/** What one document keeps: the web storages, and every value of its databases. Keys that cannot be read back say what they are. */
const read = () =>
  new Promise<Readonly<Record<string, unknown>>>((resolve, reject) => {
    const found: Record<string, unknown> = { ...localStorage, ...sessionStorage }
    const open = (name: string) =>
      new Promise<void>((done) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          const reading = database.transaction([...database.objectStoreNames]).objectStore(database.objectStoreNames[0] ?? '')
          const cursor = reading.openCursor()
          cursor.onsuccess = () => {
            const at = cursor.result
            if (!at) {
              database.close()
              return done()
            }
            found[String(at.key)] = JSON.stringify(at.value) ?? String(at.value)
            at.continue()
          }
        }
      })
    indexedDB.databases().then(async (databases) => {
      for (const { name } of databases) if (name) await open(name)
      resolve(found)
    }, reject)
  })

/** Everything that a visit left in the browser, by where it is. */
export async function stored(page: Page, origins: Readonly<Record<string, string>>): Promise<Readonly<Record<string, Database>>> {
  const parts = await Promise.all(Object.entries(origins).map(async ([name, origin]) => [name, await frameAt(page, origin).evaluate(read)]))
  return Object.fromEntries(parts) as Record<string, Database>
}

/** The stored session's token is worth nothing any more, as after the session has ended on the server. */
export const spoilSession = (page: Page, secure: string): Promise<void> =>
  frameAt(page, secure).evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const spoil = (name: string) => {
          const opening = indexedDB.open(name)
          opening.onerror = () => reject(opening.error)
          opening.onsuccess = () => {
            const change = opening.result.transaction('values', 'readwrite')
            const values = change.objectStore('values')
            const reading = values.get('session')
            // Of the same kind as a real one: the search for tokens that ends the run must not meet it by chance.
            const bytes = crypto.getRandomValues(new Uint8Array(32))
            const refreshToken = btoa(String.fromCharCode(...bytes))
              .replace(/\+/g, '-')
              .replace(/\//g, '_')
              .replace(/=/g, '')
            reading.onsuccess = () => values.put({ ...reading.result, refreshToken }, 'session')
            change.onerror = () => reject(change.error)
            change.oncomplete = () => {
              opening.result.close()
              resolve()
            }
          }
        }
        indexedDB.databases().then(([first]) => spoil(first?.name ?? ''), reject)
      }),
  )
