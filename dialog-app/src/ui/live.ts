import { createStore } from 'zustand/vanilla'
import { type Dialog, perDialog } from '../lib/dialog.js'
import { after } from '../lib/lifetime.js'

export type LiveState = { readonly polite: string; readonly assertive: string }

/** What the two live regions say. */
export const liveStore = perDialog(() => createStore<LiveState>(() => ({ polite: '', assertive: '' })))

/** Another view: what was said of the one before is no longer there to be read. */
export function hush(dialog: Dialog): void {
  kept(dialog).waiting?.()
  liveStore(dialog).setState({ polite: '', assertive: '' })
}

/** A polite sentence waits until the one before has been there this long (ms). */
const pause = 1000

/** A region that does not change says nothing: the same text once more has a space at its end that nobody hears. */
const differing = (before: string, text: string) => (text && text === before ? `${text}\u00a0` : text)

/** What one dialog keeps here. */
type Own = {
  last: number
  waiting: (() => void) | undefined
}

const kept = perDialog((): Own => ({ last: 0, waiting: undefined }))

/**
 * Says a sentence to users who listen instead of look. Polite ones are throttled to one a second, the newest wins; assertive ones (errors)
 * are said at once.
 */
export function announce(dialog: Dialog, text: string, urgency: 'polite' | 'assertive' = 'polite'): void {
  const own = kept(dialog)
  const { getState, setState } = liveStore(dialog)
  if (urgency === 'assertive') {
    setState({ assertive: differing(getState().assertive, text) })
    return
  }
  own.waiting?.()
  const say = () => {
    own.last = dialog.now()
    setState({ polite: differing(getState().polite, text) })
  }
  const wait = own.last + pause - dialog.now()
  if (wait <= 0) say()
  else own.waiting = after(dialog, wait, say)
}
