import {
  codes,
  errors,
  newId,
  type OnrampOptions,
  type OnrampOrder,
  type OnrampQuote,
  type PaymentCurrency,
  type PurchaseCurrency,
  RpcError,
} from '@latchkey/protocol'
import { onrampOptionsAnswer, onrampOrderAnswer, onrampQuoteAnswer, onrampUrlAnswer } from '@latchkey/protocol/schemas/onramp'
import type { Dialog } from '../lib/dialog.js'
import { apiUrl, request } from './http.js'

/**
 * `GET /v1/onramp/options`: what can be bought, and how it is paid.
 *
 * @throws as `request`
 */
export function fetchOnrampOptions(dialog: Dialog, signal: AbortSignal): Promise<OnrampOptions> {
  return request(dialog, { path: '/v1/onramp/options', schema: onrampOptionsAnswer, signal })
}

type QuoteQuestion = {
  readonly purchaseCurrency: PurchaseCurrency
  readonly paymentCurrency: PaymentCurrency
  /** A decimal number as text. */
  readonly amount: string
  /** CAIP-2, or the symbol where the server names no networks so. */
  readonly network: string
  readonly paymentMethod: string
}

/**
 * `POST /v1/onramp/quote`: what an amount of money buys.
 *
 * @throws as `request`
 */
export function fetchOnrampQuote(dialog: Dialog, question: QuoteQuestion, signal: AbortSignal): Promise<OnrampQuote> {
  return request(dialog, { path: '/v1/onramp/quote', body: question, schema: onrampQuoteAnswer, signal })
}

type UrlQuestion = {
  readonly address: string
  readonly symbol: string
  readonly network: string
  readonly amount: string
  readonly currency: string
  readonly paymentMethod: string
}

/** Whether money may be paid on a page: one with TLS and no user name in its URL, or a page of our own API (the sandbox). */
function isCheckout(dialog: Dialog, text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, origin, username, password } = new URL(text)
  const own = apiUrl(dialog, '')
  const isOwn = URL.canParse(own) && new URL(own).origin === origin
  // A user name, which stands before an @, can look like the host name of another page.
  return (protocol === 'https:' || isOwn) && username === '' && password === ''
}

/**
 * `POST /v1/generators/onrampurl`: where a purchase is paid.
 *
 * @returns `id` where the server knows what becomes of it
 * @throws as `request`; -32602 for a URL on which nobody should pay
 */
export async function fetchOnrampUrl(
  dialog: Dialog,
  { address, symbol, network, amount, currency, paymentMethod }: UrlQuestion,
  signal: AbortSignal,
): Promise<{ readonly url: string; readonly id?: string }> {
  const answer = await request(dialog, {
    path: '/v1/generators/onrampurl',
    body: {
      destinationWallets: [{ address, assets: [symbol], blockchains: [network] }],
      // Nobody has to know who pays: the purchase has a number of its own.
      partnerUserId: newId(),
      defaultNetwork: network,
      defaultExperience: 'buy',
      presetFiatAmount: amount,
      fiatCurrency: currency,
      paymentMethod,
    },
    schema: onrampUrlAnswer,
    signal,
  })
  if (!isCheckout(dialog, answer.url)) throw new RpcError(codes.invalidParams, errors.fallback)
  return answer
}

/**
 * `GET /v1/onramp/orders/{id}`: what became of a purchase.
 *
 * @throws as `request`
 */
export function fetchOnrampOrder(dialog: Dialog, id: string, signal: AbortSignal): Promise<OnrampOrder> {
  return request(dialog, { path: `/v1/onramp/orders/${encodeURIComponent(id)}`, schema: onrampOrderAnswer, signal })
}
