import type { Balances, Currency, Identity } from '@latchkey/protocol'
import { balancesAnswer, identityAnswer } from '@latchkey/protocol/schemas/money'
import type { Dialog } from '../lib/dialog.js'
import { request } from './http.js'

/**
 * `GET /v1/account/{address}/balance`: what an address holds, on every network of its chain family that the project has.
 *
 * @throws as `request`; 503 when no network answers
 */
export function fetchBalances(
  dialog: Dialog,
  { address, currency, signal }: { readonly address: string; readonly currency: Currency; readonly signal?: AbortSignal },
): Promise<Balances> {
  return request(dialog, {
    path: `/v1/account/${encodeURIComponent(address)}/balance`,
    query: { currency },
    schema: balancesAnswer,
    signal,
  })
}

/**
 * `GET /v1/identity/{address}`: the name and the picture of an address.
 *
 * @throws as `request`
 */
export function fetchIdentity(dialog: Dialog, address: string): Promise<Identity> {
  return request(dialog, { path: `/v1/identity/${encodeURIComponent(address)}`, schema: identityAnswer })
}
