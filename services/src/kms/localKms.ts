import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { open, seal } from './aead.js'
import type { Kms, KmsContext } from './kms.js'

/** One root key. The newest wraps; all of them open. */
export type RootKey = { readonly id: string; readonly createdAt: string; readonly key: Buffer }

/** What a root key is called: the start of its hash, which tells nothing about it. */
export const rootKeyId = (key: Uint8Array) => createHash('sha256').update('latchkey/kms/id').update(key).digest('hex').slice(0, 12)

export const newRootKey = (now: Date): RootKey => {
  const key = randomBytes(32)
  return { id: rootKeyId(key), createdAt: now.toISOString(), key }
}

const aboutOf = ({ purpose, walletId, v }: KmsContext) => JSON.stringify([v, purpose, walletId ?? null])

/**
 * Keys under roots that this process holds in memory: AES-256-GCM under one HKDF key for each purpose.
 *
 * @param roots newest first, at least one
 */
export function createLocalKms(roots: readonly RootKey[]): Kms {
  const [newest] = roots
  if (!newest) throw new Error('The KMS has no root key.')
  const keys = new Map<string, Buffer>()
  const purposeKey = (root: RootKey, purpose: string) => {
    const name = `${root.id} ${purpose}`
    const key = keys.get(name) ?? Buffer.from(hkdfSync('sha256', root.key, '', `latchkey/kms/v1|${purpose}`, 32))
    keys.set(name, key)
    return key
  }
  const wrap = (plain: Uint8Array, context: KmsContext) =>
    `${newest.id}.${seal(purposeKey(newest, context.purpose), plain, aboutOf(context))}`
  const unwrap = (wrapped: string, context: KmsContext) => {
    const [id, sealed = ''] = wrapped.split('.')
    const root = roots.find((candidate) => candidate.id === id)
    if (!root) throw new Error(`A key was wrapped by the KMS root ${id}, which is not there. Restore the root from its backup.`)
    try {
      return open(purposeKey(root, context.purpose), sealed, aboutOf(context))
    } catch {
      throw new Error('A wrapped key is damaged, or belongs to something else.')
    }
  }
  return {
    generateDataKey: async (context) => {
      const plaintext = randomBytes(32)
      return { plaintext, wrapped: wrap(plaintext, context), keyId: newest.id }
    },
    encryptDataKey: async (key, context) => wrap(key, context),
    decryptDataKey: async (wrapped, context) => unwrap(wrapped, context),
    rewrap: async (wrapped, context) => wrap(unwrap(wrapped, context), context),
    health: async () => ({
      keyId: newest.id,
      createdAt: newest.createdAt,
      provider: 'local',
      older: roots.map(({ id }) => id).filter((id) => id !== newest.id),
    }),
  }
}
