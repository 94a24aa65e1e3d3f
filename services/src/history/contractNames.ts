import { listedTokens } from '../chainReads/tokenFacts.js'
import type { Chain } from '../config/chains.js'
import { wellKnownContracts } from '../config/wellKnownContracts.js'

/** Routers as their own sources call them: those of an operator's chain may be anybody's. */
const routers = { v2Router: 'Router02', swapRouter02: 'SwapRouter02' } as const

/**
 * What contracts of a chain are called that transactions are with, by the configuration alone.
 *
 * @returns by address, as the family writes it
 */
export function contractNames(chain: Chain): ReadonlyMap<string, string> {
  const { caipNetworkId, nativeCurrency, pools, multicall3, ens } = chain
  const uniswap = Object.values(wellKnownContracts[caipNetworkId]?.pools ?? {}).map((address) => address.toLowerCase())
  const named: readonly (readonly [address: string | undefined, name: string])[] = [
    [pools?.weth, `Wrapped ${nativeCurrency.name}`],
    ...(['v2Router', 'swapRouter02'] as const).map((kind) => {
      const address = pools?.[kind]
      return [address, address && uniswap.includes(address.toLowerCase()) ? 'Uniswap' : routers[kind]] as const
    }),
    [multicall3, 'Multicall3'],
    [ens?.universalResolver, 'ENS'],
    [ens?.registrar, 'ENS'],
  ]
  return new Map([
    ...named.flatMap(([address, name]) => (address ? [[address.toLowerCase(), name] as const] : [])),
    // Last: the operator may call the wrapped coin something else.
    ...[...listedTokens(chain)].map(([address, { name }]) => [address, name] as const),
  ])
}
