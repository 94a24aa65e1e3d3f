import type { NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { readItem, writeItem } from '../../lib/storage.js'
import { connectionsOf, type SessionState, sessionStore } from '../../state/session.js'
import type { WalletRow } from '../../state/walletRow.js'
import { emit } from '../events/dialogEvents.js'
import { makeActive } from '../session/switchWallet.js'
import { connectFamily } from './connect.js'

export type FamilyRow = {
  readonly namespace: NamespaceId
  /** The active account, when the wallet is connected in this family. */
  readonly address?: string | undefined
  /** The family that was chosen the last time. */
  readonly last: boolean
}

const idIn = (row: WalletRow, namespace: NamespaceId) => row.connectors?.[namespace] ?? row.id

const connectionIn = (row: WalletRow, namespace: NamespaceId, session: SessionState) =>
  connectionsOf(namespace, session).find(({ wallet }) => wallet.id === idIn(row, namespace))

/** The families of a wallet for its chooser: the last chosen first. */
export function familyRows(dialog: Dialog, row: WalletRow, session: SessionState): readonly FamilyRow[] {
  const last = readItem(dialog, 'lastFamilies')?.[row.id]
  const ordered = [...row.namespaces].sort((a, b) => Number(b === last) - Number(a === last))
  return ordered.map((namespace) => {
    const address = connectionIn(row, namespace, session)?.accounts[0]?.address
    return { namespace, address, last: namespace === last }
  })
}

/** The user chose a family: asks the wallet inside the same click, or goes on with the connection that is there. */
export function chooseFamily(dialog: Dialog, row: WalletRow, namespace: NamespaceId): void {
  writeItem(dialog, 'lastFamilies', { ...readItem(dialog, 'lastFamilies'), [row.id]: namespace })
  if (!connectionIn(row, namespace, sessionStore(dialog).getState())) {
    connectFamily(dialog, row, namespace)
    return
  }
  makeActive(dialog, namespace, idIn(row, namespace))
  emit(dialog, 'connectionChosen')
}
