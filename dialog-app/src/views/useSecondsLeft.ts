import { secondsUntil } from '@latchkey/protocol'
import { useEffect, useState } from 'react'
import { useDialog } from '../lib/useDialog.js'

const left = (until: number | undefined, now: number) => (until === undefined ? 0 : secondsUntil(until, now))

/** Whole seconds until a moment (ms since 1970), counted down on screen. */
export function useSecondsLeft(until: number | undefined): number {
  const dialog = useDialog()
  const [seconds, setSeconds] = useState(() => left(until, dialog.now()))
  useEffect(() => {
    setSeconds(left(until, dialog.now()))
    const timer = setInterval(() => setSeconds(left(until, dialog.now())), 1_000)
    return () => clearInterval(timer)
  }, [until, dialog])
  return seconds
}
