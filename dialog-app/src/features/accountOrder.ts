import { type Account, defaultAccountTypes, type NamespaceId } from '@latchkey/protocol'
import { readItem, writeItem } from '../lib/storage.js'

/**
 * A wallet's accounts, the active one first: the one that the person chose here, else the first of the type that the family prefers, else
 * the wallet's own first. The rest keeps the wallet's order.
 */
export function orderAccounts(namespace: NamespaceId, walletId: string, accounts: readonly Account[]): readonly Account[] {
  const chosen = readItem('chosenAccounts')?.[namespace]?.[walletId]
  const type = readItem('preferredAccountTypes')?.[namespace] ?? defaultAccountTypes[namespace]
  const first = accounts.find(({ address }) => address === chosen) ?? accounts.find((account) => account.type === type)
  return first ? [first, ...accounts.filter((account) => account !== first)] : accounts
}

/** The wallet's own first account counts again. */
export function forgetChoice(namespace: NamespaceId, walletId: string): void {
  const all = readItem('chosenAccounts')
  const { [walletId]: chosen, ...others } = all?.[namespace] ?? {}
  if (chosen !== undefined) writeItem('chosenAccounts', { ...all, [namespace]: others })
}
