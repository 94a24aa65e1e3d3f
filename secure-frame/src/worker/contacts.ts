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

type Kept = { readonly owner: string; readonly list: readonly string[] }

/**
 * By them a first-time recipient is marked, and one that only looks like a known one is found out.
 *
 * @param signedIn whose they are: an account's id. A session may run out, and somebody else sign in.
 */
export function createContacts(storage: KeyValue, signedIn: () => Promise<string | undefined>): Contacts {
  const key = (family: string) => `contacts:${family}`
  async function listOf(family: string, owner: string | undefined): Promise<readonly string[]> {
    const kept = (await storage.get(key(family))) as Partial<Kept> | undefined
    return (kept?.owner === owner && kept?.list) || []
  }
  return {
    of: async (family) => listOf(family, await signedIn()),
    async add(family, addresses) {
      const owner = await signedIn()
      if (addresses.length === 0 || owner === undefined) return
      const known = (await listOf(family, owner)).filter((address) => !addresses.includes(address))
      await storage.set(key(family), { owner, list: [...addresses, ...known].slice(0, most) } satisfies Kept)
    },
    async forget() {
      await Promise.all(families.map((family) => storage.delete(key(family))))
    },
  }
}
