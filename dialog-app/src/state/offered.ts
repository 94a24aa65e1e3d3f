import { perDialog } from '../lib/dialog.js'

/** What ends the offer of one family's wallets that is on screen (features/navigator/offerFamily.ts); undefined when there is none. */
export const offered = perDialog((): { end: (() => void) | undefined } => ({ end: undefined }))
