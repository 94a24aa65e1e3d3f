import { randomBytes } from 'node:crypto'
import { type Currency, currencies, type OnrampOptions, type OnrampOrder } from '@latchkey/protocol'
import { type Address, erc20Abi, type Hex, isAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { evmReader, readMany } from '../chainReads/evmReader.js'
import type { Chain } from '../config/chains.js'
import type { Config } from '../config/schema.js'
import type { Database } from '../db/database.js'
import type { AskChain } from '../gateway/askChain.js'
import type { Prices } from '../prices/openPrices.js'
import { nativeCoin } from '../prices/priceProvider.js'
import { OnrampError, type OnrampProvider, type Purchase, unavailable } from './onrampProvider.js'
import { createPayout } from './payout.js'
import { createSandboxOrders, type SandboxOrder, type SandboxOrders } from './sandboxOrders.js'
import { paymentMethods, quoteOf } from './sandboxQuote.js'

/** As users know it. */
export const sandboxName = 'Sandbox'
/** Gas of the payout: of a coin, and of a token. */
const gasOf = { coin: 21_000n, token: 65_000n }
/** Currencies that a card has. */
const cards: readonly Currency[] = currencies.filter((currency) => currency !== 'btc' && currency !== 'eth')

type Coin = { readonly symbol: string; readonly name: string; readonly decimals: number; readonly token: string | null }

type Dependencies = {
  readonly settings: NonNullable<Config['onramp']['sandbox']>
  readonly api: string
  readonly chains: readonly Chain[]
  readonly ask: AskChain
  readonly db: Database
  readonly prices: Prices
  readonly rateOf: (currency: Currency) => Promise<bigint | undefined>
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
const coinsOf = (chain: Chain): readonly Coin[] => [
  { ...chain.nativeCurrency, token: null },
  ...(chain.tokens ?? []).flatMap(({ address, name, symbol, decimals, peg }) =>
    peg ? [{ symbol, name: name ?? symbol, decimals, token: address.toLowerCase() }] : [],
  ),
]

const shown = ({ state, hash, reason }: SandboxOrder): OnrampOrder => ({ state, ...(hash ? { hash } : {}), ...(reason ? { reason } : {}) })

/** Sells coins of test networks for nothing: a page of our own plays the checkout, and an account of the operator's really pays. */
export function createSandbox({ settings, api, chains, ask, db, prices, rateOf }: Dependencies): Sandbox {
  const account = privateKeyToAccount(settings.key as Hex)
  const orders = createSandboxOrders(db)
  // A network that is no test network is refused when the server starts; here once more, because real money would be lost.
  const served = chains.filter((chain) => chain.testnet && settings.chains.includes(chain.caipNetworkId))
  const chainOf = (id: string) => served.find((chain) => chain.caipNetworkId === id)
  const payout = createPayout({ orders, ask, account, chainOf })

  /** Coins of which the account has some. */
  const stockOf = async (chain: Chain): Promise<readonly Coin[]> => {
    const coins = coinsOf(chain)
    const reader = evmReader(ask, chain)
    const tokens = coins.flatMap(({ token }) => (token ? [token as Address] : []))
    const calls = tokens.map((address) => ({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account.address] }) as const)
    const [native, held] = await Promise.all([reader.getBalance({ address: account.address }), readMany(chain, reader, calls)])
    return coins.filter(({ token }) => {
      if (token === null) return native > 0n
      const answer = held[tokens.indexOf(token as Address)]
      return answer?.status === 'success' && (answer.result as bigint) > 0n
    })
  }
  const coinOf = (chain: Chain, symbol: string) => {
    const coin = coinsOf(chain).find((one) => one.symbol === symbol)
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
    const key = coin.token ?? nativeCoin
    const [known, gasPrice] = await Promise.all([
      prices.of(chain, [key, nativeCoin]).catch(() => new Map<string, bigint>()),
      evmReader(ask, chain).getGasPrice(),
    ])
    const worth = known.get(key)
    if (!worth) throw unavailable()
    const gas = coin.token ? gasOf.token : gasOf.coin
    const network = (gas * gasPrice * (known.get(nativeCoin) ?? 0n)) / 10n ** BigInt(chain.nativeCurrency.decimals)
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
      if (!isAddress(session.address)) throw new OnrampError(400, 'destinationWallets', 'Invalid address')
      const { id, chain, coin, units } = await price(session)
      await orders.add({
        id,
        projectId: session.projectId,
        chain: chain.caipNetworkId,
        address: session.address.toLowerCase(),
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
