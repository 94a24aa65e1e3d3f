import { builtInNetworks, type CaipNetworkId, type NamespaceId, type Network } from '@latchkey/protocol'
import { useMemo } from 'react'
import type { Dialog } from '../../lib/dialog.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'

import { findNetwork, type NetworksState, networksStore } from '../../state/networks.js'
import { type ActiveConnection, activeConnection, type SessionState, sessionStore } from '../../state/session.js'
import { walletsStore } from '../../state/wallets.js'

export type NetworkRow = {
  readonly network: Network
  readonly current: boolean
  /** Its wallet cannot use it. */
  readonly disabledReason?: 'unsupported'
  /** Something is connected, but no wallet of this family. */
  readonly needs?: NamespaceId
}

/** What a family's part of the page says of its networks. */
export type NetworkState = {
  /** Where requests of the family go. */
  readonly caipNetwork: Network | undefined
  readonly supportsAllNetworks: boolean
  readonly requestedCaipNetworks: readonly Network[]
  /** Those of the requested ones that the wallet agreed to. */
  readonly approvedCaipNetworkIds: readonly string[]
}

/**
 * The networks that a wallet of the page named when it announced itself. One that names chains which are none of the public ones means chains
 * of one's own by it: then nothing is known.
 */
function offered(dialog: Dialog, namespace: NamespaceId, connection: ActiveConnection | undefined): readonly CaipNetworkId[] | undefined {
  const info = walletsStore(dialog)
    .getState()
    .discovered.find(({ id }) => id === connection?.wallet.id)
  const chains = (info?.namespaces[namespace]?.chains ?? []) as readonly CaipNetworkId[]
  const isPublic = (id: string) => builtInNetworks.some((one) => one.caipNetworkId === id || one.deprecatedCaipNetworkId === id)
  return chains.length > 0 && chains.every(isPublic) ? chains : undefined
}

/** The networks of one chain family: what the page asks for, and what its wallet agreed to. */
export function networkState(
  dialog: Dialog,
  namespace: NamespaceId,
  session: SessionState,
  { networks, selectedNetworkId, refused }: NetworksState,
): NetworkState {
  const requested = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  const connection = session.connections[namespace]
  const approved = (connection?.approved ?? offered(dialog, namespace, connection))?.map(
    (id) => findNetwork(dialog, id)?.caipNetworkId ?? id,
  )
  const lacking = connection ? (refused[connection.wallet.id] ?? []) : []
  const usable = requested.filter(({ caipNetworkId: id }) => (!approved || approved.includes(id)) && !lacking.includes(id))
  const current = findNetwork(dialog, connection?.networkId ?? selectedNetworkId)
  return {
    caipNetwork: current?.chainNamespace === namespace ? current : undefined,
    supportsAllNetworks: approved === undefined && lacking.length === 0,
    requestedCaipNetworks: requested,
    approvedCaipNetworkIds: connection ? usable.map(({ caipNetworkId }) => caipNetworkId) : [],
  }
}

/** The page's networks as a list draws them. Pure but for the network that is looked up by its older id. */
export function readNetworkRows(dialog: Dialog, session: SessionState, networks: NetworksState): readonly NetworkRow[] {
  const currentId = findNetwork(dialog, activeConnection(session)?.networkId ?? networks.selectedNetworkId)?.caipNetworkId
  const states = new Map<NamespaceId, NetworkState>()
  return networks.networks.map((network) => {
    const { chainNamespace: namespace, caipNetworkId } = network
    const state = states.get(namespace) ?? networkState(dialog, namespace, session, networks)
    states.set(namespace, state)
    const connected = session.connections[namespace] !== undefined
    const lacks = connected && !state.approvedCaipNetworkIds.includes(caipNetworkId)
    return {
      network,
      current: caipNetworkId === currentId,
      ...(lacks ? { disabledReason: 'unsupported' as const } : {}),
      ...(!connected && session.activeNamespace !== null ? { needs: namespace } : {}),
    }
  })
}

/** The page's networks for the list; draws again when one of them changes its part. */
export function useNetworkRows(): readonly NetworkRow[] {
  const dialog = useDialog()
  const networks = useDialogStore(networksStore)
  const session = useDialogStore(sessionStore)
  return useMemo(() => readNetworkRows(dialog, session, networks), [networks, session, dialog])
}
