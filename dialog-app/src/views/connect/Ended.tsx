import { useEffect } from 'react'
import { useT } from '../../lib/i18n.js'
import { useDialog, useDialogStore } from '../../lib/useDialog.js'
import { uiStore } from '../../state/ui.js'
import { announce } from '../../ui/live.js'
import { Note } from '../../ui/Note.js'

/** Why the user is asked to connect although they were connected. */
export function Ended() {
  const dialog = useDialog()
  const t = useT()
  const wallet = useDialogStore(uiStore, ({ ended, open }) => (open ? ended : null))
  const text = wallet && t('connect.ended', { wallet })
  useEffect(() => {
    if (text) announce(dialog, text)
  }, [text, dialog])
  return text && <Note icon="info" title={text} />
}
