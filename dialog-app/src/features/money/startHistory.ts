import type { Dialog } from '../../lib/dialog.js'
import { startActivity } from './activity/activity.js'
import { startLive } from './live/live.js'
import { startNfts } from './nfts/nfts.js'
import { startTransactions } from './transactions/startTransactions.js'

/** From now on what happened to the active account can be shown, and is heard of as it happens. */
export function startHistory(dialog: Dialog): void {
  startActivity(dialog)
  startNfts(dialog)
  startLive(dialog)
  startTransactions(dialog)
}
