import type { BitcoinAccount } from '@latchkey/protocol'
import { readAddresses } from './addresses.js'

const key = (walletId: string) => `latchkey:accounts:${walletId}`

/**
 * Public addresses that a wallet gave to this site, kept in the site's own storage: some wallets cannot be asked again without showing
 * something. Never throws; without storage there is nothing to remember.
 */
export const remembered = {
  get(walletId: string): readonly BitcoinAccount[] {
    try {
      const list: unknown = JSON.parse(localStorage.getItem(key(walletId)) ?? '[]')
      return readAddresses(list, undefined)
    } catch {
      return []
    }
  },
  set(walletId: string, accounts: readonly BitcoinAccount[]): void {
    try {
      // In the words that `readAddresses` reads.
      const words = accounts.map(({ intention, path, ...rest }) => ({
        ...rest,
        ...(path && { derivationPath: path }),
        purpose: intention === 'ordinal' ? 'ordinals' : intention,
      }))
      if (accounts.length) localStorage.setItem(key(walletId), JSON.stringify(words))
      else localStorage.removeItem(key(walletId))
    } catch {
      // Denied or full.
    }
  },
}
