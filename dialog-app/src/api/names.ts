import { readProperty } from '@latchkey/protocol'
import type { Dialog } from '../lib/dialog.js'
import { request, statusOf } from './http.js'

/** Characters of an address. */
const longest = 128

/** Addresses by coin type, of what has some. */
function readAddresses(answer: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(Object(readProperty(answer, 'addresses'))).flatMap(([type, value]) => {
    const address = readProperty(value, 'address')
    return /^\d{1,10}$/.test(type) && typeof address === 'string' && address.length <= longest ? [[type, address] as const] : []
  })
  return Object.fromEntries(entries)
}

/**
 * `GET /v1/profile/account/{name}`: the addresses that a name stands for.
 *
 * @returns by coin type (ENSIP-9, ENSIP-11), as text; empty for a name that nobody has
 * @throws as `request`; 503 when the chain with the names does not answer
 */
export async function fetchNameAddresses(dialog: Dialog, name: string, signal?: AbortSignal): Promise<Readonly<Record<string, string>>> {
  try {
    const path = `/v1/profile/account/${encodeURIComponent(name)}`
    return await request(dialog, { path, query: { apiVersion: 2 }, schema: readAddresses, signal })
  } catch (error) {
    const status = statusOf(error)
    if (status === 404 || status === 400) return {}
    throw error
  }
}
