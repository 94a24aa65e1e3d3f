import { useEffect, useState } from 'react'

type Messages = typeof import('./messages.js')

/** Toast and alert: not needed for the first paint, so they come right after it. One that is due already shows then. */
export function useMessages(): Messages | undefined {
  const [messages, setMessages] = useState<Messages>()
  useEffect(() => {
    // Without a network there is no dialog to speak of either: the next start brings them.
    import('./messages.js').then(setMessages, () => {})
  }, [])
  return messages
}
