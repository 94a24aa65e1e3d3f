import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { base58 } from '@scure/base'
import { lt } from 'drizzle-orm'
import { siwxNonces } from '../db/schema.js'
import type { Siwx } from './siwxContext.js'

/** Bytes: random, then when it ends in seconds, then the code that only this server can make. */
const sizes = { random: 12, time: 4, code: 16 } as const
const length = sizes.random + sizes.time + sizes.code

/** For whom a nonce is: nobody else can use it. */
export type Audience = { readonly projectId: string; readonly origin: string }

const codeOf = ({ keys }: Siwx, { projectId, origin }: Audience, head: Uint8Array) =>
  createHmac('sha256', keys.nonce)
    .update(JSON.stringify([projectId, origin]))
    .update(head)
    .digest()
    .subarray(0, sizes.code)

/**
 * A new nonce, letters and digits as EIP-4361 wants. It carries its end and a code over whom it is for, so that the database keeps only those that
 * were used: asking for many of them costs nothing.
 */
export function newNonce(siwx: Siwx, audience: Audience): { readonly nonce: string; readonly expiresAt: number } {
  const expiresAt = Math.floor(siwx.now() / 1_000) + siwx.config.nonce
  const head = Buffer.alloc(sizes.random + sizes.time)
  randomBytes(sizes.random).copy(head)
  head.writeUInt32BE(expiresAt, sizes.random)
  return { nonce: base58.encode(Buffer.concat([head, codeOf(siwx, audience, head)])), expiresAt: expiresAt * 1_000 }
}

/**
 * Whether a nonce was made here for this audience.
 *
 * @returns when it ends in milliseconds; null for any other text
 */
export function readNonce(siwx: Siwx, audience: Audience, nonce: string): number | null {
  try {
    const bytes = nonce.length <= 64 ? base58.decode(nonce) : new Uint8Array()
    if (bytes.length !== length) return null
    const head = Buffer.from(bytes.subarray(0, sizes.random + sizes.time))
    if (!timingSafeEqual(codeOf(siwx, audience, head), bytes.subarray(sizes.random + sizes.time))) return null
    return head.readUInt32BE(sizes.random) * 1_000
  } catch {
    return null
  }
}

/** Spends a nonce. One statement decides, so that of any number of requests at once only one succeeds. */
export async function spendNonce({ db }: Pick<Siwx, 'db'>, nonce: string, expiresAt: number): Promise<boolean> {
  const spent = await db.insert(siwxNonces).values({ nonce, expiresAt }).onConflictDoNothing().returning()
  return spent.length > 0
}

/** Nonces that have ended would be refused for that. */
export async function forgetNonces({ db, now }: Siwx): Promise<void> {
  await db.delete(siwxNonces).where(lt(siwxNonces.expiresAt, now()))
}
