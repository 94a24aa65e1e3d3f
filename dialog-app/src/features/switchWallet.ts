import type { NamespaceId } from '@latchkey/protocol'
import { readItem, writeItem } from '../lib/storage.js'
import { findConnection } from '../state/session.js'
import { dispatchSession } from '../state/sessionReducer.js'
import { guardNetwork } from './guardNetwork.js'
import { activateFamily } from './session.js'

/**
 * The person takes another connected wallet, or another account of one: it answers the page from now on, and its family is the active one.
 *
 * @param address one of the wallet's; left out keeps its active one
 */
export function makeActive(namespace: NamespaceId, walletId: string, address?: string): void {
  const connection = findConnection(namespace, walletId)
  if (!connection) return
  const chosen = connection.accounts.find((account) => account.address === address)
  if (chosen) {
    const all = readItem('chosenAccounts')
    writeItem('chosenAccounts', { ...all, [namespace]: { ...all?.[namespace], [walletId]: chosen.address } })
    // Kinds differ in Bitcoin and with smart accounts: the next connection starts with this kind.
    if (connection.accounts.some(({ type }) => type !== chosen.type))
      writeItem('preferredAccountTypes', { ...readItem('preferredAccountTypes'), [namespace]: chosen.type })
    const accounts = [chosen, ...connection.accounts.filter((account) => account !== chosen)]
    dispatchSession({ type: 'accounts', namespace, walletId, accounts })
  }
  activateFamily(namespace, walletId)
  guardNetwork()
}
