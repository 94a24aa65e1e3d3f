import type { ListedWallet } from '../../api/wallets.js'
import type { Dialog } from '../../lib/dialog.js'

/*
 * The doors of WalletConnect: what the rest of the dialog asks of it. Behind each is a part of its own, so that whoever looks for a wallet in
 * the directory does not fetch what makes codes, and who has a code does not fetch what waits for requests.
 */

/** A view that offers a code is on screen. */
export async function showPairing(dialog: Dialog): Promise<void> {
  const pairing = await import('./pairing.js')
  pairing.showPairing(dialog)
}

/** Another code. */
export async function retryPairing(dialog: Dialog): Promise<void> {
  const pairing = await import('./pairing.js')
  pairing.retryPairing(dialog)
}

/** The user gives up the request on screen. */
export async function cancelAsking(dialog: Dialog): Promise<void> {
  const requests = await import('./mobileRequests.js')
  requests.cancelAsking(dialog)
}

/** The page opened the dialog while a request waits, which is shown. */
export async function adoptOpening(dialog: Dialog): Promise<void> {
  const requests = await import('./mobileRequests.js')
  requests.adoptOpening(dialog)
}

/** The user has read what became of it. */
export async function finishAsking(dialog: Dialog): Promise<void> {
  const requests = await import('./mobileRequests.js')
  requests.finishAsking(dialog)
}

/** A wallet of the directory was chosen. */
export async function openListed(dialog: Dialog, id: string): Promise<void> {
  const choose = await import('./choose.js')
  await choose.openListed(dialog, id)
}

/** Whether a wallet of this browser can be met on a phone instead. */
export async function findMobileWay(dialog: Dialog, wallet: { readonly id: string; readonly name: string }) {
  const way = await import('./mobileWay.js')
  return await way.findMobileWay(dialog, wallet)
}

/** A user takes the phone instead. */
export async function connectMobile(dialog: Dialog, wallet: ListedWallet): Promise<void> {
  const way = await import('./mobileWay.js')
  way.connectMobile(dialog, wallet)
}

/** The page names a wallet. */
export async function openNamed(dialog: Dialog, name: string): Promise<void> {
  const choose = await import('./choose.js')
  await choose.openNamed(dialog, name)
}
