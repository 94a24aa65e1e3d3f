import { useCallback, useEffect, useRef, useState } from 'react'
import { useDialog } from '../../lib/useDialog.js'
import { pairingStore } from '../../state/pairing.js'

/** A page that is still on screen this long after the tap was not left for an app, milliseconds. */
const appOpensWithin = 2_000

export type AppOpening = {
  /** The link was tapped. */
  readonly opened: boolean
  /** The user left for the wallet and is back. */
  readonly returned: boolean
  /** To be called in the tap. @param app whether the link leads to an app alone, which may not be there */
  readonly onOpen: (app: boolean) => void
}

/**
 * Watches what follows a tap on a link into a wallet. An app takes the page's place on the screen; when nothing does, `missing` is set. A
 * browser that was put to sleep in time says so before, and one that only woke up late has lost the count.
 */
export function useAppOpening(): AppOpening {
  const dialog = useDialog()
  const [opened, setOpened] = useState(false)
  const [returned, setReturned] = useState(false)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (!opened) return
    const look = () => {
      if (document.visibilityState === 'visible') return setReturned(true)
      clearTimeout(waiting.current)
      pairingStore(dialog).setState({ missing: false })
    }
    const back = () => setReturned(true)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', back)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', back)
      clearTimeout(waiting.current)
    }
  }, [opened, dialog])
  const onOpen = useCallback(
    (app: boolean) => {
      setOpened(true)
      setReturned(false)
      pairingStore(dialog).setState({ missing: false })
      clearTimeout(waiting.current)
      const tappedAt = dialog.now()
      const late = () => dialog.now() - tappedAt > 2 * appOpensWithin
      if (app)
        waiting.current = setTimeout(
          () => document.visibilityState === 'visible' && !late() && pairingStore(dialog).setState({ missing: true }),
          appOpensWithin,
        )
    },
    [dialog],
  )
  return { opened, returned, onOpen }
}
