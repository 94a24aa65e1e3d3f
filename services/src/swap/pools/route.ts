import type { Hop } from './quotePools.js'

/** One way from the token that is sold to the one that is bought, and what it gives. */
export type Leg = { readonly hops: readonly Hop[]; readonly amountIn: bigint; readonly amountOut: bigint; readonly gas: bigint }
/** One leg, or two that each take a part of the amount. */
export type Route = readonly Leg[]

/** Units of gas of a transaction to the router that do not depend on its trades. */
const baseGas = 80_000n
/** Of one trade on a pair; and of one on a v3 pool, beside what its quoter says. */
const pairGas = 110_000n
const concentratedGas = 60_000n
const leastConcentratedGas = 130_000n
/** Of wrapping or unwrapping the native coin. */
export const wrapGas = 45_000n
/** Room for what the state of the chain may change until the transaction is in it. */
const roomTop = 11n
const roomBottom = 10n

/** Gas of one trade. */
export function hopGas(version: 'v2' | 'v3', quoted: bigint | undefined): bigint {
  if (version === 'v2') return pairGas
  const gas = (quoted ?? 0n) + concentratedGas
  return gas > leastConcentratedGas ? gas : leastConcentratedGas
}

/** Gas of a whole route, with room. */
export const routeGas = (route: Route): bigint => ((baseGas + route.reduce((sum, { gas }) => sum + gas, 0n)) * roomTop) / roomBottom

export const amountOutOf = (route: Route): bigint => route.reduce((sum, { amountOut }) => sum + amountOut, 0n)

/**
 * The route of these that leaves most after its fee. Pure.
 *
 * @param worthOf what an amount of gas costs, in the token that is bought
 */
export function bestRoute(routes: readonly Route[], worthOf: (gas: bigint) => bigint): Route | undefined {
  const net = (route: Route) => amountOutOf(route) - worthOf(routeGas(route))
  return routes.reduce<Route | undefined>((best, route) => (best && net(best) >= net(route) ? best : route), undefined)
}

/** Whether two legs have no pool in common: then neither changes what the other gives. Pure. */
export const areApart = (one: Pick<Leg, 'hops'>, other: Pick<Leg, 'hops'>): boolean =>
  !one.hops.some(({ pool }) => other.hops.some((hop) => hop.pool.address === pool.address))
