import { alerts, type CaipNetworkId, defaultNetworkId, type Network, type Options } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { loadNamespace } from '../../namespaces/registry.js'
import { networksStore } from '../../state/networks.js'
import { settingsStore } from '../../state/settings.js'
import { whenDrawn } from '../../state/whenDrawn.js'
import { showAlert } from '../notices/alert.js'

export type NetworkSources = {
  /** The page's: whole networks, or ids of the project's. Left out: the project's. */
  readonly wanted: Options['networks']
  readonly project: readonly Network[]
  readonly defaultId: CaipNetworkId | null | undefined
}

export type ResolvedNetworks = {
  readonly networks: readonly Network[]
  readonly defaultNetwork: Network | undefined
  /** Ids that were asked for and are not there. */
  readonly missing: readonly CaipNetworkId[]
}

/**
 * The networks that count: the page's in its order, else the project's; each once, by CAIP-2 id. A page whose networks are all unknown gets the
 * project's: its visitors can do more with those than with none. A page that wants none has none. Pure.
 */
export function resolveNetworks({ wanted, project, defaultId }: NetworkSources): ResolvedNetworks {
  const missing: CaipNetworkId[] = []
  const found = (wanted ?? project).flatMap((entry) => {
    const id = typeof entry === 'object' ? entry.caipNetworkId : entry
    const network = project.find(({ caipNetworkId, deprecatedCaipNetworkId }) => caipNetworkId === id || deprecatedCaipNetworkId === id)
    // What the page leaves out of a network, such as its picture, the project may know.
    if (typeof entry === 'object') return [{ ...network, ...entry, rpcUrls: { ...network?.rpcUrls, ...entry.rpcUrls } }]
    if (!network) missing.push(entry)
    return network ? [network] : []
  })
  const usable = found.length > 0 || wanted?.length === 0 ? found : project
  const networks = [...new Map(usable.map((network) => [network.caipNetworkId, network])).values()]
  const named = defaultId && networks.find((one) => one.caipNetworkId === defaultId || one.deprecatedCaipNetworkId === defaultId)
  if (defaultId && !named) missing.push(defaultId)
  // A page's own list is in the page's order.
  const usual = wanted ? undefined : networks.find(({ caipNetworkId }) => caipNetworkId === defaultNetworkId)
  return { networks, defaultNetwork: named || usual || networks[0], missing }
}

/** Where the networks come from now. */
export function networkSources(dialog: Dialog): NetworkSources {
  const { boot, options } = settingsStore(dialog).getState()
  // The project's default counts only for the project's list: a page with a list of its own may well not use it.
  const defaultId = options.defaultNetwork ?? (options.networks ? undefined : boot?.defaultNetwork)
  return { wanted: options.networks, project: boot?.networks ?? [], defaultId }
}

/** Applies the page's and the project's networks to the store. What was selected stays, as long as it is still there. */
export function applyNetworks(dialog: Dialog): void {
  const { networks, defaultNetwork, missing } = resolveNetworks(networkSources(dialog))
  if (missing.length > 0) showAlert(dialog, { title: alerts.networkNotFound, detail: missing.join(', '), developer: true, named: true })
  const before = networksStore(dialog).getState().selectedNetworkId
  const kept = networks.find((one) => one.caipNetworkId === before || one.deprecatedCaipNetworkId === before)
  networksStore(dialog).setState({ networks, selectedNetworkId: (kept ?? defaultNetwork)?.caipNetworkId ?? null })
  // The families' code is here before a finger can reach their rows: no import between a click and the wallet's request.
  whenDrawn(dialog, () => {
    for (const { chainNamespace } of networks) loadNamespace(dialog, chainNamespace).catch(() => {})
  })
}
