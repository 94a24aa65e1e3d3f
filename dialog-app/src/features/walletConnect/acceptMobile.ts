import type { NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { writeItem } from '../../lib/storage.js'
import { pairingStore } from '../../state/pairing.js'
import type { Wallet } from '../../wallets/wallet.js'
import { normalName } from '../connect/rankRows.js'
import { rememberRecent } from '../session/keepRecords.js'
import { acceptConnection } from '../session/session.js'
import { forgetSuspended } from '../session/suspended.js'
import { openedWith } from './links.js'
import { describedWallet, isConfigured, mobileWallet } from './mobileWallet.js'

/** The picture of the chosen wallet belongs to whoever answered only if it goes by that name. */
function remember(dialog: Dialog): void {
  const { wallet } = pairingStore(dialog).getState()
  const { name } = mobileWallet(dialog).info
  const answered = wallet !== null && normalName(wallet.name) === normalName(name)
  const link = openedWith(dialog)
  writeItem(dialog, 'phoneWallet', { name, ...(answered && wallet.icon ? { icon: wallet.icon } : {}), ...(link ? { link } : {}) })
  if (answered) rememberRecent(dialog, wallet.id)
}

/**
 * One approval connects every family that the wallet granted and the page uses.
 *
 * @param asked becomes the active family if it is among them
 * @returns the connection of the active family; undefined when there is none that the page uses
 */
export function acceptMobile(dialog: Dialog, asked: NamespaceId): Wallet.Connection | undefined {
  const granted = Object.entries(mobileWallet(dialog).connections()) as [NamespaceId, Wallet.Connection][]
  const used = granted.filter(([namespace]) => isConfigured(dialog, namespace))
  const active = used.find(([namespace]) => namespace === asked) ?? used[0]
  if (!active) return undefined
  remember(dialog)
  const wallet = describedWallet(dialog)
  forgetSuspended(
    dialog,
    used.map(([namespace]) => namespace),
  )
  for (const [namespace, connection] of used) acceptConnection(dialog, namespace, wallet, connection, { activate: namespace === active[0] })
  return active[1]
}
