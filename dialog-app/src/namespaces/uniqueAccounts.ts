import type { Account } from '@latchkey/protocol'

/** Accounts in the wallet's order, each once. One address may be of two kinds. */
export function uniqueAccounts(accounts: readonly Account[]): readonly Account[] {
  return [...new Map(accounts.map((account) => [`${account.type}:${account.address}`, account])).values()]
}
