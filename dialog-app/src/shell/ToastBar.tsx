import { useEffect, useRef, useState } from 'react'
import { hideToast } from '../features/notices/toast.js'
import { useT } from '../lib/i18n.js'
import { useDialog, useDialogStore } from '../lib/useDialog.js'
import { type Toast, uiStore } from '../state/ui.js'
import { addGlyphs, Icon } from '../ui/Icon.js'
import { laterGlyphs } from '../ui/laterGlyphs.js'
import { announce } from '../ui/live.js'

const stay = 6000

/** Counts only while nobody points at it or has focus in it. */
function useCountdown(toast: Toast | null, held: boolean) {
  const dialog = useDialog()
  const left = useRef(stay)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new toast gets its full time
  useEffect(() => {
    left.current = stay
  }, [toast])
  useEffect(() => {
    if (!toast?.autoClose || held) return
    const since = dialog.now()
    const timer = setTimeout(() => hideToast(dialog), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(0, left.current - (dialog.now() - since))
    }
  }, [toast, held, dialog])
}

/** One short message over the foot of the card. */
export function ToastBar() {
  const dialog = useDialog()
  // It may be drawn before any view has brought the glyphs.
  addGlyphs(dialog, laterGlyphs)
  const t = useT()
  const toast = useDialogStore(uiStore, (state) => state.toast)
  const [held, setHeld] = useState(false)
  useCountdown(toast, held)
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it goes
  useEffect(() => {
    if (toast || !held) return
    // What goes with the focus in it, or under the pointer, is not left: no event says so.
    setHeld(false)
    if (document.activeElement === document.body && uiStore(dialog).getState().open) document.querySelector<HTMLElement>('h1')?.focus()
  }, [toast])
  const text = !toast ? '' : typeof toast.message === 'string' ? toast.message : t(toast.message.id, toast.message.values)
  const urgent = toast?.variant === 'error'
  useEffect(() => {
    if (text) announce(dialog, text, urgent ? 'assertive' : 'polite')
  }, [text, urgent, dialog])
  if (!toast) return null
  const { action } = toast
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only stops the clock; nothing is done by it
    <div
      className="toast"
      data-toast={toast.variant}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={toast.variant === 'success' ? 'check' : toast.variant === 'error' ? 'alert' : 'clock'} size={20} />
      <span className="grow">{text}</span>
      {action && (
        <button type="button" onClick={action.run}>
          {t(action.label.id, action.label.values)}
        </button>
      )}
    </div>
  )
}
