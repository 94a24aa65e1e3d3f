import { type RefObject, useEffect, useRef, useState } from 'react'

/** Milliseconds that a frame that was moved must have been where a pointer found it. */
const rest = 500
/** CSS pixels: places are rounded, and a hand trembles. */
const tolerance = 3

type Place = { readonly x: number; readonly y: number }

/**
 * Whether the frame still is where the user's pointer has found it. A page can keep the whole dialog in sight, and move it under a pointer that is about
 * to press something else; observers tell nothing of that. Each event of a pointer tells where the document is on the screen.
 *
 * The first place is believed: a press right after the pointer has come is what people do. A frame that is elsewhere after that has to rest there.
 *
 * @param always in a window of its own, which no page can move
 */
export function useSettled(always: boolean): { readonly settled: boolean; readonly now: RefObject<boolean> } {
  const [settled, setSettled] = useState(true)
  const now = useRef(true)
  useEffect(() => {
    if (always) return
    let place: Place | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const set = (value: boolean) => {
      now.current = value
      setSettled(value)
    }
    const look = ({ isTrusted, screenX, screenY, clientX, clientY }: PointerEvent) => {
      const last = place
      const found = { x: screenX - clientX, y: screenY - clientY }
      if (!isTrusted || (last && Math.abs(found.x - last.x) <= tolerance && Math.abs(found.y - last.y) <= tolerance)) return
      place = found
      if (!last) return
      set(false)
      clearTimeout(timer)
      timer = setTimeout(() => set(true), rest)
    }
    // A frame of another size has another place, and begins its own time anyway.
    const forget = () => {
      place = undefined
    }
    const names = ['pointerover', 'pointermove', 'pointerdown'] as const
    for (const name of names) addEventListener(name, look, { capture: true, passive: true })
    addEventListener('resize', forget)
    return () => {
      clearTimeout(timer)
      for (const name of names) removeEventListener(name, look, { capture: true })
      removeEventListener('resize', forget)
    }
  }, [always])
  return { settled, now }
}
