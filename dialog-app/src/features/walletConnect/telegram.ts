import type { Dialog } from '../../lib/dialog.js'
import { isTelegram } from '../../lib/phonePlatform.js'
import { settingsStore } from '../../state/settings.js'

/** Telegram's own browser, by what this frame sees or by what the page says: on iOS only the page can tell. */
export const inTelegram = (dialog: Dialog) => isTelegram() || settingsStore(dialog).getState().environment.telegram !== undefined
