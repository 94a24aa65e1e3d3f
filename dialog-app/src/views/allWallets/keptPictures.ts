import { type Dialog, perDialog } from '../../lib/dialog.js'

/** About what a long directory has. At some 4 kB each, a few megabytes at most. */
const most = 1_200

/**
 * Pictures that were on screen. A browser forgets a picture soon after its last element is gone, and a list that scrolls takes its elements away
 * all the time: it would read every picture from disk again on the way back, and drop frames over it. Emptied when the list is left.
 */
const kept = perDialog(() => new Map<string, HTMLImageElement>())

/** Keeps a picture that has just been loaded; the oldest go first. */
export function keepPicture(dialog: Dialog, element: EventTarget): void {
  if (!(element instanceof HTMLImageElement) || kept(dialog).has(element.src)) return
  kept(dialog).set(element.src, element)
  const [oldest] = kept(dialog).keys()
  if (kept(dialog).size > most && oldest !== undefined) kept(dialog).delete(oldest)
}

export function forgetPictures(dialog: Dialog): void {
  kept(dialog).clear()
}
