import type { OnrampOptions, OnrampOrder, OnrampQuote, PaymentCurrency, PurchaseCurrency } from '../onramp.js'
import { decoration, listOf, name, type Schema, schema, text, webUrl, z } from './schema.js'

const decimal = z.string().check(z.regex(/^\d{1,30}(\.\d{1,36})?$/))

const network = z.object({
  name: name(64),
  display_name: name(64),
  chain_id: text(64),
  contract_address: text(128),
  caip2: decoration(z.string().check(z.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/))),
  provider: decoration(name(64)),
})

const purchaseCurrency = z.object({
  id: name(64),
  name: text(100),
  symbol: name(32),
  networks: listOf(network, 50),
}) as unknown as z.ZodMiniType<PurchaseCurrency>

const paymentCurrency = z.object({
  id: z.string().check(z.regex(/^[A-Z]{3}$/)),
  payment_method_limits: listOf(z.object({ id: name(64), min: decimal, max: decimal }), 20),
}) as unknown as z.ZodMiniType<PaymentCurrency>

/**
 * The answer of `GET /v1/onramp/options`.
 *
 * @throws RpcError -32602 for an answer without both lists
 */
export const onrampOptionsAnswer: Schema<OnrampOptions> = schema(
  z.object({
    purchaseCurrencies: listOf(purchaseCurrency, 200),
    paymentCurrencies: listOf(paymentCurrency, 50),
    providers: z.optional(listOf(z.object({ name: name(64), paymentCurrencies: listOf(paymentCurrency, 50) }), 10)),
  }),
)

const amount = z.object({ amount: decimal, currency: name(32) })

/**
 * The answer of `POST /v1/onramp/quote`.
 *
 * @throws RpcError -32602 for anything else
 */
export const onrampQuoteAnswer: Schema<OnrampQuote> = schema(
  z.object({ paymentTotal: amount, paymentSubtotal: amount, networkFee: amount, purchaseAmount: amount, quoteId: name(128) }),
)

/**
 * The answer of `POST /v1/generators/onrampurl`. `id` where the server knows what becomes of the purchase.
 *
 * @throws RpcError -32602 for anything else
 */
export const onrampUrlAnswer: Schema<{ readonly url: string; readonly id?: string }> = schema(
  z.object({ url: webUrl, id: z.optional(name(64)) }),
)

/**
 * The answer of `GET /v1/onramp/orders/{id}`.
 *
 * @throws RpcError -32602 for anything else
 */
export const onrampOrderAnswer: Schema<OnrampOrder> = schema(
  z.object({
    state: z.enum(['waiting', 'paying', 'sent', 'failed', 'cancelled']),
    hash: z.optional(text(128)),
    reason: z.optional(text(300)),
  }),
)
