import type { NamespaceId } from '@latchkey/protocol'
import type { Dialog } from '../../../lib/dialog.js'
import { labelKey, labelsStore } from '../../../state/labels.js'
import { connectionsOf, sessionStore } from '../../../state/session.js'

export type OwnAccount = { readonly address: string; readonly name: string; readonly wallet: string }

/** The user's other accounts of a chain family: of all their wallets, without the one that sends. */
export function ownAccounts(dialog: Dialog, namespace: NamespaceId, from: string): readonly OwnAccount[] {
  const { labels } = labelsStore(dialog).getState()
  const all = connectionsOf(namespace, sessionStore(dialog).getState()).flatMap(({ accounts, wallet }) =>
    accounts.map(({ address }) => ({ address, name: labels[labelKey(namespace, address)] ?? wallet.name, wallet: wallet.name })),
  )
  return all.filter(({ address }, index) => address !== from && all.findIndex((one) => one.address === address) === index)
}
