import type { Dialog } from '../../lib/dialog.js'
import { startChainImages } from '../settings/chainImages.js'
import { startFonts } from '../settings/fonts.js'
import { startPictures } from '../settings/pictures.js'
import { startRecords } from '../support/startRecords.js'
import { startAboveKeyboard } from './aboveKeyboard.js'

/** What no view waits for: the page's pictures and fonts, the on-screen keyboard, and the record of what happens. */
export function startLater(dialog: Dialog): void {
  startRecords(dialog)
  // Before the pictures are asked for.
  startChainImages(dialog)
  startPictures(dialog)
  startFonts(dialog)
  startAboveKeyboard(dialog)
}
