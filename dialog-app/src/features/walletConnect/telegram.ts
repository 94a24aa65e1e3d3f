import { isTelegram } from '../../lib/phonePlatform.js'
import { settingsStore } from '../../state/settings.js'

/** Telegram's own browser, by what this frame sees or by what the page says: on iOS only the page can tell. */
export const inTelegram = () => isTelegram() || settingsStore.getState().environment.telegram !== undefined
