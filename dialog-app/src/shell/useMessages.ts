import { useEffect, useState } from 'react'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { uiStore } from '../state/ui.js'
import { whenDrawn } from '../state/whenDrawn.js'

type Messages = typeof import('./messages.js')

/** Toast and alert: not needed for the first paint, so they come right after it, or as soon as one is due. */
export function useMessages(): Messages | undefined {
  const dialog = useDialog()
  const [messages, setMessages] = useState<Messages>()
  const due = useDialogStore(uiStore, ({ toast, alert }) => toast !== null || alert !== null)
  useEffect(() => {
    // Without a network there is no dialog to speak of either: the next one that is due asks again.
    const load = () => void import('./messages.js').then(setMessages, () => {})
    if (due) load()
    else whenDrawn(dialog, load)
  }, [due, dialog])
  return messages
}
