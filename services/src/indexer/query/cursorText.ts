import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Where a page of history ended: for each chain the place of its last transaction. */
export type Places = Readonly<Record<string, readonly [block: number, position: number]>>

const purpose = 'latchkey history cursor v1'

/** Derives the key of cursors from the server's secret: replicas that share it read each other's. */
export const cursorKey = (secret: string | Uint8Array): Uint8Array =>
  Buffer.from(hkdfSync('sha256', Buffer.from(secret), Buffer.alloc(0), purpose, 32))

const signatureOf = (key: Uint8Array, address: string, body: string) =>
  createHmac('sha256', key).update(`${address.toLowerCase()}\n${body}`).digest().subarray(0, 16)

/** A place as a text that only this server makes, and only for this address. */
export function writeCursor(key: Uint8Array, address: string, places: Places): string {
  const body = Buffer.from(JSON.stringify(places)).toString('base64url')
  return `${body}.${signatureOf(key, address, body).toString('base64url')}`
}

/** @returns null for what {@link writeCursor} did not write for this address */
export function readCursor(key: Uint8Array, address: string, text: string): Places | null {
  const [body, given, more] = text.split('.')
  if (!body || !given || more !== undefined) return null
  const [expected, found] = [signatureOf(key, address, body), Buffer.from(given, 'base64url')]
  if (expected.length !== found.length || !timingSafeEqual(expected, found)) return null
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Places
}
