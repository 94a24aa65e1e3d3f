import type { NamespaceId, SecureUser } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { shortEmail } from '../../lib/format.js'
import { removeItem, writeItem } from '../../lib/storage.js'
import { embeddedAccountStore, initialEmbeddedAccount } from '../../state/embeddedAccount.js'
import { uiStore } from '../../state/ui.js'
import { noAccounts } from '../../wallets/errors.js'
import type { Wallet } from '../../wallets/wallet.js'
import { cancelPendingConnects } from '../connect/pendingConnects.js'
import { emit } from '../events/dialogEvents.js'
import { acceptConnection } from '../session/session.js'
import { forgetSuspended } from '../session/suspended.js'
import { embedded } from './embedded.js'
import { providerNames } from './providers.js'

type Named = Pick<SecureUser, 'provider' | 'userName'> & { readonly email?: string | null }

/** The name by which a user tells one login from another: "Google mira@meadow.example". */
export function wholeLabel({ provider, userName, email }: Named): string {
  return `${providerNames[provider]} ${userName ?? email ?? ''}`.trim()
}

/** The name by which a user recognises a login; a long e-mail address in it is cut. */
export function userLabel({ provider, userName, email }: Named): string {
  const name = userName ?? email ?? ''
  // Some providers' names are addresses. A handle begins with the sign.
  return wholeLabel({ provider, userName: name.indexOf('@') > 0 ? shortEmail(name) : name })
}

function remember(dialog: Dialog, user: SecureUser): void {
  if (user.provider === 'email') {
    writeItem(dialog, 'emailLoginUsed', true)
    removeItem(dialog, 'socialUsername')
    removeItem(dialog, 'socialProvider')
  } else {
    writeItem(dialog, 'socialUsername', userLabel(user))
    writeItem(dialog, 'socialProvider', user.provider)
    removeItem(dialog, 'emailLoginUsed')
  }
  if (user.email) writeItem(dialog, 'email', user.email)
}

/**
 * A login ended well: every family that it has an account for, and that the page uses, is connected at once.
 *
 * @returns the connection of the active family
 * @throws RpcError -32001 when the page uses none of its families
 */
export function acceptLogin(dialog: Dialog, user: SecureUser): Wallet.Connection {
  const { wallet } = embedded(dialog)
  wallet.accept(user)
  const granted = Object.entries(wallet.connections()) as [NamespaceId, Wallet.Connection][]
  const asked = uiStore(dialog).getState().namespace
  const active = granted.find(([namespace]) => namespace === asked) ?? granted[0]
  if (!active) throw noAccounts()
  cancelPendingConnects(dialog)
  remember(dialog, user)
  // Of somebody else, perhaps.
  embeddedAccountStore(dialog).setState(initialEmbeddedAccount, true)
  forgetSuspended(
    dialog,
    granted.map(([namespace]) => namespace),
  )
  for (const [namespace, connection] of granted)
    acceptConnection(dialog, namespace, wallet, connection, { activate: namespace === active[0] })
  return active[1]
}

/** The login is on screen as done: what comes next is shown by itself, if the user is still there. */
export function leaveLogin(dialog: Dialog, { networkId }: Wallet.Connection, isShown: () => boolean): void {
  emit(dialog, 'connected', { networkId, isShown })
}
