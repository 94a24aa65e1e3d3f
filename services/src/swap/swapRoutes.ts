import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { errors } from '@latchkey/protocol'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ExecutionRevertedError, type BaseError as ViemError } from 'viem'
import type { ApiContext, ApiEnv } from '../api/context.js'
import { failure } from '../api/envelope.js'
import { findProject, requireProject } from '../api/middleware.js'
import { readTokenId } from '../chainReads/caipIds.js'
import type { Chain } from '../config/chains.js'
import { isServed, networkRule } from '../config/networks.js'
import { NodeError } from '../gateway/askChain.js'
import { ProviderError } from '../http/fetchJson.js'
import type { ShowPicture } from '../images/showPicture.js'
import { loggableError } from '../log.js'
import { nativeCoin } from '../prices/priceProvider.js'
import type { Project } from '../projects/projectStore.js'
import { addressOf, type CrossingOrder, type SwapOrder, type Swaps, tokenOf } from './openSwaps.js'
import { SwapRefused } from './swapProvider.js'
import {
  allowanceQuery,
  answers,
  approveQuery,
  arrivalQuery,
  bodyFailures,
  buildBody,
  failures,
  gasPriceQuery,
  quotesQuery,
  tokensQuery,
} from './swapSchemas.js'

const maxBody = 16 * 1_024
const noStore = { 'cache-control': 'no-store' }
const percent = 100n

type SwapContext = ApiContext & { readonly swaps: Swaps; readonly showPicture: ShowPicture }

/** A question that cannot be answered, with the field that it is about. */
const refuse = (field: string, message: string) => new SwapRefused(field, message)

type Asked = { readonly chainId: string; readonly address: string }

/** What a CAIP-10 id names: the chain, of any family, and an address as the family writes it. */
function readId(field: string, id: string): Asked {
  const read = readTokenId(id)
  if (!read) throw refuse(field, `${field} must be a CAIP-10 id such as eip155:1:0x…`)
  return read
}

/** Two tokens, each with its chain. */
const readPair = (from: string, to: string) => [readId('from', from), readId('to', to)] as const

/** The same chain for all of these. */
function readIds<T extends string>(ids: Readonly<Record<T, string>>): { chainId: string; addresses: Readonly<Record<T, string>> } {
  const read = Object.entries(ids).map(([field, id]) => [field, readId(field, id as string)] as const)
  const chainId = read[0]?.[1].chainId ?? ''
  const stranger = read.find(([, one]) => one.chainId !== chainId)
  if (stranger) throw refuse(stranger[0], 'from and to chain IDs must have the same value')
  return { chainId, addresses: Object.fromEntries(read.map(([field, { address }]) => [field, address])) as Record<T, string> }
}

/** What answers a question that failed: what the user must change is 400, whom we ask is 503. */
function answerFailure(c: Context<ApiEnv>, { log }: ApiContext, error: unknown) {
  if (error instanceof SwapRefused) return c.json(failure(error.field, error.message), 400, noStore)
  const reverted = (error as Partial<ViemError>)?.walk?.((one) => one instanceof ExecutionRevertedError)
  if (reverted) return c.json(failure('transaction', 'execution reverted'), 400, noStore)
  const causes = (cause: unknown): unknown[] => (cause instanceof Error ? [cause, ...causes(cause.cause)] : [])
  const isUpstream = (cause: unknown) =>
    cause instanceof NodeError || cause instanceof ProviderError || (cause instanceof Error && cause.name === 'TimeoutError')
  const isShort = causes(error).some((cause) => cause instanceof NodeError && /insufficient funds/i.test(cause.message))
  if (isShort) return c.json(failure('amount', 'insufficient funds'), 400, noStore)
  const upstream = causes(error).find(isUpstream) ?? ((error as Error)?.name === 'TimeoutError' ? error : undefined)
  if (!upstream) throw error
  log.warn({ path: c.req.path, error: loggableError(error) }, 'A swap could not be asked')
  return c.json(failure('chainId', 'No node of the chain answers'), 503, { ...noStore, 'retry-after': '5' })
}

/** `GET /v1/convert/*` and `POST /v1/convert/build-transaction`. */
export function swapRoutes(app: OpenAPIHono<ApiEnv>, context: SwapContext): void {
  const { swaps } = context
  const mayUse = networkRule(context.config)
  /** A chain of the project that has nodes. */
  const chainOf = (project: Project, id: string): Chain | undefined =>
    context.chains.find((chain) => chain.caipNetworkId === id && id.startsWith('eip155:') && isServed(chain) && mayUse(project, chain))
  const swapChainOf = (project: Project, id: string): Chain | undefined => {
    const chain = chainOf(project, id)
    return chain && swaps.providerOf(chain) ? chain : undefined
  }
  /** @throws SwapRefused for the same token twice, and for nothing */
  const orderOf = (chain: Chain, { from, to }: Readonly<Record<'from' | 'to', string>>, amount: string): SwapOrder => {
    if (from === to) throw refuse('to', 'from and to must be different tokens')
    if (BigInt(amount) === 0n) throw refuse('amount', 'amount must be above zero')
    return { chain, from: tokenOf(from), to: tokenOf(to), amount: BigInt(amount) }
  }
  /**
   * What goes from one chain to another; undefined for tokens of the same chain.
   *
   * @throws SwapRefused where nobody takes tokens there
   */
  const crossingOf = (project: Project, from: Asked, to: Asked) => {
    if (from.chainId === to.chainId) return undefined
    const [chain, toChain] = [chainOf(project, from.chainId), chainOf(project, to.chainId)]
    const { crossings } = swaps
    const isOffered = crossings && chain && toChain && crossings.serves(chain, toChain)
    if (!isOffered) throw refuse('to', 'from and to chain IDs must have the same value')
    // Wrapped for some accounts and not for others: nobody could say what arrives.
    if (tokenOf(to.address) === nativeCoin) throw refuse('to', 'This token is not supported')
    return { chain, toChain, crossings }
  }
  const crossingOrder = ({ chain, toChain }: { chain: Chain; toChain: Chain }, from: Asked, to: Asked, amount: string): CrossingOrder => {
    if (BigInt(amount) === 0n) throw refuse('amount', 'amount must be above zero')
    return { chain, toChain, from: tokenOf(from.address), to: to.address, amount: BigInt(amount) }
  }
  const gasPriceOf = async (chain: Chain) => String((await swaps.gasPrices(chain)).standard)

  const get = <P extends string>(path: P, summary: string) => {
    app.use(path, requireProject(context, 401))
    return { method: 'get', path, summary } as const
  }

  app.openapi(
    createRoute({
      ...get('/v1/convert/tokens', 'Tokens that can be swapped'),
      request: { query: tokensQuery },
      responses: { 200: answers.tokens, ...failures },
    }),
    async (c) => {
      const { chainId, address: given } = c.req.valid('query')
      const cache = { 'cache-control': 'public, max-age=3600' }
      const chain = swapChainOf(c.var.project, chainId)
      try {
        const asked = given === undefined ? undefined : readId('address', given.includes(':') ? given : `${chainId}:${given}`)
        if (asked && asked.chainId !== chainId) throw refuse('address', 'address must be of the chain')
        // Not kept: the operator may add it at any time.
        if (!chain) return c.json({ tokens: [], unserved: [chainId] }, 200, noStore)
        const facts = await swaps.tokensOf(chain, asked && tokenOf(asked.address))
        const tokens = facts.map(({ address, name, symbol, decimals, logo, listed }) => ({
          name,
          symbol,
          address: `${chainId}:${addressOf(address)}`,
          decimals,
          logoUri: context.showPicture(logo ?? '', c.var.project.id) || null,
          eip2612: null,
          ...(listed ? {} : { listed }),
        }))
        return c.json({ tokens }, 200, cache)
      } catch (error) {
        return answerFailure(c, context, error)
      }
    },
  )

  app.openapi(
    createRoute({
      ...get('/v1/convert/quotes', 'What a swap gives'),
      request: { query: quotesQuery },
      responses: { 200: answers.quotes, ...failures },
    }),
    async (c) => {
      const { amount, from, to, userAddress, gasPrice } = c.req.valid('query')
      try {
        const [sold, bought] = readPair(from, to)
        if (userAddress !== undefined) readIds({ from, userAddress })
        const crossing = crossingOf(c.var.project, sold, bought)
        if (crossing) {
          const { amountOut, gas, seconds, fee } = await crossing.crossings.quote(crossingOrder(crossing, sold, bought, amount))
          const quote = {
            ...{ id: null, fromAmount: amount, fromAccount: `${sold.chainId}:${sold.address}` },
            ...{ toAmount: String(amountOut), toAccount: `${bought.chainId}:${bought.address}` },
            ...(gas === undefined ? {} : { gas: String(gas) }),
            ...{ provider: crossing.crossings.name, crossing: { seconds, ...(fee === undefined ? {} : { fee }) } },
          }
          return c.json({ quotes: [quote] }, 200, noStore)
        }
        const { chainId, addresses } = readIds({ from, to })
        const chain = swapChainOf(c.var.project, chainId)
        if (!chain) return c.json({ quotes: [] }, 200, noStore)
        const order = { ...orderOf(chain, addresses, amount), ...(gasPrice ? { gasPrice: BigInt(gasPrice) } : {}) }
        const { amountOut, priceImpact, gas, legs } = await swaps.quote(order)
        const caip10 = (address: string) => `${chainId}:${addressOf(address)}`
        const quote = {
          id: null,
          fromAmount: amount,
          fromAccount: caip10(order.from),
          toAmount: String(amountOut),
          toAccount: caip10(order.to),
          ...(priceImpact === undefined ? {} : { priceImpact }),
          ...(gas === undefined ? {} : { gas: String(gas) }),
          provider: swaps.providerOf(chain)?.name ?? '',
          route: legs.map(({ amountIn, path, pools }) => {
            const share = (amountIn * percent + order.amount / 2n) / order.amount
            return { percent: Number(share), path: path.map(caip10), pools: [...pools] }
          }),
        }
        return c.json({ quotes: [quote] }, 200, noStore)
      } catch (error) {
        return answerFailure(c, context, error)
      }
    },
  )

  app.openapi(
    createRoute({
      ...get('/v1/convert/gas-price', 'What gas costs'),
      request: { query: gasPriceQuery },
      responses: { 200: answers.gasPrice, ...failures },
    }),
    async (c) => {
      const chain = chainOf(c.var.project, c.req.valid('query').chainId)
      if (!chain) return c.json(failure('chainId', errors.gasPriceUnsupported), 400, noStore)
      try {
        const { standard, fast, instant } = await swaps.gasPrices(chain)
        return c.json({ standard: String(standard), fast: String(fast), instant: String(instant) }, 200, noStore)
      } catch (error) {
        return answerFailure(c, context, error)
      }
    },
  )

  app.openapi(
    createRoute({
      ...get('/v1/convert/allowance', 'How much of a token swaps may take'),
      request: { query: allowanceQuery },
      responses: { 200: answers.allowance, ...failures },
    }),
    async (c) => {
      const { tokenAddress, userAddress, toChainId } = c.req.valid('query')
      try {
        const { chainId, addresses } = readIds({ tokenAddress, userAddress })
        const crossing = toChainId && crossingOf(c.var.project, { chainId, address: '' }, { chainId: toChainId, address: '' })
        const chain = crossing ? crossing.chain : swapChainOf(c.var.project, chainId)
        if (!chain) return c.json({ allowance: '0' }, 200, noStore)
        const toChain = crossing ? crossing.toChain : chain
        const allowance = await swaps.allowance(chain, tokenOf(addresses.tokenAddress), addresses.userAddress, toChain)
        return c.json({ allowance: String(allowance) }, 200, noStore)
      } catch (error) {
        return answerFailure(c, context, error)
      }
    },
  )

  app.openapi(
    createRoute({
      ...get('/v1/convert/build-approve', 'The transaction that lets swaps take a token'),
      request: { query: approveQuery },
      responses: { 200: answers.approve, ...failures },
    }),
    async (c) => {
      const { from, to, amount, userAddress } = c.req.valid('query')
      try {
        const [sold, bought] = readPair(from, to)
        if (userAddress !== undefined) readIds({ from, userAddress })
        const crossing = crossingOf(c.var.project, sold, bought)
        const chain = crossing ? crossing.chain : swapChainOf(c.var.project, sold.chainId)
        if (!chain) throw refuse('chainId', errors.swapsUnsupported)
        if (tokenOf(sold.address) === nativeCoin) throw refuse('from', 'The native coin needs no allowance')
        const { data } = swaps.buildApprove(chain, crossing ? crossing.toChain : chain, amount === undefined ? undefined : BigInt(amount))
        // The transaction goes to `from` at our clients and at others': the token that is sold is in both places.
        const token = `${sold.chainId}:${sold.address}`
        return c.json({ tx: { from: token, to: token, data, value: '0', eip155: { gasPrice: await gasPriceOf(chain) } } }, 200, noStore)
      } catch (error) {
        return answerFailure(c, context, error)
      }
    },
  )

  app.openapi(
    createRoute({
      ...get('/v1/convert/arrival', 'What became of tokens that went to another network'),
      request: { query: arrivalQuery },
      responses: { 200: answers.arrival, ...failures },
    }),
    async (c) => {
      const { from, to, hash } = c.req.valid('query')
      try {
        const crossing = crossingOf(c.var.project, { chainId: from, address: '' }, { chainId: to, address: '' })
        if (!crossing) throw refuse('to', 'from and to must be different networks')
        return c.json(await crossing.crossings.arrival(crossing.chain, crossing.toChain, hash), 200, noStore)
      } catch (error) {
        return answerFailure(c, context, error)
      }
    },
  )

  const limitBody = bodyLimit({
    maxSize: maxBody,
    onError: (c) => c.json(failure('body', `A request may have at most ${maxBody} bytes.`), 413),
  })
  // Bodies are read whatever type they say they have: older clients say none.
  app.openAPIRegistry.registerPath({
    method: 'post',
    path: '/v1/convert/build-transaction',
    summary: 'The transaction that swaps',
    description: 'At the price of this moment. Asking again is free, and changes nothing.',
    request: { body: { content: { 'application/json': { schema: buildBody } } } },
    responses: { 200: answers.transaction, ...bodyFailures },
  })
  app.post('/v1/convert/build-transaction', limitBody, async (c) => {
    const given: unknown = await c.req.json().catch(() => undefined)
    if (given === undefined) return c.json(failure('body', 'Parse error'), 400, noStore)
    const parsed = buildBody.safeParse(given)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      return c.json(failure(issue?.path.map(String).join('.') || 'body', issue?.message ?? 'Invalid request'), 422, noStore)
    }
    const { projectId, amount, from, to, userAddress, eip155, disableEstimate } = parsed.data
    const found = await findProject(context, c.req.query('projectId') ?? projectId, c.req.header('origin'))
    if ('refused' in found) return c.json(found.refused, found.status, noStore)
    try {
      const [sold, bought] = readPair(from, to)
      const crossing = crossingOf(found.project, sold, bought)
      const { chainId, addresses } = readIds({ from, userAddress, to: crossing ? from : to })
      const chain = crossing ? crossing.chain : swapChainOf(found.project, chainId)
      if (!chain) throw refuse('chainId', errors.swapsUnsupported)
      const slippage = Math.round(eip155.slippage * Number(percent))
      const terms = { user: addresses.userAddress, slippage }
      const building = crossing
        ? crossing.crossings.build(crossingOrder(crossing, sold, bought, amount), terms)
        : swaps.build(orderOf(chain, { from: sold.address, to: bought.address }, amount), terms)
      const [built, gasPrice] = await Promise.all([building, gasPriceOf(chain)])
      const value = tokenOf(sold.address) === nativeCoin ? BigInt(amount) : 0n
      const gas = disableEstimate ? built.gas : await swaps.estimate(chain, { ...built, from: addresses.userAddress, value })
      const tx = {
        from: `${chainId}:${addresses.userAddress}`,
        to: `${chainId}:${built.to.toLowerCase()}`,
        data: built.data,
        amount: String(built.amountOut),
        eip155: { gas: String(gas), gasPrice },
      }
      return c.json({ tx }, 200, noStore)
    } catch (error) {
      return answerFailure(c, context, error)
    }
  })
}
