import type { CaipNetworkId, SwapContracts } from '@latchkey/protocol'
import type { Chain } from '../config/chains.js'
import { isServed } from '../config/networks.js'
import type { Config } from '../config/schema.js'
import { lifiContract } from './lifi.js'
import { oneInchRouter } from './oneInch.js'
import { exchangeOf } from './pools/findPools.js'

/** The contracts of swaps on the chain itself. */
function exchangesOf({ swaps }: Pick<Config, 'swaps'>, chain: Chain): SwapContracts | undefined {
  // In the order in which providers are asked.
  const oneInch = swaps.oneInch && oneInchRouter(chain)
  if (oneInch) return { router: oneInch, kind: 'oneInch' }
  const lifi = swaps.lifi && lifiContract(chain, swaps.lifi)
  if (lifi) return { router: lifi, kind: 'lifi' }
  const exchange = exchangeOf(chain)
  return exchange && { router: exchange.router.address.toLowerCase(), kind: exchange.router.kind, wrapped: exchange.weth }
}

function contractsOf(config: Pick<Config, 'swaps'>, chain: Chain): SwapContracts | undefined {
  if (!isServed(chain)) return undefined
  const contracts = exchangesOf(config, chain)
  const crossing = config.swaps.lifi && lifiContract(chain, config.swaps.lifi)
  return contracts && { ...contracts, ...(crossing ? { crossing } : {}) }
}

/** What contracts of services are called that swaps of a chain go through, by address in lower case. */
export function swapNamesOf({ swaps }: Pick<Config, 'swaps'>, chain: Chain): ReadonlyMap<string, string> {
  const oneInch = oneInchRouter(chain)
  const lifi = lifiContract(chain, swaps.lifi)
  return new Map([...(oneInch ? [[oneInch, '1inch'] as const] : []), ...(lifi ? [[lifi.toLowerCase(), 'LI.FI'] as const] : [])])
}

/**
 * Of each chain with swaps the contracts that they go through, by the configuration alone: the dialog checks by them what a provider built.
 *
 * @returns by CAIP-2 id
 */
export function swapContractsOf(config: Pick<Config, 'swaps'>, chains: readonly Chain[]): Readonly<Record<CaipNetworkId, SwapContracts>> {
  return Object.fromEntries(
    chains.flatMap((chain) => {
      const contracts = contractsOf(config, chain)
      return contracts ? [[chain.caipNetworkId, contracts] as const] : []
    }),
  )
}
