import { type Dialog, perDialog } from './dialog.js'

/** What was recorded of what happens, oldest first: `record()` writes it. */
export const recordLines = perDialog((): string[] => [])

/** The same as a text, a line each. */
export const readRecords = (dialog: Dialog): string => recordLines(dialog).join('\n')
