import type { NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { readItem, writeItem } from '../../lib/storage.js'
import { findConnection, sessionStore } from '../../state/session.js'
import { dispatchSession } from '../../state/sessionReducer.js'
import { emit } from '../events/dialogEvents.js'
import { chooseAccount } from './accountOrder.js'
import { activateFamily } from './session.js'

/**
 * The user takes another connected wallet, or another account of one: it answers the page from now on, and its family is the active one.
 *
 * @param address one of the wallet's; left out keeps its active one
 */
export function makeActive(dialog: Dialog, namespace: NamespaceId, walletId: string, address?: string): void {
  const connection = findConnection(namespace, walletId, sessionStore(dialog).getState())
  if (!connection) return
  const chosen = connection.accounts.find((account) => account.address === address)
  if (chosen) {
    chooseAccount(dialog, namespace, walletId, chosen.address)
    // Kinds differ in Bitcoin and with smart accounts: the next connection starts with this kind.
    if (connection.accounts.some(({ type }) => type !== chosen.type))
      writeItem(dialog, 'preferredAccountTypes', { ...readItem(dialog, 'preferredAccountTypes'), [namespace]: chosen.type })
    const accounts = [chosen, ...connection.accounts.filter((account) => account !== chosen)]
    dispatchSession(dialog, { type: 'accounts', namespace, walletId, accounts })
  }
  activateFamily(dialog, namespace, walletId)
  emit(dialog, 'networkChanged')
}
