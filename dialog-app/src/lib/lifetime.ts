import { type Dialog, perDialog } from './dialog.js'

const lifetime = perDialog(() => ({ control: new AbortController(), stops: new Set<() => void>() }))

/** Aborted when the dialog is destroyed. */
export function untilDestroyed(dialog: Dialog): AbortSignal {
  return lifetime(dialog).control.signal
}

/**
 * Says how something is stopped that must not outlive the dialog. Stopped at once when the dialog is gone already.
 *
 * @returns takes it back: it has stopped by itself
 */
export function onDestroy(dialog: Dialog, stop: () => void): () => void {
  const { control, stops } = lifetime(dialog)
  if (control.signal.aborted) stop()
  else stops.add(stop)
  return () => void stops.delete(stop)
}

/**
 * `setTimeout` for as long as the dialog is there.
 *
 * @param ms milliseconds
 * @returns cancels it
 */
export function after(dialog: Dialog, ms: number, run: () => void): () => void {
  const timer = setTimeout(() => {
    forget()
    run()
  }, ms)
  const stop = () => clearTimeout(timer)
  const forget = onDestroy(dialog, stop)
  return () => {
    stop()
    forget()
  }
}

/**
 * `addEventListener` for as long as the dialog is there.
 *
 * @returns takes the listener off
 */
export function listen(dialog: Dialog, target: EventTarget, type: string, listener: (event: Event) => void): () => void {
  target.addEventListener(type, listener)
  const stop = () => target.removeEventListener(type, listener)
  const forget = onDestroy(dialog, stop)
  return () => {
    stop()
    forget()
  }
}

/** Stops everything that is under way, the newest first. */
export function destroy(dialog: Dialog): void {
  const { control, stops } = lifetime(dialog)
  control.abort()
  for (const stop of [...stops].reverse()) stop()
  stops.clear()
}
