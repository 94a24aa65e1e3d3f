import { nativeTokenAddress } from '@latchkey/protocol'
import { type Address, encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { evmReader, readMany } from '../chainReads/evmReader.js'
import { listedTokens, type TokenFacts } from '../chainReads/tokenFacts.js'
import type { Chain } from '../config/chains.js'
import type { AskChain } from '../gateway/askChain.js'
import { inTime } from '../http/inTime.js'
import { nativeCoin } from '../prices/priceProvider.js'
import { type GasPrices, gasPricesOf } from './gasPrices.js'
import { type BuiltSwap, type SwapProvider, type SwapQuestion, type SwapQuote, SwapRefused } from './swapProvider.js'

/** Milliseconds for one question to a provider. */
const longest = 10_000

/** What is swapped, for whom it is asked. */
export type SwapOrder = Omit<SwapQuestion, 'signal'>

/** Swaps of every chain that has them. */
export type Swaps = {
  /** Who swaps on a chain; undefined for nobody. */
  readonly providerOf: (chain: Chain) => SwapProvider | undefined
  /** The native coin and the operator's tokens; or the one that is asked for, whoever vouches for it. Addresses in lower case, or `nativeCoin`. */
  readonly tokensOf: (chain: Chain, address: string | undefined) => Promise<readonly TokenFacts[]>
  readonly gasPrices: GasPrices
  readonly quote: (order: SwapOrder) => Promise<SwapQuote>
  readonly build: (order: SwapOrder, terms: { readonly user: string; readonly slippage: number }) => Promise<BuiltSwap>
  /** How much of a token the provider may take from an account. */
  readonly allowance: (chain: Chain, token: string, user: string) => Promise<bigint>
  /** What lets the provider take a token: the calldata of a transaction to the token. */
  readonly buildApprove: (chain: Chain, amount: bigint | undefined) => { readonly data: string }
  /** What a transaction really costs: asked of the node. */
  readonly estimate: (chain: Chain, transaction: { from: string; to: string; data: string; value: bigint }) => Promise<bigint>
}

type Dependencies = {
  readonly ask: AskChain
  /** The first that serves a chain swaps there. */
  readonly providers: readonly SwapProvider[]
  readonly factsOf: (chain: Chain, tokens: readonly string[]) => Promise<ReadonlyMap<string, TokenFacts>>
  readonly timeout?: number
}

/** One provider a chain: an allowance that is given to one is of no use to another. */
export function openSwaps({ ask, providers, factsOf, timeout = longest }: Dependencies): Swaps {
  const providerOf = (chain: Chain) =>
    chain.caipNetworkId.startsWith('eip155:') ? providers.find((provider) => provider.serves(chain)) : undefined
  const required = (chain: Chain): SwapProvider => {
    const provider = providerOf(chain)
    if (!provider) throw new Error(`Nobody swaps on ${chain.caipNetworkId}.`)
    return provider
  }
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
    allowance: async (chain, token, user) => {
      if (token === nativeCoin) return maxUint256
      const args = [user as Address, required(chain).spender(chain) as Address] as const
      const [answer] = await readMany(chain, evmReader(ask, chain), [
        { address: token as Address, abi: erc20Abi, functionName: 'allowance', args },
      ])
      if (answer?.status !== 'success') throw new SwapRefused('tokenAddress', 'tokenAddress is no token')
      return answer.result as bigint
    },
    buildApprove: (chain, amount = maxUint256) => ({
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [required(chain).spender(chain) as Address, amount] }),
    }),
    estimate: (chain, { from, to, data, value }) =>
      evmReader(ask, chain).estimateGas({ account: from as Address, to: to as Address, data: data as Address, value }),
  }
}

/** The token in a CAIP-10 id's address. */
export const tokenOf = (address: string): string => (address === nativeTokenAddress ? nativeCoin : address)
/** What a CAIP-10 id has as the address of a token. */
export const addressOf = (token: string): string => (token === nativeCoin ? nativeTokenAddress : token)
