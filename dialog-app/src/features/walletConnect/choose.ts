import type { ListedWallet } from '../../api/wallets.js'
import type { Dialog } from '../../lib/dialog.js'
import { initialPairing, pairingStore } from '../../state/pairing.js'
import { uiStore } from '../../state/ui.js'
import { walletsStore } from '../../state/wallets.js'
import { chooseInstalled } from '../connect/connect.js'
import { withConsent } from '../connect/consent.js'
import { guideWallets } from '../connect/guide.js'
import { normalName } from '../connect/rankRows.js'
import { readWalletRows, type WalletRow } from '../connect/rows.js'
import { findListed, findNamed } from '../directory/directory.js'
import { emit } from '../events/dialogEvents.js'

/** The row of a wallet that is in this browser: the same rdns, else the same name. */
export function installedRow(
  dialog: Dialog,
  { rdns, name }: { readonly rdns?: string | undefined; readonly name: string },
): WalletRow | undefined {
  const installed = readWalletRows(dialog).filter((row) => row.installed)
  const announced =
    rdns &&
    walletsStore(dialog)
      .getState()
      .discovered.find((wallet) => wallet.rdns === rdns)
  const byRdns = announced && installed.find((row) => row.id === announced.id || normalName(row.name) === normalName(announced.name))
  return byRdns || installed.find((row) => row.id === rdns || normalName(row.name) === normalName(name))
}

/**
 * A user chose a wallet of the directory: connects its extension if there is one, else by QR code or link. A wallet of which only the name is loaded is
 * fetched first.
 */
export function chooseListed(dialog: Dialog, wallet: ListedWallet): void {
  if (wallet.named) {
    void chooseNamed(dialog, wallet.name)
    return
  }
  const row = installedRow(dialog, wallet)
  if (row) {
    chooseInstalled(dialog, row)
    return
  }
  withConsent(dialog, () => {
    pairingStore(dialog).setState({ ...initialPairing, wallet }, true)
    emit(dialog, 'mobileWalletChosen')
  })
}

async function chooseNamed(dialog: Dialog, name: string): Promise<void> {
  const wallet = await findNamed(dialog, name).catch(() => undefined)
  if (!uiStore(dialog).getState().open) return
  if (wallet) chooseListed(dialog, wallet)
  else emit(dialog, 'walletNotFound')
}

/** The same, for a wallet that is known by its directory id or rdns. Without a directory any wallet can still scan. */
export async function openListed(dialog: Dialog, name: string): Promise<void> {
  const wallet = await findListed(dialog, name).catch(() => undefined)
  if (!uiStore(dialog).getState().open) return
  if (wallet) chooseListed(dialog, wallet)
  else emit(dialog, 'walletNotFound')
}

/** A wallet that the page names in `open({ wallet })`, by id, by rdns or by its name: here, or anywhere. */
export async function openNamed(dialog: Dialog, name: string): Promise<void> {
  const row = installedRow(dialog, { rdns: name, name })
  if (row) return chooseInstalled(dialog, row)
  const wallet = await findListed(dialog, name)
    .then((listed) => listed ?? findNamed(dialog, name))
    .catch(() => undefined)
  if (!uiStore(dialog).getState().open) return
  const known = guideWallets.find((each) => each.id === name || normalName(each.name) === normalName(name))
  if (wallet) chooseListed(dialog, wallet)
  // Without a directory: the wallets that are known without one can be got.
  else if (known)
    chooseInstalled(dialog, { id: known.id, name: known.name, icon: known.icon, installed: false, namespaces: known.namespaces })
  else {
    const { report } = await import('../settings/mistakes.js')
    await report(dialog, [{ kind: 'wallet', path: 'open', value: JSON.stringify(name) }])
  }
}
