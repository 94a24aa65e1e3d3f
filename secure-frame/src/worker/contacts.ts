import { families } from './policy/networks.js'
import type { KeyValue } from './storage/keyValue.js'

/** Addresses that this user sent to from this device, newest first, by chain family. */
export type Contacts = {
  of(family: string): Promise<readonly string[]>
  add(family: string, addresses: readonly string[]): Promise<void>
  /** The next user on this device has others. */
  forget(): Promise<void>
}

const most = 200

/** By them a first-time recipient is marked, and one that only looks like a known one is found out. */
export function createContacts(storage: KeyValue): Contacts {
  const key = (family: string) => `contacts:${family}`
  const of = async (family: string) => ((await storage.get(key(family))) as readonly string[] | undefined) ?? []
  return {
    of,
    async add(family, addresses) {
      if (addresses.length === 0) return
      const known = (await of(family)).filter((address) => !addresses.includes(address))
      await storage.set(key(family), [...addresses, ...known].slice(0, most))
    },
    async forget() {
      await Promise.all(families.map((family) => storage.delete(key(family))))
    },
  }
}
