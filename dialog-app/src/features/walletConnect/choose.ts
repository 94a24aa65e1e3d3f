import type { ListedWallet } from '../../api/wallets.js'
import { initialPairing, pairingStore } from '../../state/pairing.js'
import { uiStore } from '../../state/ui.js'
import { chooseWallet } from '../connect.js'
import { findListed } from '../directory.js'
import { findGuideWallet } from '../guide.js'
import { readWalletRows, type WalletRow } from '../rows.js'
import { push } from '../viewStack.js'

/** The row of a wallet that is in this browser. */
export function installedRow(wallet: ListedWallet): WalletRow | undefined {
  const name = wallet.name.toLowerCase()
  return readWalletRows().find((row) => row.installed && (row.id === wallet.rdns || row.name.toLowerCase() === name))
}

/** A person chose a wallet of the directory: asked here when it is here, else by a code or a link. */
export function chooseListed(wallet: ListedWallet): void {
  const row = installedRow(wallet)
  if (row) {
    chooseWallet(row)
    return
  }
  pairingStore.setState({ ...initialPairing, wallet }, true)
  push('ConnectingWalletConnect')
}

/** The same, for a wallet that is known by its directory id or rdns. Without a directory any wallet can still scan. */
export async function openListed(name: string): Promise<void> {
  const wallet = await findListed(name).catch(() => undefined)
  if (!uiStore.getState().open) return
  if (wallet) chooseListed(wallet)
  else push('ConnectingWalletConnectBasic')
}

/** A wallet that the page names in `open({ wallet })`: `walletConnect` is any of them. */
export async function openNamed(name: string): Promise<void> {
  if (name === 'walletConnect') return push('ConnectingWalletConnectBasic')
  const wallet = await findListed(name).catch(() => undefined)
  if (!uiStore.getState().open) return
  const known = findGuideWallet(name)
  if (wallet) chooseListed(wallet)
  // Without a directory: the wallets that are known without one can be got.
  else if (known) chooseWallet({ id: known.id, name: known.name, icon: known.icon, installed: false, namespaces: known.namespaces })
}
