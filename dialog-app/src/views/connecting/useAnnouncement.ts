import { useEffect } from 'react'
import { useDialog } from '../../lib/useDialog.js'
import { announce } from '../../ui/live.js'

/**
 * Says a text to users who listen, each time that it comes to hold. An urgent one is taken back when it holds no more: the same text in the same place
 * would not be heard again.
 */
export function useAnnouncement(text: string, urgent: boolean): void {
  const dialog = useDialog()
  useEffect(() => {
    if (!text) return
    announce(dialog, text, urgent ? 'assertive' : 'polite')
    if (!urgent) return
    return () => announce(dialog, '', 'assertive')
  }, [text, urgent, dialog])
}
