import type { BitcoinAccount } from '@latchkey/protocol'
import { rememberedAccounts } from '../rememberedAccounts.js'
import { readAddresses } from './addresses.js'

/** Addresses that a Bitcoin wallet gave to this site. Never throws. */
export const remembered = {
  get: (walletId: string): readonly BitcoinAccount[] => readAddresses(rememberedAccounts.get(walletId), undefined),
  set(walletId: string, accounts: readonly BitcoinAccount[]): void {
    // In the words that `readAddresses` reads.
    const words = accounts.map(({ intention, path, ...rest }) => ({
      ...rest,
      ...(path && { derivationPath: path }),
      purpose: intention === 'ordinal' ? 'ordinals' : intention,
    }))
    rememberedAccounts.set(walletId, words)
  },
}
