import type { ConnectedWallet, NamespaceId, WalletInfo } from '@latchkey/protocol'
import { walletsStore } from '../state/wallets.js'
import { describeWallet } from '../wallets/hostWallet.js'
import { walletFor } from '../wallets/registry.js'
import type { Wallet } from '../wallets/wallet.js'

/** The wallet that the page found under this id, if it is there now. */
export function findWallet(id: string): Wallet | undefined {
  const info = walletsStore.getState().discovered.find((wallet) => wallet.id === id)
  return info && walletFor(describeWallet(info))
}

/** The wallet behind a live connection. */
export function connectedWallet(info: ConnectedWallet): Wallet {
  return walletFor(info)
}

/**
 * Waits until the page finds a wallet: extensions may announce themselves late.
 *
 * @param ms milliseconds
 * @returns the wallet, or undefined when it did not come in time
 */
export function waitForWallet(id: string, ms: number): Promise<Wallet | undefined> {
  const here = findWallet(id)
  if (here) return Promise.resolve(here)
  return new Promise((resolve) => {
    const finish = (wallet?: Wallet) => {
      clearTimeout(timer)
      off()
      resolve(wallet)
    }
    const timer = setTimeout(finish, ms)
    const off = walletsStore.subscribe(() => {
      const wallet = findWallet(id)
      if (wallet) finish(wallet)
    })
  })
}

/**
 * Takes over what the page found. A wallet is known by its id: the first one keeps it, so that no later script can slip into its place.
 *
 * @param looking families in which the page has not finished looking
 */
export function setDiscovered({ wallets, looking = [] }: { wallets: readonly WalletInfo[]; looking?: readonly NamespaceId[] }): void {
  const byId = new Map<string, WalletInfo>()
  for (const wallet of wallets) if (!byId.has(wallet.id)) byId.set(wallet.id, wallet)
  walletsStore.setState({ discovered: [...byId.values()], looking })
}
