import type { CaipNetworkId, SwapContracts } from '@latchkey/protocol'
import { swapContracts } from '@latchkey/protocol/schemas/swap'
import type { Dialog } from '../../../lib/dialog.js'
import { loadNamespace } from '../../../namespaces/registry.js'
import type { Swaps } from '../../../namespaces/swaps.js'
import { findNetwork } from '../../../state/networks.js'
import { settingsStore } from '../../../state/settings.js'
import { type OnNetwork, onNetwork } from '../onNetwork.js'
import type { toolsFor } from '../transactions/askWallet.js'

/** The contracts that swaps of each network go through, by the operator's configuration. */
export function contractsByNetwork(dialog: Dialog): Readonly<Record<string, SwapContracts>> {
  const { swaps } = settingsStore(dialog).getState().boot ?? {}
  return swaps ? swapContracts(swaps) : {}
}

/** Networks that have swaps. */
export const swapNetworks = (dialog: Dialog): readonly CaipNetworkId[] => Object.keys(contractsByNetwork(dialog)) as CaipNetworkId[]

/** Networks of the page to which tokens can be taken from the active one. */
export function crossingNetworks(dialog: Dialog): readonly CaipNetworkId[] {
  const of = onNetwork(dialog)
  const all = contractsByNetwork(dialog)
  if (!of || !all[of.networkId]?.crossing) return []
  return swapNetworks(dialog).filter((id) => id !== of.networkId && all[id]?.crossing && findNetwork(dialog, id))
}

/** Who swaps where, and with what. */
export type SwapContext = {
  readonly of: OnNetwork
  readonly contracts: SwapContracts
  readonly family: Swaps
  readonly rpc: ReturnType<typeof toolsFor>['rpc']
}

/** @returns undefined when nobody is connected, or the network has no swaps */
export async function swapContext(dialog: Dialog): Promise<SwapContext | undefined> {
  const of = onNetwork(dialog)
  const contracts = of && contractsByNetwork(dialog)[of.networkId]
  if (!of || !contracts) return undefined
  // With what answers requests, which the first drawing of the form does without.
  const [tools, family] = await Promise.all([
    import('../transactions/askWallet.js'),
    loadNamespace(dialog, of.namespace).then(({ swaps }) => swaps?.()),
  ])
  return family && { of, contracts, family, rpc: tools.toolsFor(dialog, of).rpc }
}
