import type { Dialog } from '../../lib/dialog.js'
import type { WalletRow } from '../../state/walletRow.js'
import { emit } from '../events/dialogEvents.js'
import { chooseInstalled } from './connect.js'
import { withConsent } from './consent.js'
import { anyWalletId } from './rankRows.js'

/** The user tapped a row of the list: a wallet that is here, one that is elsewhere, or the code for any wallet. */
export function chooseWallet(dialog: Dialog, row: WalletRow): void {
  if (row.id === anyWalletId) withConsent(dialog, () => emit(dialog, 'anyWalletChosen'))
  else if (row.listed)
    withConsent(dialog, () =>
      import('../walletConnect/lazy.js')
        .then(({ openListed }) => openListed(dialog, row.id))
        // Its code did not come: any wallet can still scan.
        .catch(() => emit(dialog, 'walletNotFound')),
    )
  else chooseInstalled(dialog, row)
}
