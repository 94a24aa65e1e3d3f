import type { Dialog } from '../../lib/dialog.js'
import { inAppBrowser } from '../../lib/inAppBrowser.js'
import { isTelegram } from '../../lib/phonePlatform.js'
import { settingsStore } from '../../state/settings.js'

/** Telegram's own browser, by what this frame sees or by what the page says: on iOS only the page can tell. */
export const inTelegram = (dialog: Dialog) => isTelegram() || settingsStore(dialog).getState().environment.telegram !== undefined

/** A browser inside of an app, which opens no windows. */
export const opensNoWindows = (dialog: Dialog) => inTelegram(dialog) || inAppBrowser() !== undefined
