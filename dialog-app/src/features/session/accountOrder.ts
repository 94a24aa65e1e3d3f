import { type Account, defaultAccountTypes, type NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { readItem, writeItem } from '../../lib/storage.js'
import { settingsStore } from '../../state/settings.js'

/** The account of a wallet that the user chose to be the active one. */
export const chosenAccount = (dialog: Dialog, namespace: NamespaceId, walletId: string) =>
  readItem(dialog, 'chosenAccounts')?.[namespace]?.[walletId]

/**
 * A wallet's accounts, the active one first: the one that the user chose here, else the first of the type that the page or else the family prefers, else
 * the wallet's own first. The rest keeps the wallet's order.
 */
export function orderAccounts(dialog: Dialog, namespace: NamespaceId, walletId: string, accounts: readonly Account[]): readonly Account[] {
  const chosen = chosenAccount(dialog, namespace, walletId)
  const own = settingsStore(dialog).getState().options.defaultAccountTypes
  const type = readItem(dialog, 'preferredAccountTypes')?.[namespace] ?? own?.[namespace] ?? defaultAccountTypes[namespace]
  const first = accounts.find(({ address }) => address === chosen) ?? accounts.find((account) => account.type === type)
  return first ? [first, ...accounts.filter((account) => account !== first)] : accounts
}

/** The user chose an account of a wallet; undefined: the wallet's own first account counts again. */
export function chooseAccount(dialog: Dialog, namespace: NamespaceId, walletId: string, address: string | undefined): void {
  const all = readItem(dialog, 'chosenAccounts')
  const { [walletId]: before, ...others } = all?.[namespace] ?? {}
  if (before === address) return
  writeItem(dialog, 'chosenAccounts', { ...all, [namespace]: address === undefined ? others : { ...others, [walletId]: address } })
}
