import type { Dialog } from '../../../lib/dialog.js'
import { sendStore } from '../../../state/send.js'
import { type Transaction, transactionsStore } from '../../../state/transactions.js'
import { onNetwork } from '../onNetwork.js'
import { readSent } from './sentAbout.js'

/** The transfer of the active account whose end the user has not seen yet, the newest first; none while a page wants another one sent. */
export function shownSend(dialog: Dialog): Transaction | undefined {
  const of = onNetwork(dialog)
  const { preset } = sendStore(dialog).getState()
  return transactionsStore(dialog)
    .getState()
    .transactions.find((one) => one.purpose === 'send' && one.from === of?.address && (!preset || readSent(one)?.preset === preset.id))
}
