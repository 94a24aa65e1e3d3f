import { type Address, decodeFunctionData, type Hex, isAddress, parseAbi, zeroAddress } from 'viem'
import { z } from 'zod'
import type { Chain } from '../config/chains.js'
import { isServed } from '../config/networks.js'
import { fetchJson, ProviderError } from '../http/fetchJson.js'
import { nativeCoin } from '../prices/priceProvider.js'
import { insufficientLiquidity, type SwapProvider, type SwapQuestion, SwapRefused } from './swapProvider.js'

/** LI.FI's contract (`LiFiDiamond`) by chain: it takes the token that is sold, and every swap goes through it (https://github.com/lifinance/contracts, `deployments`). */
const diamond = '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae'
const diamonds: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [1, 10, 56, 100, 137, 146, 252, 480, 5_000, 8_453, 42_161, 42_220, 43_114, 81_457, 534_352].map((id) => [String(id), diamond]),
  ),
  '130': '0x864b314d4c5a0399368609581d3e8933a63b9232',
  '324': '0x341e94069f53234fe6dabef707ad424830525715',
  '59144': '0xde1e598b81620773454588b85d6b5d4eec32573e',
  '80094': '0xf909c4ae16622898b885b89d7f839e0244851c66',
}

/** The contract of LI.FI on a chain: the operator's word first. Undefined where it has none that is known here. */
export const lifiContract = (
  { id, caipNetworkId }: Pick<Chain, 'id' | 'caipNetworkId'>,
  { contracts }: Pick<LifiSettings, 'contracts'> = {},
): string | undefined =>
  caipNetworkId.startsWith('eip155:') ? (contracts?.[caipNetworkId]?.toLowerCase() ?? diamonds[String(id)]) : undefined

const part =
  '(address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)'
const head = 'bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmount'
/** Its functions for swaps on one chain (GenericSwapFacet and GenericSwapFacetV3). */
const swapAbi = parseAbi([
  `function swapTokensGeneric(${head}, ${part}[] swaps)`,
  `function swapTokensMultipleV3ERC20ToERC20(${head}, ${part}[] swaps)`,
  `function swapTokensMultipleV3ERC20ToNative(${head}, ${part}[] swaps)`,
  `function swapTokensMultipleV3NativeToERC20(${head}, ${part}[] swaps)`,
  `function swapTokensSingleV3ERC20ToERC20(${head}, ${part} swap)`,
  `function swapTokensSingleV3ERC20ToNative(${head}, ${part} swap)`,
  `function swapTokensSingleV3NativeToERC20(${head}, ${part} swap)`,
])

export const whole = 10_000n
/** Slippage of a price that nobody has asked to be built yet: it does not change what is quoted. */
export const usualSlippage = 100

const amount = z.string().regex(/^[1-9]\d{0,77}$/)
const address = z.string().refine((text) => isAddress(text, { strict: false }))
const quantity = z.string().regex(/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/)
const asset = z.object({ address, chainId: z.number() })
/** What it says of a step of a route, besides what only some questions need. */
export const stepEstimate = z.object({ gasCosts: z.array(z.object({ limit: quantity.optional() })).nullish() })
/** The answer to a question for a price, whose steps have a given shape. */
export const routesOf = <Step extends z.ZodType>(step: Step) =>
  z.object({
    routes: z.array(z.object({ fromAmount: amount, toAmount: amount, fromToken: asset, toToken: asset, steps: z.array(step) })),
  })
const routesAnswer = routesOf(z.object({ estimate: stepEstimate }))
/** The answer to a question for a transaction. */
export const quoteAnswer = z.object({
  estimate: z.object({ toAmount: amount, approvalAddress: address.nullish() }),
  transactionRequest: z.object({
    to: address,
    data: z.string().regex(/^0x([0-9a-fA-F]{2})+$/),
    value: quantity,
    chainId: z.number().optional(),
    gasLimit: quantity.optional(),
  }),
})
/** `code` as its documentation lists them: https://docs.li.fi/api-reference/error-codes. */
const failureAnswer = z.object({ code: z.number(), message: z.string() })
const failureCodes = { noQuote: 1002, notFound: 1003, slippage: 1007, validation: 1011 } as const
/** Statuses whose body says why there is no swap. */
const told = [400, 404, 409, 422]

export type LifiSettings = {
  readonly key?: string | undefined
  readonly integrator?: string | undefined
  readonly url?: string | undefined
  /** LI.FI's contract by CAIP-2 id, on chains that are not in the list above. */
  readonly contracts?: Readonly<Record<string, string>> | undefined
}

/** Units of gas for a swap whose costs it does not say. */
const usualGas = 500_000n
const roomTop = 11n
const roomBottom = 10n

export const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
/** A token as LI.FI names it. */
export const named = (token: string) => (token === nativeCoin ? zeroAddress : token)

/** Makes the error for what LI.FI built and was not asked for. */
export const wrongly =
  (built: 'swap' | 'crossing') =>
  (what: string): ProviderError =>
    new ProviderError(`LI.FI built a ${built} of ${what}.`)

/** The transaction goes to LI.FI's contract on the chain where the token is sold, with exactly the coin that is sold. */
export function checkTransaction(
  { chain, from, amount: sold }: Pick<SwapQuestion, 'chain' | 'from' | 'amount'>,
  { estimate, transactionRequest: tx }: z.infer<typeof quoteAnswer>,
  contract: string,
  wrong: ReturnType<typeof wrongly>,
): void {
  const isNative = from === nativeCoin
  if (!same(tx.to, contract)) throw wrong('another contract')
  if (!isNative && !same(estimate.approvalAddress ?? '', contract)) throw wrong('another spender')
  if (tx.chainId !== undefined && tx.chainId !== Number(chain.id)) throw wrong('another chain')
  if (BigInt(tx.value) !== (isNative ? sold : 0n)) throw wrong('another value')
}

/** What it built must be what was asked for: nobody signs what a service made up. */
function check(
  question: SwapQuestion,
  { user, slippage }: { user: string; slippage: number },
  answer: z.infer<typeof quoteAnswer>,
  contract: string,
) {
  const wrong = wrongly('swap')
  checkTransaction(question, answer, contract, wrong)
  const { from, to, amount: sold } = question
  const { estimate, transactionRequest: tx } = answer
  const isNative = from === nativeCoin
  let call: ReturnType<typeof decodeFunctionData<typeof swapAbi>>
  try {
    call = decodeFunctionData({ abi: swapAbi, data: tx.data as Hex })
  } catch {
    throw wrong('a kind that is not read')
  }
  const [, , , receiver, minimum, given] = call.args
  const swaps = 'callTo' in given ? [{ ...given, requiresDeposit: true }] : given
  const [first, last] = [swaps[0], swaps.at(-1)]
  if (!first || !last) throw wrong('nothing')
  const pair = `${isNative ? 'Native' : 'ERC20'}To${to === nativeCoin ? 'Native' : 'ERC20'}`
  if (call.functionName !== 'swapTokensGeneric' && !call.functionName.endsWith(pair)) throw wrong('other tokens')
  if (!same(first.sendingAssetId, named(from)) || !same(last.receivingAssetId, named(to))) throw wrong('other tokens')
  if (!same(receiver, user)) throw wrong('another receiver')
  const taken = swaps.filter(({ requiresDeposit }) => requiresDeposit)
  if (taken.some(({ sendingAssetId }) => !same(sendingAssetId, named(from)))) throw wrong('other tokens')
  const total = isNative ? first.fromAmount : taken.reduce((sum, { fromAmount }) => sum + fromAmount, 0n)
  if (total !== sold) throw wrong('another amount')
  if (minimum < (BigInt(estimate.toAmount) * (whole - BigInt(slippage))) / whole) throw wrong('a lower minimum')
}

/** Nobody has a price: because it is too little, as some of those say that it asked, or for want of others. */
export function noPrice(answer: unknown): SwapRefused {
  // Each exchange gives its own reason, some levels down: https://docs.li.fi/api-reference/error-codes.
  const reasons = JSON.stringify(answer)
  const isSmall = reasons.includes('"AMOUNT_TOO_LOW"') && !reasons.includes('"INSUFFICIENT_LIQUIDITY"')
  return isSmall ? new SwapRefused('amount', 'The amount is too small') : insufficientLiquidity()
}

/** @throws SwapRefused for what it says cannot be swapped, in our words */
export function read<T>(schema: z.ZodType<T>, answer: unknown): T {
  const refused = failureAnswer.safeParse(answer)
  if (refused.success) {
    const { code, message } = refused.data
    if (code === failureCodes.noQuote) throw noPrice(answer)
    // Nobody trades so much of it without moving the price by more than the user allows.
    if (code === failureCodes.slippage) throw insufficientLiquidity()
    const isToken = code === failureCodes.notFound || (code === failureCodes.validation && /token|chain/i.test(message))
    if (isToken) throw new SwapRefused('chainId', 'This token is not supported')
    if (code === failureCodes.validation) throw new SwapRefused('amount', message.slice(0, 300))
    throw new ProviderError(`LI.FI failed with ${code}.`)
  }
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new ProviderError('LI.FI answered something else.')
  return parsed.data
}

/** Asks LI.FI's API; an answer that says why it failed is an answer. @throws ProviderError */
export function lifiApi({ key, url = 'https://li.quest' }: LifiSettings) {
  const base = url.replace(/\/$/, '')
  const headers: Record<string, string> = key ? { 'x-lifi-api-key': key } : {}
  return (path: string, signal: AbortSignal, body?: object) =>
    fetchJson('LI.FI', new URL(`${base}${path}`), { signal, headers, failures: told, ...(body ? { body } : {}) })
}
export const order = 'CHEAPEST'
/** Units of gas, with room for what changes until then. */
export const withRoom = (gas: bigint) => (gas > 0n ? (gas * roomTop) / roomBottom : usualGas)

/** Swaps by the API of LI.FI, which asks many exchanges. A key is not needed: it raises LI.FI's limits. */
export function lifiSwaps(settings: LifiSettings): SwapProvider {
  const { integrator } = settings
  const ask = lifiApi(settings)
  const by = integrator ? { integrator } : {}
  const contractOf = (chain: Chain) => lifiContract(chain, settings)

  return {
    name: 'LI.FI',
    serves: (chain) => isServed(chain) && contractOf(chain) !== undefined,
    spender: (chain) => contractOf(chain) ?? '',
    // Routes are told without an account: LI.FI learns whose swap it is when one is built, not with each price.
    quote: async ({ chain, from, to, amount: sold, signal }) => {
      const chainId = Number(chain.id)
      const answer = await ask('/v1/advanced/routes', signal, {
        ...{ fromChainId: chainId, toChainId: chainId, fromTokenAddress: named(from), toTokenAddress: named(to), fromAmount: String(sold) },
        options: { ...by, order, slippage: usualSlippage / Number(whole), allowSwitchChain: false },
      })
      // One transaction: what needs several is another flow.
      const route = read(routesAnswer, answer).routes.find(({ steps }) => steps.length === 1)
      if (!route) throw noPrice(answer)
      const isMeant = [route.fromToken, route.toToken].every(
        (token, index) => token.chainId === chainId && same(token.address, named(index === 0 ? from : to)),
      )
      if (!isMeant || BigInt(route.fromAmount) !== sold) throw new ProviderError('LI.FI quoted another swap.')
      const gas = route.steps[0]?.estimate.gasCosts?.reduce((sum, { limit = '0' }) => sum + BigInt(limit), 0n) ?? 0n
      return { amountOut: BigInt(route.toAmount), gas: withRoom(gas), legs: [] }
    },
    build: async (question, terms) => {
      const { chain, from, to, amount: sold, signal } = question
      const { user, slippage } = terms
      const query = new URLSearchParams({
        ...{ fromChain: String(chain.id), toChain: String(chain.id), fromToken: named(from), toToken: named(to), fromAmount: String(sold) },
        ...{ fromAddress: user, toAddress: user, slippage: String(slippage / Number(whole)), order, ...by },
        // The allowance may not be there yet: nothing can be tried out.
        skipSimulation: 'true',
      })
      const answer = read(quoteAnswer, await ask(`/v1/quote?${query}`, signal))
      check(question, terms, answer, contractOf(chain) ?? '')
      const { to: contract, data, gasLimit = '0' } = answer.transactionRequest
      return { to: contract as Address, data, amountOut: BigInt(answer.estimate.toAmount), gas: withRoom(BigInt(gasLimit)) }
    },
  }
}
