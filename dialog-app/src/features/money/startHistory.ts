import type { Dialog } from '../../lib/dialog.js'
import { startActivity } from './activity/activity.js'
import { startLive } from './live/live.js'
import { startNfts } from './nfts/nfts.js'

/** From now on what happened to the active account can be shown, and is heard of as it happens. */
export function startHistory(dialog: Dialog): void {
  startActivity(dialog)
  startNfts(dialog)
  startLive(dialog)
  // What follows transactions is not needed to draw anything.
  import('./transactions/startTransactions.js').then(
    (late) => late.startTransactions(dialog),
    () => {},
  )
}
