import { type Dialog, perDialog } from '../lib/dialog.js'
import type { Wallet } from '../wallets/wallet.js'

/** Milliseconds for which an offer counts. Its nonce lasts longer: there is time left for the user. */
const lifetime = 300_000

type Own = { readonly offer: Wallet.SignInOffer; readonly madeAt: number } | undefined
const kept = perDialog(() => ({ current: undefined as Own }))

/** What a wallet may be offered to sign while it connects: made before the user chooses one, so that the request leaves within the click. */
export function currentOffer(dialog: Dialog): Wallet.SignInOffer | undefined {
  const { current } = kept(dialog)
  return current && dialog.now() - current.madeAt < lifetime ? current.offer : undefined
}

/** Keeps an offer; without one, its nonce is spent, or another one counts. */
export function setOffer(dialog: Dialog, offer?: Wallet.SignInOffer): void {
  kept(dialog).current = offer && { offer, madeAt: dialog.now() }
}
