import { newId, type Session } from '@latchkey/protocol'
import { createDialogWindow, type DialogMethod, type DialogWindow } from '../../bridge/dialogWindow.js'
import { host, pageEpoch, setHost } from '../../bridge/host.js'
import { type Dialog, perDialog } from '../../lib/dialog.js'
import { onDestroy } from '../../lib/lifetime.js'
import { elsewhereStore } from '../../state/elsewhere.js'
import { uiStore } from '../../state/ui.js'
import { closeDialog } from '../navigator/close.js'
import { moved } from './moved.js'

const kept = perDialog((): { window?: DialogWindow } => ({}))

function move(dialog: Dialog): DialogWindow {
  const page = host(dialog)
  const made = createDialogWindow({
    page,
    url: location.href,
    epoch: pageEpoch(dialog),
    onPhase(phase) {
      elsewhereStore(dialog).setState({ phase })
      if (phase === 'idle') closeDialog(dialog, { force: true })
      else uiStore(dialog).setState({ open: true })
    },
  })
  // From here on the window reports to the page.
  setHost(dialog, { call: async () => undefined as never })
  elsewhereStore(dialog).getState().stop?.()
  onDestroy(dialog, made.destroy)
  // Closing the dialog here means that the user declined.
  onDestroy(
    dialog,
    uiStore(dialog).subscribe(({ open }, before) => {
      if (before.open && !open && elsewhereStore(dialog).getState().phase !== 'idle') made.giveUp()
    }),
  )
  const own = moved(dialog)
  own.to = { call: (method, params, signal) => made.call(method as DialogMethod, params, signal) }
  // What the user was about to do here is what the window begins with.
  own.opened = made.call('open', { ...own.asked, id: newId() }) as Promise<Session | null>
  own.opened.catch(() => undefined)
  return made
}

/** Continues in a window of the dialog's own from now on: the window answers the page's calls. Has to be called in a click handler. */
export function continueInWindow(dialog: Dialog): void {
  const own = kept(dialog)
  own.window ??= move(dialog)
  own.window.open()
}
