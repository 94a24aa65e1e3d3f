import { useIntlLocale } from './i18n.js'
import { type Numbers, numbersIn } from './numbers.js'
import { useDialog } from './useDialog.js'

/** Formatters of numbers in the user's language, for rows of which there are many. */
export const useNumbers = (): Numbers => numbersIn(useDialog(), useIntlLocale())
