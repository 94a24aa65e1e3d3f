import type { OnrampOptions, OnrampOrder, OnrampQuote, PaymentCurrency, PurchaseCurrency } from '@latchkey/protocol'
import { onrampOptionsAnswer, onrampOrderAnswer, onrampQuoteAnswer, onrampUrlAnswer } from '@latchkey/protocol/schemas/onramp'
import type { Dialog } from '../lib/dialog.js'
import { request } from './http.js'

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

/**
 * `POST /v1/generators/onrampurl`: where a purchase is paid.
 *
 * @returns `id` where the server knows what becomes of it
 * @throws as `request`
 */
export function fetchOnrampUrl(
  dialog: Dialog,
  { address, symbol, network, amount, currency, paymentMethod }: UrlQuestion,
  signal: AbortSignal,
): Promise<{ readonly url: string; readonly id?: string }> {
  return request(dialog, {
    path: '/v1/generators/onrampurl',
    body: {
      destinationWallets: [{ address, assets: [symbol], blockchains: [network] }],
      // Nobody has to know who pays: the purchase has a number of its own.
      partnerUserId: crypto.randomUUID(),
      defaultNetwork: network,
      defaultExperience: 'buy',
      presetFiatAmount: amount,
      fiatCurrency: currency,
      paymentMethod,
    },
    schema: onrampUrlAnswer,
    signal,
  })
}

/**
 * `GET /v1/onramp/orders/{id}`: what became of a purchase.
 *
 * @throws as `request`
 */
export function fetchOnrampOrder(dialog: Dialog, id: string, signal: AbortSignal): Promise<OnrampOrder> {
  return request(dialog, { path: `/v1/onramp/orders/${encodeURIComponent(id)}`, schema: onrampOrderAnswer, signal })
}
