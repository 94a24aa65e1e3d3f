import { limits, namespaceIds, newId, type SecureUser } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { embeddedAccountStore } from '../../state/embeddedAccount.js'
import { findConnection, sessionStore } from '../../state/session.js'
import { type EmbeddedWallet, embeddedId, type SecureFrame } from '../../wallets/embedded/index.js'
import { acceptConnection } from '../session/session.js'

/** The same user with other accounts: they are the page's from now on. */
export function adoptUser(dialog: Dialog, wallet: EmbeddedWallet, user: SecureUser): void {
  wallet.accept(user)
  for (const namespace of namespaceIds) {
    const connection = wallet.connections()[namespace]
    const here = findConnection(namespace, embeddedId, sessionStore(dialog).getState())
    // Where each family is stays as it was: only the account is another one.
    if (connection && here)
      acceptConnection(dialog, namespace, wallet, { ...connection, networkId: here.networkId }, { activate: false, keep: true })
  }
  embeddedAccountStore(dialog).setState({ user })
}

/** The user chose the other kind of account in another tab. Never throws. */
export async function followUser(dialog: Dialog, frame: SecureFrame, wallet: EmbeddedWallet): Promise<void> {
  // Who has not resumed it yet asks then.
  if (!wallet.user()) return
  try {
    // Without a kind: the frame knows what was chosen.
    const user = await frame.call('getUser', { id: newId() }, { timeout: limits.loginTimeout })
    if (wallet.user()) adoptUser(dialog, wallet, user)
  } catch {
    // A frame that is gone has told its fault; one that comes back is asked again.
  }
}
