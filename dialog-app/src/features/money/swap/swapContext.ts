import type { CaipNetworkId, SwapContracts } from '@latchkey/protocol'
import { swapContracts } from '@latchkey/protocol/schemas/swap'
import type { Dialog } from '../../../lib/dialog.js'
import { loadNamespace } from '../../../namespaces/registry.js'
import type { Swaps } from '../../../namespaces/swaps.js'
import { settingsStore } from '../../../state/settings.js'
import { type OnNetwork, onNetwork } from '../onNetwork.js'
import { toolsFor } from '../transactions/askWallet.js'

/** The contracts that swaps of each network go through, by the operator's configuration. */
export function contractsByNetwork(dialog: Dialog): Readonly<Record<string, SwapContracts>> {
  const { swaps } = settingsStore(dialog).getState().boot ?? {}
  return swaps ? swapContracts(swaps) : {}
}

/** Networks that have swaps. */
export const swapNetworks = (dialog: Dialog): readonly CaipNetworkId[] => Object.keys(contractsByNetwork(dialog)) as CaipNetworkId[]

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
  const family = await (await loadNamespace(dialog, of.namespace)).swaps?.()
  return family && { of, contracts, family, rpc: toolsFor(dialog, of).rpc }
}
