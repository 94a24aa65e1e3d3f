import type { ViewName } from '@latchkey/protocol'
import type { Dialog } from '../../lib/dialog.js'
import { useDialogStore } from '../../lib/useDialog.js'

import { type SettingsState, settingsStore } from '../../state/settings.js'
import { termsStore } from '../../state/terms.js'
import { viewStore } from '../../state/view.js'

const top = (dialog: Dialog) => viewStore(dialog).getState().history.at(-1)

const web = /^https?:\/\//i

/** True when the page asks for consent before anything connects. */
const isAsked = ({ features, options }: SettingsState) =>
  features.legalCheckbox && (web.test(options.termsConditionsUrl ?? '') || web.test(options.privacyPolicyUrl ?? ''))

/** Whether a way to connect still waits for the check box. */
export const isConsentMissing = (dialog: Dialog): boolean =>
  isAsked(settingsStore(dialog).getState()) && !termsStore(dialog).getState().accepted

/** The same; draws again when that changes. */
export function useConsentMissing(): boolean {
  const asked = useDialogStore(settingsStore, isAsked)
  return !useDialogStore(termsStore, ({ accepted }) => accepted) && asked
}

/** Whether a user tried to go on without consent in the view on screen. */
export function useRefusal(): boolean {
  const shown = useDialogStore(viewStore, ({ history }) => history.at(-1))
  return useDialogStore(termsStore, ({ accepted, waiting }) => !accepted && waiting !== null && waiting.asked && waiting.entry === shown)
}

/** Views in which a user begins to connect: they show the box before it is needed. Connect has one of its own. */
const beginsHere: readonly ViewName[] = ['AllWallets', 'EmailLogin', 'SwitchActiveChain']

/** Whether the box is shown under this view. */
export function useConsentBox(name: ViewName): boolean {
  const missing = useConsentMissing()
  const shown = useDialogStore(viewStore, ({ history }) => history.at(-1))
  const waits = useDialogStore(termsStore, ({ waiting }) => waiting !== null && waiting.entry === shown)
  return missing && name !== 'Connect' && shown?.name === name && (waits || beginsHere.includes(name))
}

/**
 * Every way to connect calls this. It continues at once, or as soon as the user ticks the page's box; leaving the view cancels it.
 *
 * @param asked false for what nobody tapped, such as a code in a view that the page opened: it waits, and shows no error
 */
export function withConsent(dialog: Dialog, go: () => void, { asked = true }: { asked?: boolean } = {}): void {
  if (!isConsentMissing(dialog)) {
    go()
    return
  }
  const waiting = { entry: top(dialog), asked, go }
  termsStore(dialog).setState(({ refusals }) => ({ waiting, refusals: refusals + Number(asked) }))
}

/** The user ticked the box, or took the tick away. */
export function setConsent(dialog: Dialog, accepted: boolean): void {
  const { waiting } = termsStore(dialog).getState()
  termsStore(dialog).setState({ accepted, waiting: null, refusals: 0 })
  if (accepted && waiting && waiting.entry === top(dialog)) waiting.go()
}
