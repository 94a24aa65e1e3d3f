import { hkdfSync, randomBytes } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519'
import { and, eq } from 'drizzle-orm'
import { type CryptoKey, calculateJwkThumbprint, importJWK, type JWK } from 'jose'
import type { Database } from '../db/database.js'
import { siwxKeys } from '../db/schema.js'
import type { Kms } from '../kms/kms.js'

/** Keys of sign-in. What is public of the signing key is served as a JWK Set (RFC 7517). */
export type SiwxKeys = {
  /** Ed25519: signs tokens. */
  readonly sign: CryptoKey
  readonly verify: CryptoKey
  readonly publicJwk: Readonly<Record<'kty' | 'crv' | 'x' | 'kid' | 'use' | 'alg', string>>
  /** Of the nonces. */
  readonly nonce: Uint8Array
}

const rowId = 'siwx'
const context = { purpose: 'siwx', v: '1' } as const
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** The database's row; replicas that start together agree on one. */
async function readRow(db: Database, kms: Kms | undefined, now: number) {
  const read = async () => (await db.select().from(siwxKeys).where(eq(siwxKeys.id, rowId)))[0]
  const kept = await read()
  if (!kept) {
    const made = kms ? (await kms.generateDataKey(context)).wrapped : text(randomBytes(32))
    await db
      .insert(siwxKeys)
      .values({ id: rowId, secret: made, wrapped: kms !== undefined, createdAt: now })
      .onConflictDoNothing()
  } else if (kms && !kept.wrapped) {
    // Made before there were accounts.
    const secret = await kms.encryptDataKey(Buffer.from(kept.secret, 'base64url'), context)
    await db
      .update(siwxKeys)
      .set({ secret, wrapped: true })
      .where(and(eq(siwxKeys.id, rowId), eq(siwxKeys.wrapped, false)))
  } else return kept
  const row = await read()
  if (!row) throw new Error('The database did not keep the key of sign-in.')
  return row
}

/**
 * Reads the secret that the database keeps, or makes it at the first start.
 *
 * @param kms wraps it, so that a stolen database signs nobody in; one that was kept as it is, too. Undefined on a server without accounts: it is kept as it is
 * @throws Error with a sentence when it was wrapped by a KMS that is not there any more
 */
export async function openSiwxKeys(db: Database, kms: Kms | undefined, now: number): Promise<SiwxKeys> {
  const row = await readRow(db, kms, now)
  if (row.wrapped && !kms) throw new Error('The key of sign-in is wrapped by the KMS of "accounts", which the configuration does not have.')
  const secret = row.wrapped && kms ? await kms.decryptDataKey(row.secret, context) : Buffer.from(row.secret, 'base64url')
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, '', `latchkey/siwx/v1|${purpose}`, 32))
  const seed = derive('sign')
  const open = { kty: 'OKP', crv: 'Ed25519', x: text(ed25519.getPublicKey(seed)) } satisfies JWK
  const kid = await calculateJwkThumbprint(open)
  return {
    sign: (await importJWK({ ...open, d: text(seed) }, 'EdDSA')) as CryptoKey,
    verify: (await importJWK(open, 'EdDSA')) as CryptoKey,
    publicJwk: { ...open, kid, use: 'sig', alg: 'EdDSA' },
    nonce: derive('nonce'),
  }
}
