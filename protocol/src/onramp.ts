/* Buying coins with money: what can be bought, what it costs. Names are those of the wire. */

/** A network on which a coin can be bought. */
export type PurchaseNetwork = {
  readonly name: string
  readonly display_name: string
  /** Of an EVM chain its number, as text. */
  readonly chain_id: string
  /** Empty for the native coin. */
  readonly contract_address: string
  /** CAIP-2; left out by other servers. */
  readonly caip2?: string
  /** Who sells it there, as users know them. */
  readonly provider?: string
}

export type PurchaseCurrency = {
  readonly id: string
  readonly name: string
  readonly symbol: string
  readonly networks: readonly PurchaseNetwork[]
}

/** A way to pay, and how much by it: decimal numbers as text. */
export type PaymentMethod = { readonly id: string; readonly min: string; readonly max: string }

export type PaymentCurrency = { readonly id: string; readonly payment_method_limits: readonly PaymentMethod[] }

/** Who sells, by the name that networks give as `provider`, and how they are paid. */
export type PurchaseProvider = { readonly name: string; readonly paymentCurrencies: readonly PaymentCurrency[] }

/** `GET /v1/onramp/options`. */
export type OnrampOptions = {
  readonly purchaseCurrencies: readonly PurchaseCurrency[]
  /** Those of all providers together. */
  readonly paymentCurrencies: readonly PaymentCurrency[]
  /** One of them takes what another does not: left out by other servers, whose lists hold for everything. */
  readonly providers?: readonly PurchaseProvider[]
}

/** A decimal number as text, and what of. */
export type OnrampAmount = { readonly amount: string; readonly currency: string }

/** `POST /v1/onramp/quote`. */
export type OnrampQuote = {
  readonly paymentTotal: OnrampAmount
  /** What is left of the payment after all fees. */
  readonly paymentSubtotal: OnrampAmount
  readonly networkFee: OnrampAmount
  readonly purchaseAmount: OnrampAmount
  readonly quoteId: string
}

/** Where a purchase stands, as far as the server knows: `GET /v1/onramp/orders/{id}`. */
export type OnrampOrder = {
  readonly state: 'waiting' | 'paying' | 'sent' | 'failed' | 'cancelled'
  /** Of the transaction that pays it out. */
  readonly hash?: string
  readonly reason?: string
}

const methods: readonly PaymentMethod[] = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]

const onMainNetworks = (contracts: readonly [string, string]): readonly PurchaseNetwork[] => [
  { name: 'ethereum', display_name: 'Ethereum', chain_id: '1', contract_address: contracts[0] },
  { name: 'polygon', display_name: 'Polygon', chain_id: '137', contract_address: contracts[1] },
]

/** What can be bought as far as a dialog knows that the server does not answer. */
export const defaultOnrampOptions: OnrampOptions = {
  purchaseCurrencies: [
    {
      id: 'USDC',
      name: 'USD Coin',
      symbol: 'USDC',
      networks: onMainNetworks(['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359']),
    },
    { id: 'ETH', name: 'Ether', symbol: 'ETH', networks: onMainNetworks(['', '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619']) },
  ],
  paymentCurrencies: [
    { id: 'USD', payment_method_limits: methods },
    { id: 'EUR', payment_method_limits: methods },
  ],
}

/** `quoteId` of a quote that nobody gave. */
export const estimatedQuoteId = 'mocked-quote-id'

/**
 * What stands for a quote while nobody gives one: the amount itself, without fees. It must be shown as an estimate.
 *
 * @param amount a decimal number as text
 * @param currency of the payment
 * @param symbol of what is bought
 * @example
 * estimatedQuote('100.00', 'USD', 'USDC').purchaseAmount // { amount: '100.00', currency: 'USDC' }
 */
export const estimatedQuote = (amount: string, currency: string, symbol: string): OnrampQuote => ({
  paymentTotal: { amount, currency },
  paymentSubtotal: { amount, currency },
  networkFee: { amount: '0.00', currency },
  purchaseAmount: { amount, currency: symbol },
  quoteId: estimatedQuoteId,
})
