import type { EvmReader } from '../../chainReads/evmReader.js'
import type { Chain } from '../../config/chains.js'
import { type Exchange, type Pool, type PoolFinder, tokensBetween } from './findPools.js'
import { type AskedHop, type Hop, quoteHops, spotPrices } from './quotePools.js'
import { amountOutOf, areApart, bestRoute, hopGas, type Leg, type Route } from './route.js'

/** Hundredths of a percent that a swap has to move the price before it is worth asking whether two ways are better than one. */
const leastImpact = 10
/** Parts that an amount is divided into to find how much goes which way. */
const parts = 10n
/** Ways that a second part may go. */
const mostOthers = 2
const wholeImpact = 10_000n

export type RouteQuestion = {
  readonly chain: Chain
  readonly reader: EvmReader
  readonly exchange: Exchange
  readonly findPools: PoolFinder
  /** Addresses in lower case, the native coin as its wrapped one. */
  readonly from: string
  readonly to: string
  readonly amount: bigint
  /** What an amount of gas costs, in the token that is bought. */
  readonly worthOf: (gas: bigint) => bigint
}

type Path = { readonly first: readonly Pool[]; readonly between?: { readonly token: string; readonly second: readonly Pool[] } }

const hopOver = (pool: Pool, tokenIn: string, tokenOut: string): Hop => ({ pool, tokenIn, tokenOut })

/** Every way from one token to the other with at most one token between. */
async function findPaths({ chain, reader, exchange, findPools, from, to }: RouteQuestion): Promise<readonly Path[]> {
  const between = tokensBetween(chain, exchange).filter((token) => token !== from && token !== to)
  const pairs = [[from, to] as const, ...between.flatMap((token) => [[from, token] as const, [token, to] as const])]
  const [direct = [], ...others] = await findPools(chain, reader, exchange, pairs)
  const around = between.flatMap((token, index): Path[] => {
    const [first = [], second = []] = others.slice(index * 2, index * 2 + 2)
    return first.length > 0 && second.length > 0 ? [{ first, between: { token, second } }] : []
  })
  return direct.length > 0 ? [{ first: direct }, ...around] : around
}

/** What each of these ways gives for its amount. Of two trades the second takes all that the first gives. */
async function quoteWays(
  { chain, reader, exchange }: RouteQuestion,
  ways: readonly { readonly hops: readonly Hop[]; readonly amountIn: bigint }[],
): Promise<readonly (Leg | undefined)[]> {
  const firsts = ways.flatMap(({ hops: [hop], amountIn }): AskedHop[] => (hop ? [{ hop, amountIn }] : []))
  const given = await quoteHops(chain, reader, exchange, firsts)
  const seconds = ways.map(({ hops: [, hop] }, index) => (hop ? { hop, amountIn: given[index]?.amountOut ?? 0n } : undefined))
  const asked = seconds.flatMap((one) => one ?? [])
  const answers = await quoteHops(chain, reader, exchange, asked)
  return ways.map(({ hops, amountIn }, index) => {
    const first = given[index]
    const second = seconds[index]
    if (!first) return undefined
    const firstGas = hopGas(hops[0]?.pool.version ?? 'v2', first.gas)
    if (!second) return { hops, amountIn, amountOut: first.amountOut, gas: firstGas }
    const last = answers[asked.indexOf(second)]
    return last && { hops, amountIn, amountOut: last.amountOut, gas: firstGas + hopGas(second.hop.pool.version, last.gas) }
  })
}

/** Of every way the best pools: each pool of a direct way, and of a way with a token between the pools that give most at each step. */
async function quoteAll(question: RouteQuestion): Promise<readonly Leg[]> {
  const { from, to, amount, chain, reader, exchange } = question
  const paths = await findPaths(question)
  const firsts = paths.flatMap((path) =>
    path.first.map((pool) => ({ path, asked: { hop: hopOver(pool, from, path.between?.token ?? to), amountIn: amount } })),
  )
  const given = await quoteHops(
    chain,
    reader,
    exchange,
    firsts.map(({ asked }) => asked),
  )
  const quoted = firsts.flatMap(({ path, asked }, index) => {
    const quote = given[index]
    return quote ? [{ path, hop: asked.hop, ...quote, gas: hopGas(asked.hop.pool.version, quote.gas) }] : []
  })
  const direct = quoted
    .filter(({ path }) => !path.between)
    .map(({ hop, amountOut, gas }): Leg => ({ hops: [hop], amountIn: amount, amountOut, gas }))
  // A pool gives more for more: who has most after the first trade has most after the second.
  const best = paths.flatMap((path) => {
    const ofPath = quoted.filter((one) => one.path === path && path.between)
    const [first] = ofPath.sort((a, b) => (a.amountOut > b.amountOut ? -1 : 1))
    return first && path.between ? [{ ...first, between: path.between }] : []
  })
  const seconds = best.flatMap(({ hop, amountOut, gas, between: { token, second } }) =>
    second.map((pool) => ({ first: hop, gas, asked: { hop: hopOver(pool, token, to), amountIn: amountOut } })),
  )
  const lasts = await quoteHops(
    chain,
    reader,
    exchange,
    seconds.map(({ asked }) => asked),
  )
  const around = seconds.flatMap(({ first, gas, asked: { hop } }, index): Leg[] => {
    const quote = lasts[index]
    return quote
      ? [{ hops: [first, hop], amountIn: amount, amountOut: quote.amountOut, gas: gas + hopGas(hop.pool.version, quote.gas) }]
      : []
  })
  return [...direct, ...around]
}

/** Hundredths of a percent that a route gives less than its pools' prices before it, after their fees; undefined when a pool tells none. */
async function impactOf({ chain, reader }: RouteQuestion, route: Route): Promise<number | undefined> {
  const hops = route.flatMap((leg) => leg.hops)
  const spots = await spotPrices(chain, reader, hops)
  let wanted = 0n
  for (const leg of route) {
    let amount = leg.amountIn
    // One division for the whole leg, so that small amounts are not rounded away between.
    let bottom = 1n
    for (const hop of leg.hops) {
      const spot = spots[hops.indexOf(hop)]
      if (!spot) return undefined
      amount *= spot.top
      bottom *= spot.bottom
    }
    wanted += amount / bottom
  }
  const out = amountOutOf(route)
  return wanted > out ? Number(((wanted - out) * wholeImpact) / wanted) : 0
}

/** Routes that give a part of the amount another way. */
async function splitRoutes(question: RouteQuestion, best: Leg, legs: readonly Leg[]): Promise<readonly Route[]> {
  const others = legs
    .filter((leg) => areApart(leg, best))
    .sort((a, b) => (a.amountOut > b.amountOut ? -1 : 1))
    .slice(0, mostOthers)
  const shares = Array.from({ length: Number(parts) - 1 }, (_, index) => (question.amount * BigInt(index + 1)) / parts)
  if (others.length === 0 || shares.includes(0n)) return []
  const mine = shares.map((amountIn) => ({ hops: best.hops, amountIn }))
  const theirs = others.flatMap(({ hops }) => shares.map((share) => ({ hops, amountIn: question.amount - share })))
  const answers = await quoteWays(question, [...mine, ...theirs])
  return theirs.flatMap((_, index): Route[] => {
    const one = answers[index % shares.length]
    const other = answers[shares.length + index]
    return one && other ? [[one, other]] : []
  })
}

/**
 * The route that leaves most of these after its fee: each pool of the two tokens, two trades with a token between, and two of these ways at once where that pays.
 *
 * @returns undefined when nobody trades the amount
 * @throws NodeError
 */
export async function findRoute(
  question: RouteQuestion,
): Promise<{ readonly route: Route; readonly impact: number | undefined } | undefined> {
  const legs = await quoteAll(question)
  const single = bestRoute(
    legs.map((leg) => [leg]),
    question.worthOf,
  )
  const [leg] = single ?? []
  if (!single || !leg) return undefined
  const impact = await impactOf(question, single)
  if (question.exchange.router.kind === 'v2Router' || impact === undefined || impact < leastImpact) return { route: single, impact }
  const route = bestRoute([single, ...(await splitRoutes(question, leg, legs))], question.worthOf) ?? single
  return { route, impact: route === single ? impact : await impactOf(question, route) }
}
