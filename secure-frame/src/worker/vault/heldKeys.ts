import { open, seal } from './aead.js'
import { type Bytes, wipe } from './bytes.js'
import type { AccountKeys } from './derive.js'

/**
 * The accounts' keys while a wallet is open: each encrypted under a key that cannot be read and ends with this document. From words to a key takes some
 * ten milliseconds, and nobody should wait for them after every press; and a signature that takes its own account's key needs the seed of all others no more.
 */
export type HeldKeys = {
  /** One account's key: hold it for one signature, then wipe it. */
  open(name: keyof AccountKeys): Promise<Bytes>
}

const forOne = () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

/**
 * Holds the keys of accounts, encrypted.
 *
 * @param keys wiped when they are encrypted
 */
export async function holdKeys(keys: AccountKeys): Promise<HeldKeys> {
  const names = Object.keys(keys) as (keyof AccountKeys)[]
  const hold = async (name: keyof AccountKeys) => {
    const key = await forOne()
    return { key, sealed: await seal(key, keys[name], name) }
  }
  try {
    const held = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await hold(name)] as const)))
    return {
      async open(name) {
        const one = held[name]
        if (!one) throw new TypeError(`There is no key "${name}".`)
        return await open(one.key, one.sealed, name)
      },
    }
  } finally {
    wipe(...names.map((name) => keys[name]))
  }
}
