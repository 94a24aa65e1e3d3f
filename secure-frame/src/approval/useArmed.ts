import { type RefObject, useEffect, useRef, useState } from 'react'

/** Milliseconds of undisturbed sight before a yes counts. */
const dwell = 800
/** Milliseconds out of sight after which another way is offered: longer at first, while the dialog brings its view and puts the frame into place. */
const patience = { first: 6_000, later: 2_000 }
/** Below this the approval cannot be read whole. CSS pixels. */
const smallest = { width: 320, height: 480 }

type VisibilityEntry = IntersectionObserverEntry & { readonly isVisible?: boolean }

/**
 * Whether the document can be seen: Chromium tells (IntersectionObserver v2) when something covers it, makes it transparent or moves it. It does
 * not see CSS masks; that limit is documented. Elsewhere only the tab's own visibility is known.
 */
function useVisible(target: RefObject<HTMLElement | null>, always: boolean): boolean {
  const tells = 'isVisible' in IntersectionObserverEntry.prototype
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = target.current
    if (always || !tells || !element) return
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1) as VisibilityEntry | undefined
        setSeen(last?.isVisible === true && last.intersectionRatio >= 0.99)
      },
      { threshold: [0, 0.5, 0.99, 1], trackVisibility: true, delay: 100 } as IntersectionObserverInit,
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [target, always, tells])
  return always || !tells || seen
}

/** Grows whenever something happened that a person has to take in again. */
function useDisturbances(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const disturbed = () => setCount((value) => value + 1)
    const names = ['focus', 'blur', 'resize'] as const
    for (const name of names) addEventListener(name, disturbed)
    document.addEventListener('visibilitychange', disturbed)
    return () => {
      for (const name of names) removeEventListener(name, disturbed)
      document.removeEventListener('visibilitychange', disturbed)
    }
  }, [])
  return count
}

export type Arming = {
  readonly armed: boolean
  /** It has not been seen for a while: something is in front of it. */
  readonly covered: boolean
  /** There is not enough room to read it here. */
  readonly small: boolean
  /** Whether a press counts: a real one, on a button that is armed and seen at this very moment. */
  accepts(event: { readonly nativeEvent: Event }): boolean
}

/**
 * Arms the button that says yes: 800 ms after it was painted, or focus, size or content changed, and only while it can be seen.
 *
 * @param key changes with whatever is shown
 * @param framed false in a window of its own, which no page can cover
 */
export function useArmed(target: RefObject<HTMLElement | null>, key: string, framed: boolean): Arming {
  const visible = useVisible(target, !framed)
  const disturbances = useDisturbances()
  const small = framed && (innerWidth < smallest.width || innerHeight < Math.min(smallest.height, target.current?.scrollHeight ?? 0))
  const [armed, setArmed] = useState(false)
  const state = useRef({ armed: false })
  useEffect(() => {
    // Named so that a change of any of them starts the time again.
    void [key, disturbances]
    state.current.armed = false
    setArmed(false)
    if (!visible || small || document.visibilityState !== 'visible') return
    const timer = setTimeout(() => {
      state.current.armed = true
      setArmed(true)
    }, dwell)
    return () => clearTimeout(timer)
  }, [key, visible, small, disturbances])
  const [covered, setCovered] = useState(false)
  const wasSeen = useRef(false)
  useEffect(() => {
    setCovered(false)
    if (visible) {
      wasSeen.current = true
      return
    }
    const timer = setTimeout(() => setCovered(true), wasSeen.current ? patience.later : patience.first)
    return () => clearTimeout(timer)
  }, [visible])
  return { armed, covered, small, accepts: ({ nativeEvent }) => nativeEvent.isTrusted && state.current.armed && visible && !small }
}
