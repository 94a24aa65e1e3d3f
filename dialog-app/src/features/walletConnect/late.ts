import type { NamespaceId } from '@latchkey/protocol'
import type { ListedWallet } from '../../api/wallets.js'

/*
 * The doors of WalletConnect: what the rest of the dialog asks of it. Behind each is a part of its own, so that whoever looks for a wallet in
 * the directory does not fetch what makes codes, and who has a code does not fetch what waits for requests.
 */

/** A view that offers a code is on screen. */
export async function showPairing(): Promise<void> {
  const pairing = await import('./pairing.js')
  pairing.showPairing()
}

/** Another code. */
export async function retryPairing(): Promise<void> {
  const pairing = await import('./pairing.js')
  pairing.retryPairing()
}

/** The person gives up the request on screen. */
export async function cancelAsking(): Promise<void> {
  const ask = await import('./ask.js')
  ask.cancelAsking()
}

/** The page opened the dialog while a request waits, which is shown. */
export async function adoptOpening(): Promise<void> {
  const ask = await import('./ask.js')
  ask.adoptOpening()
}

/** The person has read what became of it. */
export async function finishAsking(): Promise<void> {
  const ask = await import('./ask.js')
  ask.finishAsking()
}

/** A wallet of the directory was chosen. */
export async function openListed(id: string): Promise<void> {
  const choose = await import('./choose.js')
  await choose.openListed(id)
}

/** Whether a wallet of this browser can be met on a phone instead. */
export async function findPhoneWay(wallet: { readonly id: string; readonly name: string }) {
  const way = await import('./phoneWay.js')
  return await way.findPhoneWay(wallet)
}

/** A person takes the phone instead. */
export async function meetOnPhone(wallet: ListedWallet): Promise<void> {
  const way = await import('./phoneWay.js')
  way.meetOnPhone(wallet)
}

/** The page names a wallet. */
export async function openNamed(name: string): Promise<void> {
  const choose = await import('./choose.js')
  await choose.openNamed(name)
}

/**
 * The session of the last visit, for one family.
 *
 * @throws as `resumePhone`
 */
export async function resumePhone(namespace: NamespaceId) {
  const resume = await import('./resumePhone.js')
  return await resume.resumePhone(namespace)
}
