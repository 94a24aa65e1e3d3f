import type { OnrampOrder, PaymentCurrency, PaymentMethod, PurchaseCurrency } from '@latchkey/protocol'
import type { Logger } from 'pino'
import type { Chain } from '../config/chains.js'
import type { Config } from '../config/schema.js'
import type { Database } from '../db/database.js'
import type { AskChain } from '../gateway/askChain.js'
import { loggableError } from '../log.js'
import type { Prices } from '../prices/openPrices.js'
import { toUsdPrice } from '../prices/priceProvider.js'
import type { ratesOf } from '../prices/rates.js'
import { coinbaseOnramp } from './coinbase.js'
import { moonpayOnramp } from './moonpay.js'
import { type Offer, OnrampError, type OnrampProvider, unavailable } from './onrampProvider.js'
import { createSandbox, type Sandbox } from './sandbox.js'

/** Everybody who sells. */
export type Onramp = {
  /** What all of them sell; rejects with an OnrampError when none of them says. */
  readonly options: () => Promise<Offer>
  /** @throws OnrampError for a network on which nobody sells */
  readonly providerOf: (network: string) => OnrampProvider
  readonly order: (id: string) => Promise<OnrampOrder | undefined>
  /** Undefined where the operator configured none. */
  readonly sandbox: Sandbox | undefined
}

type Dependencies = {
  readonly config: Pick<Config, 'onramp' | 'urls'>
  readonly chains: readonly Chain[]
  readonly ask: AskChain
  readonly db: Database
  readonly prices: Prices
  readonly rateOf: ReturnType<typeof ratesOf>
  readonly log: Logger
  /** Milliseconds. */
  readonly now?: () => number
}

/** Milliseconds for which a provider that failed is not asked again what it sells: purchases from the others would wait for it. */
const silentFor = 30_000

/** The wider of the limits of two providers, of each way to pay that one of them has. Both are decimal numbers as text. */
function widest(some: readonly PaymentMethod[], others: readonly PaymentMethod[]): readonly PaymentMethod[] {
  const more = others.filter(({ id }) => !some.some((one) => one.id === id))
  const both = some.map((one) => {
    const other = others.find(({ id }) => id === one.id)
    if (!other) return one
    const isLess = toUsdPrice(other.min) < toUsdPrice(one.min)
    const isMore = toUsdPrice(other.max) > toUsdPrice(one.max)
    return { id: one.id, min: isLess ? other.min : one.min, max: isMore ? other.max : one.max }
  })
  return [...both, ...more]
}

type Answer = { readonly name: string; readonly options: Offer }

/**
 * Lists of several providers as one: a coin that two of them sell is one coin with the networks of both. How each of them is paid is told apart, because
 * one takes what another refuses; the joint list is for clients that do not ask who sells.
 */
function joined(all: readonly Answer[]): Offer {
  const bought = new Map<string, PurchaseCurrency>()
  const paid = new Map<string, PaymentCurrency>()
  for (const { options } of all) {
    for (const one of options.purchaseCurrencies) {
      const known = bought.get(one.symbol)
      bought.set(one.symbol, known ? { ...known, networks: [...known.networks, ...one.networks] } : one)
    }
    for (const one of options.paymentCurrencies) {
      const known = paid.get(one.id)
      paid.set(one.id, known ? { ...known, payment_method_limits: widest(known.payment_method_limits, one.payment_method_limits) } : one)
    }
  }
  const answered = all.filter(({ options }) => options.paymentCurrencies.length > 0)
  const providers = answered.map(({ name, options }) => ({ name, paymentCurrencies: options.paymentCurrencies }))
  const silent = all.flatMap(({ options }) => options.silent ?? [])
  return { purchaseCurrencies: [...bought.values()], paymentCurrencies: [...paid.values()], providers, silent }
}

/** Opens the configured providers, one for each network: the sandbox on its networks, Coinbase on all others that it has, MoonPay on the rest. */
export function openOnramp({ config, chains, log, now = Date.now, ...more }: Dependencies): Onramp {
  const { sandbox: settings, coinbase: coinbaseSettings, moonpay: moonpaySettings } = config.onramp
  const sandbox = settings && createSandbox({ settings, api: config.urls.api, chains, log, ...more })
  const others = chains.filter(({ caipNetworkId }) => !sandbox?.serves(caipNetworkId))
  const coinbase = coinbaseSettings && coinbaseOnramp(coinbaseSettings, others)
  const rest = others.filter(({ caipNetworkId }) => !coinbase?.serves(caipNetworkId))
  const moonpay = moonpaySettings && moonpayOnramp(moonpaySettings, rest)
  const providers: readonly OnrampProvider[] = [sandbox, coinbase, moonpay].filter((one) => one !== undefined)
  const asked = new Map<OnrampProvider, { readonly offer: Promise<Offer>; until: number }>()
  /** What a provider sells, asked once at a time. */
  const offerOf = (provider: OnrampProvider): Promise<Offer> => {
    const before = asked.get(provider)
    if (before && now() < before.until) return before.offer
    const ask = async (): Promise<Offer> => {
      try {
        const offer = await provider.options()
        asked.delete(provider)
        return offer
      } catch (error) {
        log.warn({ provider: provider.name, error: loggableError(error) }, 'Options of purchases could not be asked')
        asking.until = now() + silentFor
        const silent = chains.map(({ caipNetworkId }): string => caipNetworkId).filter(provider.serves)
        return { purchaseCurrencies: [], paymentCurrencies: [], silent }
      }
    }
    const asking = { offer: Promise.resolve().then(ask), until: Number.POSITIVE_INFINITY }
    asked.set(provider, asking)
    return asking.offer
  }
  return {
    sandbox,
    options: async () => {
      const answers = await Promise.all(providers.map(async (provider) => ({ name: provider.name, options: await offerOf(provider) })))
      const offer = joined(answers)
      // Only when every provider has answered is it known that nothing is sold.
      if (offer.purchaseCurrencies.length === 0 && (answers.length === 0 || offer.silent?.length)) throw unavailable()
      return offer
    },
    providerOf: (network) => {
      const found = providers.find((provider) => provider.serves(network))
      if (!found) throw new OnrampError(400, 'network', 'Unsupported network')
      return found
    },
    order: async (id) => {
      for (const provider of providers) {
        const found = await provider.order?.(id)
        if (found) return found
      }
      return undefined
    },
  }
}
