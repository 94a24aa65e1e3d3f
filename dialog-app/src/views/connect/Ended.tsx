import { useEffect } from 'react'
import { useStore } from 'zustand'
import { useT } from '../../lib/i18n.js'
import { uiStore } from '../../state/ui.js'
import { announce } from '../../ui/live.js'
import { Note } from '../../ui/Note.js'

/** Why the person is asked to connect although they were connected. */
export function Ended() {
  const t = useT()
  const wallet = useStore(uiStore, ({ ended, open }) => (open ? ended : null))
  const text = wallet && t('connect.ended', { wallet })
  useEffect(() => {
    if (text) announce(text)
  }, [text])
  return text && <Note icon="info" title={text} />
}
