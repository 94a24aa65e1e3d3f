import type { NamespaceId } from '@latchkey/protocol'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'

import { knownNamespaces } from '../../namespaces/registry.js'
import { networksStore } from '../../state/networks.js'
import { connectionsOf, sessionStore } from '../../state/session.js'
import { walletsStore } from '../../state/wallets.js'
import { useWalletRows, type WalletRow } from '../connect/rows.js'

/** Families of the page's networks, and those of connections that are left from another list. */
export function usePageFamilies(): readonly NamespaceId[] {
  const dialog = useDialog()
  const networks = useDialogStore(networksStore, (state) => state.networks)
  const connections = useDialogStore(sessionStore, (state) => state.connections)
  const known = knownNamespaces(dialog)
  const used = networks.map(({ chainNamespace }) => chainNamespace).filter((namespace) => known.includes(namespace))
  return [...new Set([...used, ...(Object.keys(connections) as NamespaceId[])])]
}

/** The two newest wallets, without those that are connected. */
export function useRecentRows(): readonly WalletRow[] {
  const rows = useWalletRows()
  const recent = useDialogStore(walletsStore, (state) => state.recent)
  const session = useDialogStore(sessionStore)
  const ids = (row: WalletRow) => [row.id, ...Object.values(row.connectors ?? {})]
  const connected = (Object.keys(session.connections) as NamespaceId[]).flatMap((name) =>
    connectionsOf(name, session).map(({ wallet }) => wallet.id),
  )
  return recent.flatMap((id) => {
    const row = rows.find((one) => ids(one).includes(id))
    return row && !ids(row).some((one) => connected.includes(one)) ? [row] : []
  })
}
