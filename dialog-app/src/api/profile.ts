import { type AccountName, type NameSuggestions, readProperty } from '@latchkey/protocol'
import { accountNameAnswer, accountNamesAnswer, suggestionsAnswer } from '@latchkey/protocol/schemas/names'
import type { Dialog } from '../lib/dialog.js'
import { request, statusOf } from './http.js'

/**
 * `GET /v1/profile/suggestions/{name}`: whether a name is free, and free ones like it.
 *
 * @param label without the zone
 * @throws as `request`
 */
export function fetchSuggestions(dialog: Dialog, label: string, zone: string, signal: AbortSignal): Promise<NameSuggestions> {
  return request(dialog, {
    path: `/v1/profile/suggestions/${encodeURIComponent(label)}`,
    query: { zone },
    schema: suggestionsAnswer,
    signal,
  })
}

/**
 * `GET /v1/profile/account/{name}`: what a name stands for.
 *
 * @throws as `request`; 404 when nobody has it
 */
export function fetchName(dialog: Dialog, name: string, signal?: AbortSignal): Promise<AccountName> {
  return request(dialog, { path: `/v1/profile/account/${encodeURIComponent(name)}`, schema: accountNameAnswer, signal })
}

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
 * The addresses that a name stands for.
 *
 * @returns by coin type (ENSIP-9, ENSIP-11), as text; empty for a name that nobody has, or that is none
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

/**
 * `GET /v1/profile/reverse/{address}`: the names of an address.
 *
 * @throws as `request`
 */
export function fetchNames(dialog: Dialog, address: string, signal: AbortSignal): Promise<readonly AccountName[]> {
  return request(dialog, {
    path: `/v1/profile/reverse/${encodeURIComponent(address)}`,
    query: { sender: address, apiVersion: 2 },
    schema: accountNamesAnswer,
    signal,
  })
}

/** What an owner signed. */
export type SignedName = {
  readonly coin_type: number
  readonly address: string
  readonly message: string
  readonly signature: string
}

/**
 * `POST /v1/profile/account`: registers a name.
 *
 * @throws as `request`
 */
export function registerName(dialog: Dialog, signed: SignedName, signal: AbortSignal): Promise<AccountName> {
  return request(dialog, { path: '/v1/profile/account', body: signed, schema: accountNameAnswer, signal })
}
