import type { Dialog } from '../lib/dialog.js'
import { z } from '../lib/schema.js'
import { request, statusOf } from './http.js'

const answer = z.union([
  z.object({
    name: z.string().check(z.maxLength(255)),
    addresses: z.record(z.string(), z.object({ address: z.string().check(z.maxLength(128)) })),
  }),
  z.array(z.unknown()).check(z.maxLength(0)),
])

/**
 * `GET /v1/profile/account/{name}`: the addresses that a name stands for.
 *
 * @returns by coin type (ENSIP-9, ENSIP-11), as text; empty for a name that nobody has
 * @throws as `request`; 503 when the chain with the names does not answer
 */
export async function fetchNameAddresses(dialog: Dialog, name: string, signal?: AbortSignal): Promise<Readonly<Record<string, string>>> {
  try {
    const found = await request(dialog, {
      path: `/v1/profile/account/${encodeURIComponent(name)}`,
      query: { apiVersion: 2 },
      schema: (value) => answer.parse(value),
      signal,
    })
    return 'addresses' in found ? Object.fromEntries(Object.entries(found.addresses).map(([type, { address }]) => [type, address])) : {}
  } catch (error) {
    const status = statusOf(error)
    if (status === 404 || status === 400) return {}
    throw error
  }
}
