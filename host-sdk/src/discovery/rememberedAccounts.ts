import { listOf } from './discovery.js'

const key = (walletId: string) => `latchkey:accounts:${walletId}`

/**
 * Public accounts that a wallet gave to this site, kept in the site's own storage: some wallets cannot be asked again without showing
 * something, and when a page loads nothing may be shown. Never throws; without storage there is nothing to remember.
 */
export const rememberedAccounts = {
  /** As they were stored: whoever reads them checks each. */
  get(walletId: string): readonly unknown[] {
    try {
      return listOf(JSON.parse(localStorage.getItem(key(walletId)) ?? '[]'))
    } catch {
      return []
    }
  },
  /** An empty list forgets them. */
  set(walletId: string, accounts: readonly object[]): void {
    try {
      if (accounts.length) localStorage.setItem(key(walletId), JSON.stringify(accounts))
      else localStorage.removeItem(key(walletId))
    } catch {
      // Denied or full.
    }
  },
}
