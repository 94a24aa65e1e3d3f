import { randomBytes } from 'node:crypto'
import { type Currency, currencies, type OnrampOptions, type OnrampOrder } from '@latchkey/protocol'
import type { Logger } from 'pino'
import type { Hex } from 'viem'
import type { Chain } from '../config/chains.js'
import type { Config } from '../config/schema.js'
import type { Database } from '../db/database.js'
import type { AskChain } from '../gateway/askChain.js'
import type { Prices } from '../prices/openPrices.js'
import { nativeCoin, toUsdPrice } from '../prices/priceProvider.js'
import { evmPayer } from './evmPayer.js'
import { OnrampError, type OnrampProvider, type Purchase, unavailable } from './onrampProvider.js'
import type { Coin, Payer } from './payer.js'
import { createPayout } from './payout.js'
import { createSandboxOrders, type SandboxOrder, type SandboxOrders } from './sandboxOrders.js'
import { paymentMethods, quoteOf } from './sandboxQuote.js'
import { solanaPayer } from './solanaPayer.js'

/** As users know it. */
export const sandboxName = 'Sandbox'
/** Currencies that a card has. */
const cards: readonly Currency[] = currencies.filter((currency) => currency !== 'btc' && currency !== 'eth')

type Dependencies = {
  readonly settings: NonNullable<Config['onramp']['sandbox']>
  readonly api: string
  readonly chains: readonly Chain[]
  readonly ask: AskChain
  readonly db: Database
  readonly prices: Prices
  readonly rateOf: (currency: Currency) => Promise<bigint | undefined>
  readonly log: Logger
}

/** The sandbox, and what its checkout needs. */
export type Sandbox = OnrampProvider & {
  readonly orders: SandboxOrders
  readonly chainName: (id: string) => string
  readonly pay: (order: SandboxOrder) => Promise<SandboxOrder>
  /** An order as it is now. */
  readonly get: (id: string) => Promise<SandboxOrder | undefined>
}

/** The coins that a chain's sandbox may pay out: its own, and tokens that stand for a dollar. */
const coinsOf = (chain: Chain, { tokenOf }: Payer): readonly Coin[] => [
  { ...chain.nativeCurrency, token: null },
  ...(chain.tokens ?? []).flatMap(({ address, name, symbol, decimals, peg }) =>
    peg ? [{ symbol, name: name ?? symbol, decimals, token: tokenOf(address) }] : [],
  ),
]

const shown = ({ state, hash, reason }: SandboxOrder): OnrampOrder => ({ state, ...(hash ? { hash } : {}), ...(reason ? { reason } : {}) })

/** Sells coins of test networks for nothing: a page of our own plays the checkout, and an account of the operator's really pays. */
export function createSandbox({ settings, api, chains, ask, db, prices, rateOf, log }: Dependencies): Sandbox {
  const key = settings.key as Hex
  const [evm, solana] = [evmPayer(ask, key), solanaPayer(ask, key)]
  const payerOf = ({ caipNetworkId }: Chain): Payer => (caipNetworkId.startsWith('solana:') ? solana : evm)
  const orders = createSandboxOrders(db)
  // A network that is no test network is refused when the server starts; here once more, because real money would be lost.
  const served = chains.filter((chain) => chain.testnet && settings.chains.includes(chain.caipNetworkId))
  const chainOf = (id: string) => served.find((chain) => chain.caipNetworkId === id)
  const payout = createPayout({ orders, payerOf, chainOf })

  for (const chain of served)
    log.info({ network: chain.caipNetworkId, account: payerOf(chain).address }, 'The sandbox pays from this account')

  /** Coins of which the account has some. */
  const stockOf = (chain: Chain) => payerOf(chain).stockOf(chain, coinsOf(chain, payerOf(chain)))
  const coinOf = (chain: Chain, symbol: string) => {
    const coin = coinsOf(chain, payerOf(chain)).find((one) => one.symbol === symbol)
    if (!coin) throw new OnrampError(400, 'purchaseCurrency', 'Unsupported currency')
    return coin
  }
  const price = async (purchase: Purchase) => {
    const chain = chainOf(purchase.network)
    if (!chain) throw new OnrampError(400, 'network', 'The sandbox pays on test networks only')
    const coin = coinOf(chain, purchase.symbol)
    const currency = cards.find((one) => one === purchase.currency.toLowerCase())
    const rate = currency && (await rateOf(currency))
    if (!rate) throw new OnrampError(400, 'paymentCurrency', 'Unsupported currency')
    const priced = coin.token ?? nativeCoin
    const [known, fee] = await Promise.all([
      prices.of(chain, [priced, nativeCoin]).catch(() => new Map<string, bigint>()),
      payerOf(chain).feeOf(chain, coin),
    ])
    const said = settings.prices?.[chain.caipNetworkId]
    const native = known.get(nativeCoin) ?? (said === undefined ? 0n : toUsdPrice(said))
    const worth = coin.token ? known.get(coin.token) : native
    if (!worth) throw unavailable()
    const network = (fee * native) / 10n ** BigInt(chain.nativeCurrency.decimals)
    const id = randomBytes(16).toString('base64url')
    return { id, chain, coin, ...quoteOf(purchase, { price: worth, decimals: coin.decimals, network, rate }, id) }
  }
  const get = async (id: string) => {
    const order = await orders.get(id)
    return order && (order.state === 'paying' ? await payout.follow(order).catch(() => order) : order)
  }

  return {
    name: sandboxName,
    serves: (network) => chainOf(network) !== undefined,
    options: async () => {
      const stocks = await Promise.all(served.map(async (chain) => ({ chain, coins: await stockOf(chain).catch(() => undefined) })))
      const silent = stocks.flatMap(({ chain, coins }) => (coins ? [] : [chain.caipNetworkId]))
      const symbols = [...new Set(stocks.flatMap(({ coins = [] }) => coins.map(({ symbol }) => symbol)))]
      const purchaseCurrencies = symbols.map((symbol) => {
        const sold = stocks.flatMap(({ chain, coins = [] }) =>
          coins.filter((coin) => coin.symbol === symbol).map((coin) => ({ chain, coin })),
        )
        return {
          id: symbol,
          name: sold[0]?.coin.name ?? symbol,
          symbol,
          networks: sold.map(({ chain, coin }) => ({
            name: chain.network ?? chain.caipNetworkId,
            display_name: chain.name,
            chain_id: String(chain.id),
            contract_address: coin.token ?? '',
            caip2: chain.caipNetworkId,
            provider: sandboxName,
          })),
        }
      })
      const rates = await Promise.all(cards.map(async (currency) => ({ currency, rate: await rateOf(currency) })))
      const paymentCurrencies: OnrampOptions['paymentCurrencies'] = rates.flatMap(({ currency, rate }) =>
        rate ? [{ id: currency.toUpperCase(), payment_method_limits: paymentMethods }] : [],
      )
      return { purchaseCurrencies, paymentCurrencies, silent }
    },
    quote: async (purchase) => (await price(purchase)).quote,
    begin: async (session) => {
      const { id, chain, coin, units } = await price(session)
      const address = payerOf(chain).addressOf(session.address)
      if (!address) throw new OnrampError(400, 'destinationWallets', 'Invalid address')
      await orders.add({
        id,
        projectId: session.projectId,
        chain: chain.caipNetworkId,
        address,
        token: coin.token,
        symbol: coin.symbol,
        decimals: coin.decimals,
        amount: units.toString(),
        payment: session.amount,
        currency: session.currency,
        method: session.method,
      })
      return { url: `${api}/onramp/sandbox/${id}`, id }
    },
    order: async (id) => {
      const order = await get(id)
      return order && shown(order)
    },
    orders,
    chainName: (id) => chainOf(id)?.name ?? id,
    pay: payout.pay,
    get,
  }
}
