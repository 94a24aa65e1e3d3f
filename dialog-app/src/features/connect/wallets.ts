import type { NamespaceId, WalletInfo } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { after } from '../../lib/lifetime.js'
import { walletsStore } from '../../state/wallets.js'
import { describeWallet } from '../../wallets/hostWallet.js'
import { walletFor } from '../../wallets/registry.js'
import type { Wallet } from '../../wallets/wallet.js'

/** The wallet that the page found under this id, if it is there now. */
export function findWallet(dialog: Dialog, id: string): Wallet | undefined {
  const info = walletsStore(dialog)
    .getState()
    .discovered.find((wallet) => wallet.id === id)
  return info && walletFor(dialog, describeWallet(info))
}

/**
 * Waits until the page finds a wallet: extensions may announce themselves late.
 *
 * @param ms milliseconds
 * @returns the wallet, or undefined when it did not come in time
 */
export function waitForWallet(dialog: Dialog, id: string, ms: number): Promise<Wallet | undefined> {
  const here = findWallet(dialog, id)
  if (here) return Promise.resolve(here)
  return new Promise((resolve) => {
    const finish = (wallet?: Wallet) => {
      cancel()
      unsubscribe()
      resolve(wallet)
    }
    const cancel = after(dialog, ms, finish)
    const unsubscribe = walletsStore(dialog).subscribe(() => {
      const wallet = findWallet(dialog, id)
      if (wallet) finish(wallet)
    })
  })
}

/**
 * Takes over what the page found. A wallet is known by its id: the first one keeps it, so that no later script can slip into its place.
 *
 * @param looking families in which the page has not finished looking
 */
export function setDiscovered(
  dialog: Dialog,
  { wallets, looking = [] }: { wallets: readonly WalletInfo[]; looking?: readonly NamespaceId[] },
): void {
  const byId = new Map<string, WalletInfo>()
  for (const wallet of wallets) if (!byId.has(wallet.id)) byId.set(wallet.id, wallet)
  walletsStore(dialog).setState({ discovered: [...byId.values()], looking })
}
