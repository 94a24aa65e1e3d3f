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
  const hold = async (name: keyof AccountKeys) => {
    const key = await forOne()
    const sealed = await seal(key, keys[name], name)
    return () => open(key, sealed, name)
  }
  try {
    const [evm, solana] = await Promise.all([hold('evm'), hold('solana')])
    const held = { evm, solana }
    return { open: (name) => held[name]() }
  } finally {
    wipe(keys.evm, keys.solana)
  }
}
