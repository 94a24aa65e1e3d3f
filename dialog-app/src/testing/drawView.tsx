import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import type { Dialog } from '../lib/dialog.js'
import { DialogContext } from '../lib/useDialog.js'

/** Draws a part of a dialog in the document until the test ends. */
export function drawView(dialog: Dialog, view: ReactNode): HTMLElement {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    flushSync(() => root.unmount())
    host.remove()
  })
  flushSync(() => root.render(<DialogContext value={dialog}>{view}</DialogContext>))
  return host
}
