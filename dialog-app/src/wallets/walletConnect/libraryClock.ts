import { type Dialog, perDialog } from '../../lib/dialog.js'
import { onDestroy } from '../../lib/lifetime.js'

/** What one dialog keeps here. */
type Own = { error: number; isSet: boolean }

const kept = perDialog((): Own => ({ error: 0, isSet: false }))

/** The time as the library knows it, milliseconds. */
export const libraryNow = (dialog: Dialog) => dialog.now() + kept(dialog).error

/**
 * Sets the clock that the WalletConnect library reads, which is this frame's: the relay refuses tokens of another time, and wallets take requests of
 * a device whose clock is behind for expired. What the dialog itself measures goes by the device's (`dialog.now`).
 *
 * @param error milliseconds by which the device's clock is behind
 */
export function setLibraryClock(dialog: Dialog, error: number): void {
  const own = kept(dialog)
  own.error = error
  if (own.isSet || error === 0) return
  own.isSet = true
  const { now } = Date
  Date.now = () => now.call(Date) + own.error
  onDestroy(dialog, () => {
    Date.now = now
  })
}
