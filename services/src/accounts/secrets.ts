import { createHash, createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { authKeys } from '../db/accountTables.js'
import type { Database } from '../db/database.js'
import type { Kms } from '../kms/kms.js'

/** Keys of the accounts service, all from one data key. Each has its own purpose and never leaves the process. */
export type AuthSecrets = {
  readonly pepper: Buffer
  readonly access: Buffer
  readonly nonce: Buffer
  readonly flow: Buffer
  readonly pseudonym: Buffer
}

const context = { purpose: 'auth', v: '1' } as const
const rowId = 'auth'

/**
 * Reads the data key that the database keeps wrapped, or makes it at the first start. Replicas that start together agree on one.
 */
export async function openSecrets(db: Database, kms: Kms, now: number): Promise<AuthSecrets> {
  const read = async () => (await db.select().from(authKeys).where(eq(authKeys.id, rowId)))[0]
  if (!(await read())) {
    const made = await kms.generateDataKey(context)
    made.plaintext.fill(0)
    await db.insert(authKeys).values({ id: rowId, wrapped: made.wrapped, createdAt: now }).onConflictDoNothing()
  }
  const row = await read()
  if (!row) throw new Error('The database did not keep the key of the accounts service.')
  const key = await kms.decryptDataKey(row.wrapped, context)
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', `latchkey/auth/v1|${purpose}`, 32))
  return {
    pepper: derive('pepper'),
    access: derive('access'),
    nonce: derive('nonce'),
    flow: derive('flow'),
    pseudonym: derive('pseudonym'),
  }
}

/** 256 random bits, base64url. */
export const newToken = () => randomBytes(32).toString('base64url')
/** 128 random bits, base64url. */
export const newId = () => randomBytes(16).toString('base64url')
/** How tokens are kept: a dump of the database holds none. They are random, so nothing slower is needed. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** A keyed hash over parts that cannot run into each other. */
export const keyedHash = (key: Uint8Array, ...parts: readonly string[]) =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')

/** Compares without telling by its time where two texts differ. */
export function sameText(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

/** Six digits. `randomInt` rejects, so every code is equally likely. */
export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0')

/** Three different numbers of two digits in a random order, and which of them is shown on the starting screen. */
export function newNumbers(): { readonly number: string; readonly numbers: string[] } {
  const numbers = new Set<string>()
  while (numbers.size < 3) numbers.add(String(randomInt(10, 100)))
  const list = [...numbers]
  return { number: list[randomInt(3)] ?? '', numbers: list }
}
