import { fetchHistory } from '../../../api/money.js'
import type { Dialog } from '../../../lib/dialog.js'
import { currency } from '../constants.js'
import type { OnNetwork } from '../onNetwork.js'
import { ownAccounts } from './ownAccounts.js'
import { recentRecipients } from './recentRecipients.js'

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

/** Characters at each end that people compare: of more, makers of such addresses need not make more look alike. */
const compared = 3
/** What all addresses of a chain begin with is compared by nobody: 0x, and the prefix of what is Bech32 to its end (BIP-173): `bc1q`, `cosmos1`. */
const shared = /^(?:0x|[a-z]{2,20}1[qp]?(?=[02-9ac-hj-np-z]{38,}$))/
const ends = (address: string) => {
  const plain = address.replace(shared, '')
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
