import {
  type Balances,
  type CaipNetworkId,
  type Currency,
  type HistoryPage,
  type Identity,
  type Nfts,
  nativeTokenAddress,
  type TransactionState,
} from '@latchkey/protocol'
import { balancesAnswer, historyAnswer, identityAnswer, nftsAnswer, transactionAnswer } from '@latchkey/protocol/schemas/money'
import type { Dialog } from '../lib/dialog.js'
import { request } from './http.js'

/**
 * `GET /v1/account/{address}/balance`: what an address holds, on every network of its chain family that the project has.
 *
 * @param changed networks that the server reads anew, past its cache
 * @throws as `request`; 503 when no network answers
 */
export function fetchBalances(
  dialog: Dialog,
  {
    address,
    currency,
    changed = [],
    signal,
  }: {
    readonly address: string
    readonly currency: Currency
    readonly changed?: readonly CaipNetworkId[]
    readonly signal?: AbortSignal
  },
): Promise<Balances> {
  return request(dialog, {
    path: `/v1/account/${encodeURIComponent(address)}/balance`,
    query: { currency, forceUpdate: changed.map((id) => `${id}:${nativeTokenAddress}`).join() || undefined },
    schema: balancesAnswer,
    signal,
  })
}

/**
 * `GET /v1/identity/{address}`: the name and the picture of an address on a network.
 *
 * @throws as `request`
 */
export function fetchIdentity(dialog: Dialog, networkId: CaipNetworkId, address: string): Promise<Identity> {
  return request(dialog, { path: `/v1/identity/${encodeURIComponent(address)}`, query: { chainId: networkId }, schema: identityAnswer })
}

type OfAddress = { readonly address: string; readonly networkId: CaipNetworkId; readonly signal?: AbortSignal }

/**
 * `GET /v1/account/{address}/history`: a page of what happened to an address on one network, the newest first.
 *
 * @param cursor `next` of the page before
 * @throws as `request`; 503 when nobody knows
 */
export function fetchHistory(
  dialog: Dialog,
  { address, networkId, cursor, currency, signal }: OfAddress & { readonly cursor?: string | undefined; readonly currency: Currency },
): Promise<HistoryPage> {
  return request(dialog, {
    path: `/v1/account/${encodeURIComponent(address)}/history`,
    query: { chainId: networkId, cursor, currency },
    schema: historyAnswer,
    signal,
  })
}

/**
 * `GET /v1/account/{address}/nfts`: the NFTs of an address on one network.
 *
 * @throws as `request`; 503 when the network does not answer
 */
export function fetchNfts(dialog: Dialog, { address, networkId, signal }: OfAddress): Promise<Nfts> {
  return request(dialog, {
    path: `/v1/account/${encodeURIComponent(address)}/nfts`,
    query: { chainId: networkId },
    schema: nftsAnswer,
    signal,
  })
}

/**
 * `GET /v1/account/{address}/transactions/{hash}`: how it stands with a transaction of an address. The server follows it from now on, also when the
 * wallet sent it by a node of its own.
 *
 * @throws as `request`
 */
export function fetchTransaction(
  dialog: Dialog,
  { address, networkId, hash, signal }: OfAddress & { readonly hash: string },
): Promise<TransactionState> {
  return request(dialog, {
    path: `/v1/account/${encodeURIComponent(address)}/transactions/${encodeURIComponent(hash)}`,
    query: { chainId: networkId },
    schema: transactionAnswer,
    signal,
  })
}
