import { useEffect, useState } from 'react'

const left = (until: number | undefined) => (until === undefined ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1_000)))

/** Whole seconds until a moment (ms since 1970), counted down on screen. */
export function useSecondsLeft(until: number | undefined): number {
  const [seconds, setSeconds] = useState(() => left(until))
  useEffect(() => {
    setSeconds(left(until))
    const timer = setInterval(() => setSeconds(left(until)), 1_000)
    return () => clearInterval(timer)
  }, [until])
  return seconds
}
