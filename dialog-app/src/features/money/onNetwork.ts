import type { CaipNetworkId, NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { currentConnection } from '../../state/session.js'

/** The active account on the network it is on. */
export type OnNetwork = {
  /** Another one is another account or another network. */
  readonly key: string
  readonly namespace: NamespaceId
  readonly address: string
  readonly networkId: CaipNetworkId
}

/** Whom to ask about on which network; undefined when nobody is connected. */
export function onNetwork(dialog: Dialog): OnNetwork | undefined {
  const connection = currentConnection(dialog)
  const account = connection?.accounts[0]
  if (!connection || !account) return undefined
  const { namespace, address } = account
  return { key: `${connection.networkId}:${address}`, namespace, address, networkId: connection.networkId }
}
