import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Place } from '../worker/contract.js'
import { cardHeight } from './cardHeight.js'

/** Milliseconds of undisturbed sight before a yes counts. */
const dwell = 800
/** Milliseconds out of sight after which another way is offered: longer at first, while the dialog brings its view and puts the frame into place. */
const timeouts = { first: 6_000, later: 2_000 }
/** Below this the approval cannot be read whole. CSS pixels. */
const smallest = { width: 320, height: 480 }

type VisibilityEntry = IntersectionObserverEntry & { readonly isVisible?: boolean }

/**
 * Whether the browser tells a document when something covers it, makes it transparent or moves it: Chromium does (IntersectionObserver v2,
 * https://www.w3.org/TR/intersection-observer/#calculate-visibility-algo), Firefox and WebKit do not. Where it does not, a page could draw over the
 * card unseen, so consent is given in the wallet's own window.
 */
export const tellsCovering = (): boolean => 'isVisible' in IntersectionObserverEntry.prototype

/**
 * Whether the card is on screen, all of it: how much of it is inside whatever clips or scrolls it, in the dialog and in the page around that, and
 * whether anything covers it ({@link tellsCovering}). No browser sees CSS masks; that limit is documented.
 */
function useVisible(target: RefObject<HTMLElement | null>, always: boolean, mayBeUntold: boolean): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = target.current
    if (always || !element) return
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1) as VisibilityEntry | undefined
        setSeen(last !== undefined && last.intersectionRatio >= 0.99 && (last.isVisible ?? mayBeUntold))
      },
      { threshold: [0, 0.5, 0.99, 1], trackVisibility: true, delay: 100 } as IntersectionObserverInit,
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [target, always, mayBeUntold])
  return always || seen
}

/**
 * Whether there is too little room to read the card: the frame is narrower or lower than {@link smallest}, and a low one does not hold all of it. The
 * card's own height is no measure, because it is as low as the frame.
 */
function useSmall(target: RefObject<HTMLElement | null>, never: boolean): boolean {
  const [small, setSmall] = useState(!never)
  useLayoutEffect(() => {
    const element = target.current
    const inner = element?.querySelector('.inner')
    if (never || !element || !inner) return
    const measure = () => {
      const needed = Math.min(smallest.height, cardHeight(element, 'question') ?? smallest.height)
      setSmall(innerWidth < smallest.width || innerHeight < needed)
    }
    const observer = new ResizeObserver(measure)
    for (const part of [element, inner]) observer.observe(part)
    addEventListener('resize', measure)
    measure()
    return () => {
      observer.disconnect()
      removeEventListener('resize', measure)
    }
  }, [target, never])
  return small
}

/** Grows whenever something happened that a user has to take in again. */
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
 * @param place a window of its own, no page can cover; where the user types what is sent, a browser need not tell what covers the frame
 */
export function useArmed(target: RefObject<HTMLElement | null>, key: string, place: Place): Arming {
  const visible = useVisible(target, place === 'window', place === 'typed')
  const disturbances = useDisturbances()
  const small = useSmall(target, place === 'window')
  const [armed, setArmed] = useState(false)
  const state = useRef({ armed: false })
  // Before anything is painted: a press that comes between the paint and an effect would be a yes to what nobody has seen.
  useLayoutEffect(() => {
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
    const timer = setTimeout(() => setCovered(true), wasSeen.current ? timeouts.later : timeouts.first)
    return () => clearTimeout(timer)
  }, [visible])
  return { armed, covered, small, accepts: ({ nativeEvent }) => nativeEvent.isTrusted && state.current.armed && visible && !small }
}
