import type { Dialog } from '../lib/dialog.js'
import { t, useT } from '../lib/i18n.js'
import { useDialogStore } from '../lib/useDialog.js'
import { type SettingsState, settingsStore } from '../state/settings.js'

/** The longest name that is taken from the page; a sentence is no name. */
const longest = 40

function nameOf({ options, boot }: SettingsState): string | undefined {
  const name = options.metadata?.name?.trim().slice(0, longest)
  return name || (boot ? new URL(boot.origin).hostname : undefined)
}

/** {@link useAppName}, outside components. */
export const readAppName = (dialog: Dialog): string => nameOf(settingsStore(dialog).getState()) ?? t(dialog, 'shell.thisSite')

/** What the page calls itself, else its hostname. Decoration: the hostname that is proven always stands beside it. */
export function useAppName(): string {
  const translate = useT()
  return useDialogStore(settingsStore, nameOf) ?? translate('shell.thisSite')
}
