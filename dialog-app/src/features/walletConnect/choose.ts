import type { ListedWallet } from '../../api/wallets.js'
import { initialPairing, pairingStore } from '../../state/pairing.js'
import { uiStore } from '../../state/ui.js'
import { walletsStore } from '../../state/wallets.js'
import { chooseWallet } from '../connect.js'
import { withConsent } from '../consent.js'
import { findListed, findNamed } from '../directory.js'
import { guideWallets } from '../guide.js'
import { normalName } from '../rankRows.js'
import { readWalletRows, usesWalletConnect, type WalletRow } from '../rows.js'
import { push } from '../viewStack.js'

/** The row of a wallet that is in this browser: the same rdns, else the same name. */
export function installedRow({ rdns, name }: { readonly rdns?: string | undefined; readonly name: string }): WalletRow | undefined {
  const installed = readWalletRows().filter((row) => row.installed)
  const announced = rdns && walletsStore.getState().discovered.find((wallet) => wallet.rdns === rdns)
  const byRdns = announced && installed.find((row) => row.id === announced.id || normalName(row.name) === normalName(announced.name))
  return byRdns || installed.find((row) => row.id === rdns || normalName(row.name) === normalName(name))
}

/** A person chose a wallet of the directory: asked here when it is here, else by a code or a link. */
export function chooseListed(wallet: ListedWallet): void {
  const row = installedRow(wallet)
  if (row) {
    chooseWallet(row)
    return
  }
  withConsent(() => {
    pairingStore.setState({ ...initialPairing, wallet }, true)
    push('ConnectingWalletConnect')
  })
}

/** The same, for a wallet that is known by its directory id or rdns. Without a directory any wallet can still scan. */
export async function openListed(name: string): Promise<void> {
  const wallet = await findListed(name).catch(() => undefined)
  if (!uiStore.getState().open) return
  if (wallet) chooseListed(wallet)
  else push(usesWalletConnect() ? 'ConnectingWalletConnectBasic' : 'GetWallet')
}

/** A wallet that the page names in `open({ wallet })`, by id, by rdns or by its name: here, or anywhere. */
export async function openNamed(name: string): Promise<void> {
  const row = installedRow({ rdns: name, name })
  if (row) return chooseWallet(row)
  const wallet = await findListed(name)
    .then((listed) => listed ?? findNamed(name))
    .catch(() => undefined)
  if (!uiStore.getState().open) return
  const known = guideWallets.find((each) => each.id === name || normalName(each.name) === normalName(name))
  if (wallet) chooseListed(wallet)
  // Without a directory: the wallets that are known without one can be got.
  else if (known) chooseWallet({ id: known.id, name: known.name, icon: known.icon, installed: false, namespaces: known.namespaces })
}
