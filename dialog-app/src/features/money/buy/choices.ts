import type {
  CaipNetworkId,
  Network,
  OnrampOptions,
  PaymentCurrency,
  PaymentMethod,
  PurchaseCurrency,
  PurchaseNetwork,
} from '@latchkey/protocol'
import type { PurchaseState } from '../../../state/purchase.js'
import { readAmount } from '../amounts.js'

/** Digits of a fraction that money has here. */
export const cents = 2

/** A coin on a network of the page. */
export type Offer = { readonly currency: PurchaseCurrency; readonly sold: PurchaseNetwork; readonly network: Network }

/** The network of the page that a seller means. */
const networkOf = (sold: PurchaseNetwork, networks: readonly Network[]): Network | undefined =>
  networks.find(({ caipNetworkId, id }) => (sold.caip2 === undefined ? String(id) === sold.chain_id : caipNetworkId === sold.caip2))

/** What can be bought on the page's networks of one chain family: the network in use first. Pure. */
export function offersOf(
  options: OnrampOptions | null,
  networks: readonly Network[],
  current: CaipNetworkId | undefined,
): readonly Offer[] {
  const all = (options?.purchaseCurrencies ?? []).flatMap((currency) =>
    currency.networks.flatMap((sold) => {
      const network = networkOf(sold, networks)
      return network ? [{ currency, sold, network }] : []
    }),
  )
  const here = (offer: Offer) => offer.network.caipNetworkId === current
  return [...all.filter(here), ...all.filter((offer) => !here(offer))]
}

/** The chosen one. Pure. */
export const chosenOffer = (offers: readonly Offer[], { symbol, networkId }: Pick<PurchaseState, 'symbol' | 'networkId'>) =>
  offers.find(({ currency, network }) => currency.symbol === symbol && network.caipNetworkId === networkId)

/** Currencies and ways to pay of the provider that sells an offer; those of all providers for a server that lists none by provider. Pure. */
export const paymentsOf = (options: OnrampOptions | null, offer: Offer | undefined): readonly PaymentCurrency[] =>
  options?.providers?.find(({ name }) => name === offer?.sold.provider)?.paymentCurrencies ?? options?.paymentCurrencies ?? []

/** Ways to pay for an offer in a currency. Pure. */
export const methodsOf = (options: OnrampOptions | null, offer: Offer | undefined, currency: string): readonly PaymentMethod[] =>
  paymentsOf(options, offer).find(({ id }) => id === currency)?.payment_method_limits ?? []

/** Money in its smallest unit; undefined for what is none. `1,5` is one and a half. Pure. */
export const readMoney = (text: string, currency?: string): bigint | undefined => readAmount(text, cents, currency)

/** The amount as the server wants it. Pure. */
export function moneyText(amount: bigint): string {
  const text = amount.toString().padStart(cents + 1, '0')
  return `${text.slice(0, -cents)}.${text.slice(-cents)}`
}

/** What is wrong with an amount for a way to pay. Pure. */
export function limitOf(amount: bigint | undefined, method: PaymentMethod | undefined): 'none' | 'below' | 'above' | undefined {
  if (amount === undefined || amount === 0n || !method) return 'none'
  const [min, max] = [readMoney(method.min), readMoney(method.max)]
  if (min !== undefined && amount < min) return 'below'
  if (max !== undefined && amount > max) return 'above'
  return undefined
}
