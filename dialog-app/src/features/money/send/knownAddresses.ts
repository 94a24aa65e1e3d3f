import type { NamespaceId } from '@latchkey/protocol'
import { fetchHistory } from '../../../api/money.js'
import type { Dialog } from '../../../lib/dialog.js'
import { labelKey, labelsStore } from '../../../state/labels.js'
import { connectionsOf, sessionStore } from '../../../state/session.js'
import { currency } from '../constants.js'
import type { OnNetwork } from '../onNetwork.js'
import { recentRecipients } from './recentRecipients.js'

export type OwnAccount = { readonly address: string; readonly name: string; readonly wallet: string }

/** The user's other accounts of a chain family: of all their wallets, without the one that sends. */
export function ownAccounts(dialog: Dialog, namespace: NamespaceId, from: string): readonly OwnAccount[] {
  const { labels } = labelsStore(dialog).getState()
  const all = connectionsOf(namespace, sessionStore(dialog).getState()).flatMap(({ accounts, wallet }) =>
    accounts.map(({ address }) => ({ address, name: labels[labelKey(namespace, address)] ?? wallet.name, wallet: wallet.name })),
  )
  return all.filter(({ address }, index) => address !== from && all.findIndex((one) => one.address === address) === index)
}

/**
 * Whom the account has sent to, as its history says: only what it signed itself, because anybody can make a transfer of nothing that looks as if it
 * had.
 *
 * @throws as `fetchHistory`
 */
export async function sentTo(dialog: Dialog, { address, networkId }: OnNetwork): Promise<readonly string[]> {
  const { data } = await fetchHistory(dialog, { address, networkId, currency })
  return data
    .filter(({ metadata }) => metadata.sentFrom.toLowerCase() === address.toLowerCase() && metadata.operationType === 'send')
    .flatMap(({ metadata, transfers }) => transfers.map(({ counterparty }) => counterparty ?? metadata.sentTo))
}

/** Characters at each end that people compare. */
const compared = 4
const ends = (address: string) => {
  const plain = address.replace(/^0x/i, '')
  return `${plain.slice(0, compared)} ${plain.slice(-compared)}`
}

/**
 * A known address that looks the same at both ends and is another one: whoever makes such an address waits for somebody to copy the wrong one. Pure.
 *
 * @param isSame whether two spellings are of one address
 */
export function findLookAlike(address: string, known: readonly string[], isSame: (a: string, b: string) => boolean): string | undefined {
  return known.find((one) => !isSame(one, address) && ends(one).toLowerCase() === ends(address).toLowerCase())
}

/** Everybody whom the user knows: whom they sent to, and their own accounts. */
export function knownHere(dialog: Dialog, { namespace, address }: OnNetwork): readonly string[] {
  return [
    address,
    ...ownAccounts(dialog, namespace, address).map((own) => own.address),
    ...recentRecipients(dialog, namespace).map((recent) => recent.address),
  ]
}
