import {
  type ApproveTransaction,
  type CaipNetworkId,
  type Fungible,
  readProperty,
  type SwapArrival,
  type SwapGasPrice,
  type SwapQuote,
  type SwapToken,
  type SwapTransaction,
} from '@latchkey/protocol'
import {
  buildApproveAnswer,
  buildTransactionAnswer,
  fungiblesAnswer,
  swapAllowanceAnswer,
  swapArrivalAnswer,
  swapGasPriceAnswer,
  swapQuotesAnswer,
  swapTokensAnswer,
} from '@latchkey/protocol/schemas/swap'
import type { Dialog } from '../lib/dialog.js'
import { commonQuery, request } from './http.js'

/* `/v1/convert/*`. Tokens and accounts are CAIP-10 ids. Every function throws as `request`. */

/** What is swapped. `amount` in the smallest unit. */
export type SwapOrder = { readonly from: string; readonly to: string; readonly amount: bigint }

/** `GET /v1/convert/tokens`: what can be swapped on a network; or the one token that is asked for, whoever vouches for it. */
export async function fetchSwapTokens(dialog: Dialog, networkId: CaipNetworkId, address?: string): Promise<readonly SwapToken[]> {
  const { tokens } = await request(dialog, {
    path: '/v1/convert/tokens',
    query: { chainId: networkId, address },
    schema: swapTokensAnswer,
  })
  return tokens
}

/** `GET /v1/convert/quotes`. Empty for a network without swaps. */
export async function fetchSwapQuotes(
  dialog: Dialog,
  { from, to, amount }: SwapOrder,
  userAddress: string,
  signal?: AbortSignal,
): Promise<readonly SwapQuote[]> {
  const query = { from, to, amount: String(amount), userAddress }
  return (await request(dialog, { path: '/v1/convert/quotes', query, schema: swapQuotesAnswer, signal })).quotes
}

/** `GET /v1/convert/gas-price`. */
export function fetchGasPrice(dialog: Dialog, networkId: CaipNetworkId): Promise<SwapGasPrice> {
  return request(dialog, { path: '/v1/convert/gas-price', query: { chainId: networkId }, schema: swapGasPriceAnswer })
}

/** `GET /v1/convert/allowance`: how much of a token swaps may take from an account; with `toChainId` those that go to that network. */
export async function fetchSwapAllowance(
  dialog: Dialog,
  tokenAddress: string,
  userAddress: string,
  toChainId?: CaipNetworkId,
): Promise<bigint> {
  const query = { tokenAddress, userAddress, toChainId }
  return BigInt((await request(dialog, { path: '/v1/convert/allowance', query, schema: swapAllowanceAnswer })).allowance)
}

/** `GET /v1/convert/arrival`: what the bridge says of a transaction that takes a token to another network. */
export function fetchArrival(dialog: Dialog, from: CaipNetworkId, to: CaipNetworkId, hash: string): Promise<SwapArrival> {
  return request(dialog, { path: '/v1/convert/arrival', query: { from, to, hash }, schema: swapArrivalAnswer })
}

/** `GET /v1/convert/build-approve`: what lets swaps take exactly an amount. Built by a provider: to be checked. */
export async function buildApproval(dialog: Dialog, { from, to, amount }: SwapOrder, userAddress: string): Promise<ApproveTransaction> {
  const query = { from, to, amount: String(amount), userAddress }
  return (await request(dialog, { path: '/v1/convert/build-approve', query, schema: buildApproveAnswer })).tx
}

/**
 * `POST /v1/convert/build-transaction`. Built by a provider: to be checked.
 *
 * @param slippage hundredths of a percent
 */
export async function buildSwap(
  dialog: Dialog,
  { from, to, amount }: SwapOrder,
  { userAddress, slippage }: { readonly userAddress: string; readonly slippage: number },
): Promise<SwapTransaction> {
  const { projectId } = commonQuery(dialog)
  const body = {
    projectId,
    ...{ amount: String(amount), from, to, userAddress },
    eip155: { slippage: slippage / 100 },
    // The allowance may not be there yet: nothing can be tried out.
    disableEstimate: true,
  }
  return (await request(dialog, { path: '/v1/convert/build-transaction', body, schema: buildTransactionAnswer })).tx
}

/** `POST /v1/fungible/price`: what whole tokens of a network cost, in the currency. */
export async function fetchPrices(
  dialog: Dialog,
  networkId: CaipNetworkId,
  tokens: readonly string[],
  currency: string,
): Promise<ReadonlyMap<string, number>> {
  const { projectId } = commonQuery(dialog)
  const body = { projectId, currency, addresses: tokens.map((token) => `${networkId}:${token}`) }
  const { fungibles } = await request<{ readonly fungibles: readonly Fungible[] }>(dialog, {
    path: '/v1/fungible/price',
    body,
    schema: fungiblesAnswer,
  })
  return new Map(fungibles.map(({ address, price }) => [address.slice(networkId.length + 1).toLowerCase(), price]))
}

/** What the server says that was wrong: `reasons[0].description` of the answer behind an error of `request`. */
export async function reasonIn(error: unknown): Promise<string> {
  const response = error instanceof Error ? error.cause : undefined
  if (!(response instanceof Response)) return ''
  const body: unknown = await response.json().catch(() => undefined)
  const reasons = readProperty(body, 'reasons')
  const description = Array.isArray(reasons) ? readProperty(reasons[0], 'description') : undefined
  return typeof description === 'string' ? description : ''
}
