import type { CaipNetworkId, SwapContracts } from '@latchkey/protocol'
import type { Chain } from '../config/chains.js'
import { isServed } from '../config/networks.js'
import { exchangeOf } from './pools/findPools.js'

/**
 * Of each chain with swaps the contracts that they go through, by the configuration alone: the dialog checks by them what a provider built.
 *
 * @returns by CAIP-2 id
 */
export function swapContractsOf(chains: readonly Chain[]): Readonly<Record<CaipNetworkId, SwapContracts>> {
  return Object.fromEntries(
    chains.flatMap((chain) => {
      const exchange = isServed(chain) ? exchangeOf(chain) : undefined
      if (!exchange) return []
      const { router, weth } = exchange
      return [[chain.caipNetworkId, { router: router.address.toLowerCase(), kind: router.kind, wrapped: weth }]]
    }),
  )
}
