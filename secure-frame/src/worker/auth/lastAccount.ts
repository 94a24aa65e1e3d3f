import type { SecureUser, SocialProvider } from '@latchkey/protocol'
import type { KeyValue } from '../storage/keyValue.js'

/** The account that last logged in here. By its id, which the provider's subject decides: names change, and two users may have the same. */
type Last = { readonly id: string; readonly before: NonNullable<SecureUser['before']> }

const storageKey = 'last-account'

/** Notices that somebody else has logged in than the last time, so that nobody wonders where their coins are. */
export type LastAccount = {
  /** @returns who was here before, when that was somebody else */
  meet(account: { readonly id: string; readonly userName?: string | undefined }, provider: SocialProvider): Promise<SecureUser['before']>
  /** @param refused the one who just came was not wanted: who was here before is remembered again. Else nobody is. */
  forget(refused: boolean): Promise<void>
}

export function createLastAccount(storage: KeyValue): LastAccount {
  let passed: Last | undefined
  return {
    async meet({ id, userName }, provider) {
      const last = (await storage.get(storageKey)) as Last | undefined
      await storage.set(storageKey, { id, before: { provider, ...(userName ? { userName } : {}) } } satisfies Last)
      passed = last && last.id !== id ? last : undefined
      return passed?.before
    },
    async forget(refused) {
      if (refused && passed) await storage.set(storageKey, passed)
      else await storage.delete(storageKey)
      passed = undefined
    },
  }
}
