import type { ListedWallet } from '../../api/wallets.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { isAndroid, opensIntents } from '../../lib/phonePlatform.js'
import { readItem } from '../../lib/storage.js'
import { desktopLink, mobileLink, requestLink, universalLink, type WalletLink, webAppLink } from '../../wallets/walletConnect/deepLinks.js'

import { inTelegram } from './telegram.js'

export type { WalletLink }

/** Ways to hand a code to a wallet by a link. */
export type LinkKind = 'phone' | 'desktop' | 'web'

/** What one dialog keeps here. */
type Own = {
  opened: string | undefined
}

const kept = perDialog((): Own => ({ opened: undefined }))

/** The link of a wallet for a code; undefined when it has none of that kind. */
export function linkFor(dialog: Dialog, wallet: ListedWallet, kind: LinkKind, uri: string): WalletLink | undefined {
  const environment = { isAndroid: isAndroid(), isTelegram: inTelegram(dialog), opensIntents: opensIntents() }
  if (kind === 'desktop') return desktopLink(wallet, uri, environment)
  if (kind === 'web') return webAppLink(wallet, uri, environment)
  return mobileLink(wallet, uri, environment)
}

/** A user opened a wallet with this link: its later requests use it again. */
export function noteOpened(dialog: Dialog, base: string): void {
  kept(dialog).opened = base
}

/** The base of the link that opened the wallet, if it was opened by one. */
export const openedWith = (dialog: Dialog) => kept(dialog).opened

/**
 * The link that brings a connected wallet to the front: the one that opened it, else what it says of itself.
 *
 * @param id of the request, once it has left
 */
export function linkToRequest(
  dialog: Dialog,
  topic: string,
  id: number | undefined,
  redirect?: { readonly native?: string; readonly universal?: string },
): string | undefined {
  const environment = { isAndroid: isAndroid(), isTelegram: inTelegram(dialog) }
  const claimed = redirect?.universal ? universalLink(redirect.universal, '', environment) : undefined
  const base = kept(dialog).opened ?? readItem(dialog, 'phoneWallet')?.link ?? claimed?.base
  return base && id !== undefined ? requestLink(base, { id, topic }) : undefined
}
