import { languageNow } from '../shell/i18n.js'

/** A day in words. @param at milliseconds since 1970 */
export const day = (at: number): string => new Intl.DateTimeFormat(languageNow(), { dateStyle: 'medium' }).format(at)

/** A day and its time. */
export const moment = (at: number): string => new Intl.DateTimeFormat(languageNow(), { dateStyle: 'medium', timeStyle: 'short' }).format(at)
