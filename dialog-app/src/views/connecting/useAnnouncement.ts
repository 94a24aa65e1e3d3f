import { useEffect } from 'react'
import { useDialog } from '../../lib/useDialog.js'
import { announce } from '../../ui/live.js'

/**
 * Says a heading and its body to users who listen, each time that they come to hold; nothing without a heading. What is urgent is taken back when it holds no
 * more: the same text in the same place would not be heard again.
 */
export function useAnnouncement(heading: string, body?: string | null, urgent?: boolean): void {
  const dialog = useDialog()
  const text = heading && body ? `${heading}. ${body}` : heading
  useEffect(() => {
    if (!text) return
    announce(dialog, text, urgent ? 'assertive' : 'polite')
    if (!urgent) return
    return () => announce(dialog, '', 'assertive')
  }, [text, urgent, dialog])
}
