import { nativeTokenAddress } from '@latchkey/protocol'
import { type Address, decodeFunctionData, type Hex, isAddress, parseAbi } from 'viem'
import { z } from 'zod'
import type { Chain } from '../config/chains.js'
import { isServed } from '../config/networks.js'
import { fetchJson, ProviderError } from '../http/fetchJson.js'
import { nativeCoin } from '../prices/priceProvider.js'
import { insufficientLiquidity, type SwapProvider, type SwapQuestion, SwapRefused } from './swapProvider.js'

/** Chains of its Swap API 6.0 that the dialog knows, and its router there (https://portal.1inch.dev/documentation). */
const router = '0x111111125421ca6dc452d289314280a0f8842a65'
const zkSyncRouter = '0x6fd4383cb451173d5f9304f041c7bcbf27d561ff'
const routers: Readonly<Record<string, string>> = {
  ...Object.fromEntries([1, 42_161, 10, 8_453, 56, 137, 100, 43_114, 250, 8_217, 1_313_161_554].map((id) => [String(id), router])),
  '324': zkSyncRouter,
}

/** The router of 1inch on a chain; undefined where it has none. */
export const oneInchRouter = ({ id, caipNetworkId }: Pick<Chain, 'id' | 'caipNetworkId'>): string | undefined =>
  caipNetworkId.startsWith('eip155:') ? routers[String(id)] : undefined

const swapAbi = parseAbi([
  'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data)',
])
/** A part of the amount may be left unsold. */
const partialFill = 1n
const whole = 10_000n

const amount = z.string().regex(/^[1-9]\d{0,77}$/)
const quoteAnswer = z.object({ dstAmount: amount, gas: z.number().int().positive().optional() })
const swapAnswer = z.object({
  dstAmount: amount,
  tx: z.object({
    from: z.string(),
    to: z.string().refine((text) => isAddress(text, { strict: false })),
    data: z.string().regex(/^0x([0-9a-fA-F]{2})+$/),
    value: z.string().regex(/^\d{1,78}$/),
    gas: z.number().int().nonnegative().optional(),
  }),
})

export type OneInchSettings = { readonly key: string; readonly url?: string | undefined }

/** Units of gas for a swap whose costs it does not say. */
const usualGas = 350_000n
const roomTop = 11n
const roomBottom = 10n

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
const named = (token: string) => (token === nativeCoin ? nativeTokenAddress : token)

/** What it built must be what was asked for: nobody signs what a service made up. */
function check(
  { from, to, amount: sold }: SwapQuestion,
  { user, slippage }: { user: string; slippage: number },
  answer: z.infer<typeof swapAnswer>,
) {
  const wrong = (what: string) => new ProviderError(`1inch built a swap of ${what}.`)
  const { tx } = answer
  if (BigInt(tx.value) !== (from === nativeCoin ? sold : 0n)) throw wrong('another value')
  let desc: ReturnType<typeof decodeFunctionData<typeof swapAbi>>['args'][1]
  try {
    desc = decodeFunctionData({ abi: swapAbi, data: tx.data as Hex }).args[1]
  } catch {
    throw wrong('a kind that is not read')
  }
  if (!same(desc.srcToken, named(from)) || !same(desc.dstToken, named(to))) throw wrong('other tokens')
  if (!same(desc.dstReceiver, user)) throw wrong('another receiver')
  if (desc.amount !== sold || (desc.flags & partialFill) !== 0n) throw wrong('another amount')
  if (desc.minReturnAmount < (BigInt(answer.dstAmount) * (whole - BigInt(slippage))) / whole) throw wrong('a lower minimum')
}

/** Swaps by the Swap API of 1inch, with the operator's key. */
export function oneInchSwaps({ key, url = 'https://api.1inch.dev' }: OneInchSettings): SwapProvider {
  const base = url.replace(/\/$/, '')
  async function ask(chain: Chain, path: string, query: Record<string, string>, signal: AbortSignal): Promise<unknown> {
    try {
      const address = new URL(`${base}/swap/v6.0/${chain.id}${path}?${new URLSearchParams(query)}`)
      return await fetchJson('1inch', address, { signal, headers: { authorization: `Bearer ${key}` }, failures: [400] })
    } catch (error) {
      // A chain or a token that it has not.
      if (error instanceof ProviderError && error.status === 404) throw new SwapRefused('chainId', 'This token is not supported')
      throw error
    }
  }
  /** @throws SwapRefused for what it says is the caller's mistake, with its own words */
  function read<T>(schema: z.ZodType<T>, answer: unknown): T {
    const refused = z.object({ statusCode: z.literal(400), description: z.string().max(300).optional() }).safeParse(answer)
    if (refused.success) {
      const { description = 'The swap is not possible' } = refused.data
      throw /liquidity/i.test(description) ? insufficientLiquidity() : new SwapRefused('amount', description)
    }
    const parsed = schema.safeParse(answer)
    if (!parsed.success) throw new ProviderError('1inch answered something else.')
    return parsed.data
  }
  const order = ({ from, to, amount: sold }: SwapQuestion) => ({ src: named(from), dst: named(to), amount: String(sold) })
  const withRoom = (gas: number | undefined) => (gas ? (BigInt(gas) * roomTop) / roomBottom : usualGas)

  return {
    name: '1inch',
    serves: (chain) => isServed(chain) && oneInchRouter(chain) !== undefined,
    spender: (chain) => oneInchRouter(chain) ?? '',
    quote: async (question) => {
      const answer = await ask(question.chain, '/quote', { ...order(question), includeGas: 'true' }, question.signal)
      const { dstAmount, gas } = read(quoteAnswer, answer)
      return { amountOut: BigInt(dstAmount), gas: withRoom(gas), legs: [] }
    },
    build: async (question, terms) => {
      const { user, slippage } = terms
      const query = {
        ...order(question),
        from: user,
        origin: user,
        receiver: user,
        slippage: String(slippage / 100),
        disableEstimate: 'true',
        allowPartialFill: 'false',
        // Its shorter calls do not name the tokens and the receiver: they could not be checked.
        compatibility: 'true',
      }
      const answer = read(swapAnswer, await ask(question.chain, '/swap', query, question.signal))
      if (!same(answer.tx.to, oneInchRouter(question.chain) ?? '')) throw new ProviderError('1inch built a swap of another contract.')
      check(question, terms, answer)
      return { to: answer.tx.to as Address, data: answer.tx.data, amountOut: BigInt(answer.dstAmount), gas: withRoom(answer.tx.gas) }
    },
  }
}
