import { createHmac, randomUUID } from 'node:crypto'
import { namespaceOf, type OnrampOptions } from '@latchkey/protocol'
import { parseUnits } from 'viem'
import { z } from 'zod'
import type { Chain } from '../config/chains.js'
import type { Config } from '../config/schema.js'
import { fetchJson, ProviderError } from '../http/fetchJson.js'
import { OnrampError, type OnrampProvider, type Purchase, unavailable } from './onrampProvider.js'

/** As users know it. */
const name = 'MoonPay'
/** Milliseconds for one question, and for which options are taken as they are. */
const timeout = 8_000
const optionsKeptFor = 600_000
/** The only method whose limits its list of currencies tells, and MoonPay's name of it. */
const card = 'card'
const cardThere = 'credit_debit_card'

const money = z.number().nonnegative().lt(1e15)
const limit = z.number().positive().lt(1e15)
const code = z.string().regex(/^[a-z0-9_]{1,40}$/)
/** An entry of `GET /v3/currencies`. Others, which are neither suspended nor complete, are left out one by one. */
const currency = z.discriminatedUnion('type', [
  z.object({ type: z.literal('fiat'), code, minBuyAmount: limit, maxBuyAmount: limit }),
  z.object({
    type: z.literal('crypto'),
    id: z.string().min(1).max(64),
    code,
    name: z.string().min(1).max(100),
    isSuspended: z.literal(false),
    metadata: z.object({
      networkCode: z.string().min(1).max(64),
      chainId: z.string().max(64).nullish(),
      // An address; null, 0 or nothing for the network's own coin.
      contractAddress: z.unknown(),
    }),
  }),
])
const currenciesAnswer = z.array(z.unknown()).transform((all) => all.flatMap((one) => currency.safeParse(one).data ?? []))
type Listed = z.infer<typeof currency>
const quoteAnswer = z.object({
  baseCurrencyCode: code,
  baseCurrencyAmount: money,
  quoteCurrencyCode: code,
  quoteCurrencyAmount: limit,
  networkFeeAmount: money,
  totalAmount: limit,
})

type Settings = NonNullable<Config['onramp']['moonpay']>

/** A number as a decimal number, without an exponent. */
const decimalOf = (value: number) => value.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 15 })

/** CAIP-2 id of a network as MoonPay names it. */
function networkOf({ networkCode, chainId }: { readonly networkCode: string; readonly chainId?: string | null | undefined }): string {
  if (networkCode === 'solana') return 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  return /^\d+$/.test(chainId ?? '') ? `eip155:${chainId}` : ''
}

/** Decimals in which what a quote costs is compared with what is to be paid: more than either of them has. */
const paidDigits = 18

/** `usdc_base` is USDC. */
const symbolOf = (listed: string) => (listed.split('_')[0] ?? '').toUpperCase()

/**
 * MoonPay, by the operator's own account: currencies and quotes of its API, and a checkout whose address is signed, so that nobody can put another
 * wallet into it (https://dev.moonpay.com).
 *
 * @param chains those on which it may sell
 */
export function moonpayOnramp({ key, secret, url, checkout }: Settings, chains: readonly Chain[]): OnrampProvider {
  const base = url.replace(/\/$/, '')
  let kept: { readonly list: readonly Listed[]; readonly at: number } | undefined

  const ask = async <T>(path: string, schema: z.ZodType<T>, query: Record<string, string> = {}): Promise<T> => {
    const address = new URL(`${base}${path}?${new URLSearchParams({ apiKey: key, ...query })}`)
    try {
      return schema.parse(await fetchJson(name, address, { signal: AbortSignal.timeout(timeout) }))
    } catch (error) {
      // What cannot be bought is told by 400 and 404; everything else is an error of the operator's settings or of MoonPay.
      if (error instanceof ProviderError && (error.status === 400 || error.status === 404))
        throw new OnrampError(400, 'amount', 'MoonPay does not sell this amount, coin or network here')
      throw Object.assign(unavailable(), { cause: error })
    }
  }
  const list = async () => {
    if (kept && Date.now() - kept.at < optionsKeptFor) return kept.list
    kept = { list: await ask('/v3/currencies', currenciesAnswer), at: Date.now() }
    return kept.list
  }
  const serves = (network: string) => /^(eip155|solana):/.test(network) && chains.some(({ caipNetworkId }) => caipNetworkId === network)
  /** MoonPay's code of a coin on a network. */
  const codeOf = async ({ network, symbol, method }: Purchase) => {
    if (method !== card) throw new OnrampError(400, 'paymentMethod', 'Unsupported payment method')
    const found = (await list()).find(
      (one) => one.type === 'crypto' && serves(network) && networkOf(one.metadata) === network && symbolOf(one.code) === symbol,
    )
    if (!found) throw new OnrampError(400, 'network', 'Unsupported network')
    return found.code
  }

  return {
    name,
    serves,
    options: async (): Promise<OnrampOptions> => {
      const all = await list()
      const coins = new Map<string, OnrampOptions['purchaseCurrencies'][number]>()
      for (const one of all) {
        if (one.type !== 'crypto') continue
        const caip2 = networkOf(one.metadata)
        const chain = chains.find(({ caipNetworkId }) => caipNetworkId === caip2)
        if (!chain) continue
        const symbol = symbolOf(one.code)
        const { contractAddress, networkCode } = one.metadata
        const network = {
          ...{ name: networkCode, display_name: chain.name, chain_id: String(chain.id) },
          contract_address: typeof contractAddress === 'string' ? contractAddress : '',
          ...{ caip2, provider: name },
        }
        const known = coins.get(symbol)
        coins.set(
          symbol,
          known ? { ...known, networks: [...known.networks, network] } : { id: one.id, name: one.name, symbol, networks: [network] },
        )
      }
      const paymentCurrencies = all.flatMap((one) =>
        one.type === 'fiat'
          ? {
              id: one.code.toUpperCase(),
              payment_method_limits: [{ id: card, min: decimalOf(one.minBuyAmount), max: decimalOf(one.maxBuyAmount) }],
            }
          : [],
      )
      return { purchaseCurrencies: [...coins.values()], paymentCurrencies }
    },
    quote: async (purchase) => {
      const coin = await codeOf(purchase)
      const baseCurrencyCode = purchase.currency.toLowerCase()
      const answer = await ask(`/v3/currencies/${coin}/buy_quote`, quoteAnswer, {
        ...{ baseCurrencyCode, baseCurrencyAmount: purchase.amount, paymentMethod: cardThere, areFeesIncluded: 'true' },
      })
      // A quote for something else, or for more than is paid, is none.
      const isMeant = answer.quoteCurrencyCode === coin && answer.baseCurrencyCode === baseCurrencyCode
      if (!isMeant || parseUnits(decimalOf(answer.totalAmount), paidDigits) > parseUnits(purchase.amount, paidDigits)) throw unavailable()
      const paid = (value: number) => ({ amount: decimalOf(value), currency: purchase.currency })
      return {
        paymentTotal: paid(answer.totalAmount),
        paymentSubtotal: paid(answer.baseCurrencyAmount),
        networkFee: paid(answer.networkFeeAmount),
        purchaseAmount: { amount: decimalOf(answer.quoteCurrencyAmount), currency: purchase.symbol },
        // MoonPay's quotes have no id that its checkout would take.
        quoteId: randomUUID(),
      }
    },
    begin: async (session) => {
      const currencyCode = await codeOf(session)
      const { address, network, amount, currency: fiat } = session
      const isEvm = /^0x[0-9a-fA-F]{40}$/.test(address)
      if (isEvm !== (namespaceOf(network as `${string}:${string}`) === 'eip155'))
        throw new OnrampError(400, 'destinationWallets', 'Invalid address')
      const query = new URLSearchParams({
        ...{ apiKey: key, currencyCode, walletAddress: address },
        ...{ baseCurrencyCode: fiat.toLowerCase(), baseCurrencyAmount: amount, paymentMethod: cardThere },
      })
      // Of the query as it is sent, with its question mark: https://dev.moonpay.com/docs/on-ramp-enhance-security-using-signed-urls.
      const signature = createHmac('sha256', secret).update(`?${query}`).digest('base64')
      query.append('signature', signature)
      return { url: `${checkout}?${query}` }
    },
  }
}
