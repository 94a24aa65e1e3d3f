import { type Address, formatUnits, type Hex, parseUnits } from 'viem'
import { z } from 'zod'
import type { Chain } from '../config/chains.js'
import { isServed } from '../config/networks.js'
import { ProviderError } from '../http/fetchJson.js'
import { readCrossing } from './bridgeCalls.js'
import {
  checkTransaction,
  type LifiSettings,
  lifiApi,
  lifiContract,
  named,
  noPrice,
  order,
  quoteAnswer,
  read,
  routesOf,
  same,
  stepEstimate,
  usualSlippage,
  whole,
  withRoom,
  wrongly,
} from './lifi.js'
import type { CrossingProvider } from './swapProvider.js'

/** The bridge whose calls can be read to the end: a bridge that cannot be read cannot be shown. */
const bridges = ['across']

const fees = z.array(z.object({ amountUSD: z.string().optional() })).nullish()
const estimate = stepEstimate.extend({ executionDuration: z.number().min(0).max(1_000_000), feeCosts: fees })
const routesAnswer = routesOf(z.object({ tool: z.string(), estimate }))
const crossingAnswer = quoteAnswer.extend({ tool: z.string() })
/** https://docs.li.fi/introduction/user-flows-and-examples/status-tracking */
const statusAnswer = z.object({
  status: z.enum(['NOT_FOUND', 'INVALID', 'PENDING', 'DONE', 'FAILED']),
  substatus: z.string().optional(),
  receiving: z.object({ chainId: z.number().optional(), txHash: z.string().optional() }).optional(),
})

/** Digits of an amount in USD. */
const usd = 6
/** What is kept of an amount by everybody on the way, in USD; undefined when one of them does not say. */
function feeOf(given: z.infer<typeof fees>): string | undefined {
  const parts =
    given?.map(({ amountUSD = '' }) => (/^\d{1,12}(\.\d{1,18})?$/.test(amountUSD) ? parseUnits(amountUSD, usd) : undefined)) ?? []
  return parts.includes(undefined)
    ? undefined
    : formatUnits(
        parts.reduce((sum: bigint, one) => sum + (one ?? 0n), 0n),
        usd,
      )
}

/** Takes tokens from one chain to another by the API of LI.FI. */
export function lifiBridge(settings: LifiSettings): CrossingProvider {
  const ask = lifiApi(settings)
  const by = settings.integrator ? { integrator: settings.integrator } : {}
  const contractOf = (chain: Chain) => (isServed(chain) ? lifiContract(chain, settings) : undefined)

  return {
    name: 'LI.FI',
    // The coin of the other chain would arrive wrapped for some accounts and not for others: only tokens are offered.
    serves: (from, to) => from.caipNetworkId !== to.caipNetworkId && contractOf(from) !== undefined && contractOf(to) !== undefined,
    spender: (chain) => contractOf(chain) ?? '',
    quote: async (question) => {
      const { chain, toChain, from, to, amount: sold, signal } = question
      const [fromChainId, toChainId] = [Number(chain.id), Number(toChain.id)]
      const slippage = usualSlippage / Number(whole)
      const answer = await ask('/v1/advanced/routes', signal, {
        ...{ fromChainId, toChainId, fromTokenAddress: named(from), toTokenAddress: to, fromAmount: String(sold) },
        options: { ...by, order, slippage, allowSwitchChain: false, allowDestinationCall: false, bridges: { allow: bridges } },
      })
      const route = read(routesAnswer, answer).routes.find(({ steps }) => steps.length === 1 && bridges.includes(steps[0]?.tool ?? ''))
      const told = route?.steps[0]?.estimate
      if (!route || !told) throw noPrice(answer)
      const { fromToken, toToken } = route
      const isSold = fromToken.chainId === fromChainId && same(fromToken.address, named(from)) && BigInt(route.fromAmount) === sold
      if (!isSold || toToken.chainId !== toChainId || !same(toToken.address, to)) throw new ProviderError('LI.FI quoted another crossing.')
      const gas = told.gasCosts?.reduce((sum, { limit = '0' }) => sum + BigInt(limit), 0n) ?? 0n
      const fee = feeOf(told.feeCosts)
      const seconds = Math.ceil(told.executionDuration)
      return { amountOut: BigInt(route.toAmount), gas: withRoom(gas), seconds, ...(fee === undefined ? {} : { fee }) }
    },
    build: async (question, { user, slippage }) => {
      const { chain, toChain, from, to, amount: sold, signal } = question
      const query = new URLSearchParams({
        ...{ fromChain: String(chain.id), toChain: String(toChain.id), fromToken: named(from), toToken: to, fromAmount: String(sold) },
        ...{ fromAddress: user, toAddress: user, slippage: String(slippage / Number(whole)), order, ...by },
        ...{ allowBridges: bridges.join(','), allowDestinationCall: 'false', skipSimulation: 'true' },
      })
      const answer = read(crossingAnswer, await ask(`/v1/quote?${query}`, signal))
      const wrong = wrongly('crossing')
      if (!bridges.includes(answer.tool)) throw wrong('another bridge')
      checkTransaction(question, answer, contractOf(chain) ?? '', wrong)
      const { to: contract, data, gasLimit = '0' } = answer.transactionRequest
      const amountOut = BigInt(answer.estimate.toAmount)
      const least = readCrossing(data as Hex, question, user)
      if (least < (amountOut * (whole - BigInt(slippage))) / whole) throw wrong('a lower minimum')
      return { to: contract as Address, data, amountOut, gas: withRoom(BigInt(gasLimit)) }
    },
    arrival: async (from, to, hash, signal) => {
      const query = new URLSearchParams({ txHash: hash, fromChain: String(from.id), toChain: String(to.id), bridge: bridges.join(',') })
      const parsed = statusAnswer.safeParse(await ask(`/v1/status?${query}`, signal))
      // A transaction that it has not seen yet is answered as a mistake.
      if (!parsed.success || (parsed.data.status !== 'DONE' && parsed.data.status !== 'FAILED')) return { status: 'pending', hash: null }
      const { status, substatus, receiving } = parsed.data
      const found =
        receiving?.chainId === Number(to.id) && /^0x[0-9a-fA-F]{64}$/.test(receiving.txHash ?? '') ? receiving.txHash : undefined
      if (status !== 'DONE' || substatus === 'PARTIAL') return { status: 'failed', hash: null }
      if (substatus === 'REFUNDED') return { status: 'refunded', hash: null }
      return found ? { status: 'arrived', hash: found } : { status: 'pending', hash: null }
    },
  }
}
