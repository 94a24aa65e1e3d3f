import { type Address, encodeFunctionData } from 'viem'
import { type EvmReader, evmReader } from '../../chainReads/evmReader.js'
import type { TokenFacts } from '../../chainReads/tokenFacts.js'
import type { Chain } from '../../config/chains.js'
import { isServed } from '../../config/networks.js'
import type { AskChain } from '../../gateway/askChain.js'
import type { Prices } from '../../prices/openPrices.js'
import { nativeCoin } from '../../prices/priceProvider.js'
import type { GasPrices } from '../gasPrices.js'
import { insufficientLiquidity, type SwapProvider, type SwapQuestion, type SwapQuote, SwapRefused } from '../swapProvider.js'
import { encodeSwap, wrapAbi } from './encodeSwap.js'
import { createPoolFinder, type Exchange, exchangeOf } from './findPools.js'
import { findRoute } from './findRoute.js'
import { amountOutOf, type Route, routeGas, wrapGas } from './route.js'
import { createTransferFees } from './transferFees.js'

/** Seconds that a transaction may wait until it is in the chain. */
const deadlineAfter = 1_200n
/** Hundredths of a percent: who would lose more than half to the price has found no market. */
const mostImpact = 5_000
/** Units of gas of a transaction that wraps or unwraps, and does nothing else. */
const wrapTransactionGas = wrapGas + 21_000n
const wholeSlippage = 10_000n

type Dependencies = {
  readonly ask: AskChain
  readonly prices: Prices
  readonly gasPrices: GasPrices
  readonly factsOf: (chain: Chain, tokens: readonly string[]) => Promise<ReadonlyMap<string, TokenFacts>>
}

type Found = { readonly exchange: Exchange; readonly reader: EvmReader; readonly route: Route; readonly impact: number | undefined }

/** Wrapping and unwrapping need no pool. */
const isWrap = ({ from, to }: SwapQuestion, { weth }: Exchange) =>
  (from === nativeCoin && to === weth) || (from === weth && to === nativeCoin)

/** Swaps on the pools of the chain itself: nobody but the chain's nodes is asked. */
export function poolSwaps({ ask, prices, gasPrices, factsOf }: Dependencies): SwapProvider {
  const findPools = createPoolFinder()
  const keepsPart = createTransferFees(ask)

  /** What an amount of gas costs in a token; 0n where that is not known: then routes are compared by what they give. */
  async function worthOfGas({ chain, to, gasPrice }: SwapQuestion): Promise<(gas: bigint) => bigint> {
    try {
      const [price, known, facts] = await Promise.all([
        gasPrice ?? gasPrices(chain).then(({ standard }) => standard),
        prices.of(chain, [nativeCoin, to]),
        to === nativeCoin ? undefined : factsOf(chain, [to]),
      ])
      const [coin, token] = [known.get(nativeCoin), known.get(to)]
      const decimals = to === nativeCoin ? chain.nativeCurrency.decimals : facts?.get(to)?.decimals
      if (!coin || !token || decimals === undefined) return () => 0n
      const bottom = token * 10n ** BigInt(chain.nativeCurrency.decimals)
      return (gas) => (gas * price * coin * 10n ** BigInt(decimals)) / bottom
    } catch {
      return () => 0n
    }
  }

  async function find(question: SwapQuestion, exchange: Exchange): Promise<Found> {
    const { chain, from, to, amount } = question
    const reader = evmReader(ask, chain)
    const wrapped = (token: string) => (token === nativeCoin ? exchange.weth : token)
    const worthOf = await worthOfGas(question)
    const found = await findRoute({ chain, reader, exchange, findPools, from: wrapped(from), to: wrapped(to), amount, worthOf })
    if (!found || (found.impact ?? 0) > mostImpact) throw insufficientLiquidity()
    for (const { hops } of found.route)
      for (const { pool, tokenIn, tokenOut } of hops)
        for (const token of [tokenIn, tokenOut])
          if (await keepsPart(chain, token, pool.address))
            throw new SwapRefused(token === tokenIn ? 'from' : 'to', 'This token keeps a part of each transfer and is not supported')
    return { exchange, reader, ...found }
  }

  function exchangeFor(chain: Chain): Exchange {
    const exchange = exchangeOf(chain)
    if (!exchange) throw new Error(`${chain.caipNetworkId} has no pools.`)
    return exchange
  }

  /** Units of gas of the whole transaction. */
  const gasOf = (route: Route, { from, to }: SwapQuestion) => routeGas(route) + (from === nativeCoin || to === nativeCoin ? wrapGas : 0n)

  const toQuote = ({ route, impact }: Found, question: SwapQuestion): SwapQuote => ({
    amountOut: amountOutOf(route),
    gas: gasOf(route, question),
    ...(impact === undefined ? {} : { priceImpact: impact }),
    legs: route.map(({ hops, amountIn, amountOut }) => ({
      amountIn,
      amountOut,
      path: [hops[0]?.tokenIn ?? '', ...hops.map(({ tokenOut }) => tokenOut)],
      pools: hops.map(({ pool: { version, fee } }) => ({ version, fee })),
    })),
  })

  return {
    name: 'pools',
    serves: (chain) => isServed(chain) && exchangeOf(chain) !== undefined,
    spender: (chain) => exchangeFor(chain).router.address,
    quote: async (question) => {
      const exchange = exchangeFor(question.chain)
      if (isWrap(question, exchange)) return { amountOut: question.amount, priceImpact: 0, gas: wrapTransactionGas, legs: [] }
      return toQuote(await find(question, exchange), question)
    },
    build: async (question, { user, slippage }) => {
      const { chain, from, to, amount } = question
      const exchange = exchangeFor(chain)
      if (isWrap(question, exchange)) {
        const data =
          from === nativeCoin
            ? encodeFunctionData({ abi: wrapAbi, functionName: 'deposit' })
            : encodeFunctionData({ abi: wrapAbi, functionName: 'withdraw', args: [amount] })
        return { to: exchange.weth, data, amountOut: amount, gas: wrapTransactionGas }
      }
      const { route, reader } = await find(question, exchange)
      const [amountOut, { timestamp }] = [amountOutOf(route), await reader.getBlock()]
      const minimum = (amountOut * (wholeSlippage - BigInt(slippage))) / wholeSlippage
      // Rounded down to nothing, it would protect from nothing.
      if (minimum === 0n) throw insufficientLiquidity()
      const now = BigInt(Math.floor(Date.now() / 1_000))
      const data = encodeSwap(exchange, {
        route,
        sellsCoin: from === nativeCoin,
        buysCoin: to === nativeCoin,
        amount,
        minimum,
        user: user as Address,
        // The chain's clock may be ahead of ours.
        deadline: (timestamp > now ? timestamp : now) + deadlineAfter,
      })
      return { to: exchange.router.address, data, amountOut, gas: gasOf(route, question) }
    },
  }
}
