import type { ListedWallet } from '../../api/wallets.js'
import type { Dialog } from '../../lib/dialog.js'
import { initialPairing, pairingStore } from '../../state/pairing.js'
import { findListed, findNamed } from '../directory/directory.js'
import { emit } from '../events/dialogEvents.js'

/** The directory's entry of a wallet that lives on phones too and can be met there; undefined when it has none, or cannot be asked. */
export async function findMobileWay(
  dialog: Dialog,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<ListedWallet | undefined> {
  const wallet = await findListed(dialog, id)
    .then((listed) => listed ?? findNamed(dialog, name))
    .catch(() => undefined)
  return wallet?.walletConnect && (wallet.mobile_link || wallet.link_mode) ? wallet : undefined
}

/** Meets a wallet on another device although its extension was chosen; going back leads to where it was chosen. */
export function connectMobile(dialog: Dialog, wallet: ListedWallet): void {
  pairingStore(dialog).setState({ ...initialPairing, wallet }, true)
  emit(dialog, 'mobileWayChosen')
}
