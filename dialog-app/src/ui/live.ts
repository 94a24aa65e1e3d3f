import { createStore } from 'zustand/vanilla'

export type LiveState = { readonly polite: string; readonly assertive: string }

/** What the two live regions say. */
export const liveStore = createStore<LiveState>(() => ({ polite: '', assertive: '' }))

/** Another view: what was said of the one before is no longer there to be read. */
export function hush(): void {
  clearTimeout(waiting)
  liveStore.setState({ polite: '', assertive: '' })
}

/** A polite sentence waits until the one before has been there this long (ms). */
const pause = 1000

let last = 0
let waiting: ReturnType<typeof setTimeout> | undefined

/**
 * Says a sentence to people who listen instead of look. Polite ones are throttled to one a second, the newest wins; assertive ones (errors)
 * are said at once.
 */
export function announce(text: string, urgency: 'polite' | 'assertive' = 'polite'): void {
  if (urgency === 'assertive') {
    liveStore.setState({ assertive: text })
    return
  }
  clearTimeout(waiting)
  const say = () => {
    last = Date.now()
    liveStore.setState({ polite: text })
  }
  const wait = last + pause - Date.now()
  if (wait <= 0) say()
  else waiting = setTimeout(say, wait)
}
