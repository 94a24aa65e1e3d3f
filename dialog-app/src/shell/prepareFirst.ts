import type { Dialog } from '../lib/dialog.js'
import type { First } from '../lib/first.js'
import { activateLocale } from '../lib/i18n.js'
import { wantedLocale } from '../lib/locale.js'
import { settingsStore } from '../state/settings.js'
import { hasFoot } from '../views/connect/hasFoot.js'
import { loadLateParts } from '../views/connect/useLateParts.js'
import { applyFirst } from './applyFirst.js'

/**
 * Brings what the first view was drawn with, so that React finds the same: its state, its words, and the foot.
 * @throws whatever the browser says when the foot does not arrive
 */
export async function prepareFirst(dialog: Dialog, first: First): Promise<void> {
  const { options, environment } = first.hello
  applyFirst(dialog, first, await activateLocale(dialog, wantedLocale(options, environment)))
  if (hasFoot(settingsStore(dialog).getState())) await loadLateParts(dialog)
}
