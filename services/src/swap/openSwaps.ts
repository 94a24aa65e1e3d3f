import { nativeTokenAddress, type SwapArrival } from '@latchkey/protocol'
import { type Address, encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { evmReader, readMany } from '../chainReads/evmReader.js'
import { listedTokens, type TokenFacts } from '../chainReads/tokenFacts.js'
import type { Chain } from '../config/chains.js'
import type { AskChain } from '../gateway/askChain.js'
import { inTime } from '../http/inTime.js'
import { nativeCoin } from '../prices/priceProvider.js'
import { type GasPrices, gasPricesOf } from './gasPrices.js'
import {
  type BuiltSwap,
  type CrossingProvider,
  type CrossingQuestion,
  type CrossingQuote,
  type SwapProvider,
  type SwapQuestion,
  type SwapQuote,
  SwapRefused,
} from './swapProvider.js'

/** Milliseconds for one question to a provider. */
const longest = 10_000

/** What is swapped, for whom it is asked. */
export type SwapOrder = Omit<SwapQuestion, 'signal'>
/** What goes to another chain, for whom it is asked. */
export type CrossingOrder = Omit<CrossingQuestion, 'signal'>

/** Swaps whose token arrives on another chain. */
export type Crossings = {
  readonly name: string
  readonly serves: CrossingProvider['serves']
  readonly quote: (order: CrossingOrder) => Promise<CrossingQuote>
  readonly build: (order: CrossingOrder, terms: { readonly user: string; readonly slippage: number }) => Promise<BuiltSwap>
  /** What became of a transaction that was sent. */
  readonly arrival: (from: Chain, to: Chain, hash: string) => Promise<SwapArrival>
}

/** Swaps of every chain that has them. */
export type Swaps = {
  /** Who swaps on a chain; undefined for nobody. */
  readonly providerOf: (chain: Chain) => SwapProvider | undefined
  /** The native coin and the operator's tokens; or the one that is asked for, whoever vouches for it. Addresses in lower case, or `nativeCoin`. */
  readonly tokensOf: (chain: Chain, address: string | undefined) => Promise<readonly TokenFacts[]>
  readonly gasPrices: GasPrices
  readonly quote: (order: SwapOrder) => Promise<SwapQuote>
  readonly build: (order: SwapOrder, terms: { readonly user: string; readonly slippage: number }) => Promise<BuiltSwap>
  /** Undefined where the operator has configured nobody who takes tokens to other chains. */
  readonly crossings: Crossings | undefined
  /** How much of a token the provider may take from an account; where it goes to another chain, who takes it there. */
  readonly allowance: (chain: Chain, token: string, user: string, toChain: Chain) => Promise<bigint>
  /** What lets the provider take a token: the calldata of a transaction to the token. */
  readonly buildApprove: (chain: Chain, toChain: Chain, amount: bigint | undefined) => { readonly data: string }
  /** What a transaction really costs: asked of the node. */
  readonly estimate: (chain: Chain, transaction: { from: string; to: string; data: string; value: bigint }) => Promise<bigint>
}

type Dependencies = {
  readonly ask: AskChain
  /** The first that serves a chain swaps there. */
  readonly providers: readonly SwapProvider[]
  readonly crossing?: CrossingProvider | undefined
  readonly factsOf: (chain: Chain, tokens: readonly string[]) => Promise<ReadonlyMap<string, TokenFacts>>
  readonly timeout?: number
}

/** One provider a chain: an allowance that is given to one is of no use to another. */
export function openSwaps({ ask, providers, crossing, factsOf, timeout = longest }: Dependencies): Swaps {
  const providerOf = (chain: Chain) =>
    chain.caipNetworkId.startsWith('eip155:') ? providers.find((provider) => provider.serves(chain)) : undefined
  const required = (chain: Chain): SwapProvider => {
    const provider = providerOf(chain)
    if (!provider) throw new Error(`Nobody swaps on ${chain.caipNetworkId}.`)
    return provider
  }
  const spenderOf = (chain: Chain, toChain: Chain) =>
    (chain === toChain ? required(chain).spender(chain) : (crossing?.spender(chain) ?? '')) as Address
  const timed = <T>(act: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const signal = AbortSignal.timeout(timeout)
    return inTime(act(signal), signal)
  }
  const coinOf = ({ nativeCurrency: { name, symbol, decimals } }: Chain): TokenFacts => ({
    address: nativeCoin,
    name,
    symbol,
    decimals,
    listed: true,
  })
  return {
    providerOf,
    gasPrices: gasPricesOf(ask),
    tokensOf: async (chain, address) => {
      if (address === undefined) return [coinOf(chain), ...listedTokens(chain).values()]
      if (address === nativeCoin) return [coinOf(chain)]
      return [...(await factsOf(chain, [address])).values()]
    },
    quote: (order) => timed((signal) => required(order.chain).quote({ ...order, signal })),
    build: (order, terms) => timed((signal) => required(order.chain).build({ ...order, signal }, terms)),
    crossings: crossing && {
      name: crossing.name,
      serves: crossing.serves,
      quote: (order) => timed((signal) => crossing.quote({ ...order, signal })),
      build: (order, terms) => timed((signal) => crossing.build({ ...order, signal }, terms)),
      arrival: (from, to, hash) => timed((signal) => crossing.arrival(from, to, hash, signal)),
    },
    allowance: async (chain, token, user, toChain) => {
      if (token === nativeCoin) return maxUint256
      const args = [user as Address, spenderOf(chain, toChain)] as const
      const [answer] = await readMany(chain, evmReader(ask, chain), [
        { address: token as Address, abi: erc20Abi, functionName: 'allowance', args },
      ])
      if (answer?.status !== 'success') throw new SwapRefused('tokenAddress', 'tokenAddress is no token')
      return answer.result as bigint
    },
    buildApprove: (chain, toChain, amount = maxUint256) => ({
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spenderOf(chain, toChain), amount] }),
    }),
    estimate: (chain, { from, to, data, value }) =>
      evmReader(ask, chain).estimateGas({ account: from as Address, to: to as Address, data: data as Address, value }),
  }
}

/** The token in a CAIP-10 id's address. */
export const tokenOf = (address: string): string => (address === nativeTokenAddress ? nativeCoin : address)
/** What a CAIP-10 id has as the address of a token. */
export const addressOf = (token: string): string => (token === nativeCoin ? nativeTokenAddress : token)
