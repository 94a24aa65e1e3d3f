import { type Dialog, perDialog } from '../lib/dialog.js'

type Listener = () => void
const listeners = perDialog(() => new Set<Listener>())

/** Runs once, when the dialog is gone from the screen. Gives the way to stop listening. */
export function onClosed(dialog: Dialog, listener: Listener): () => void {
  listeners(dialog).add(listener)
  return () => listeners(dialog).delete(listener)
}

/** Who waits for the closing that has just ended. Whoever opens the dialog again waits for the next one. */
export function takeClosed(dialog: Dialog): readonly Listener[] {
  const waiting = [...listeners(dialog)]
  listeners(dialog).clear()
  return waiting
}
