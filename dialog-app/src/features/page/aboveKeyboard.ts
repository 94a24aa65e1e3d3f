import type { Dialog } from '../../lib/dialog.js'
import { onDestroy } from '../../lib/lifetime.js'

const isField = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/**
 * Keeps the field that a user types into above the on-screen keyboard. In a frame the page makes that lower (host-sdk/src/frame/keepAboveKeyboard.ts);
 * in a window of its own the keyboard lies over the document, and its visual viewport tells how much of it.
 */
export function startAboveKeyboard(dialog: Dialog): void {
  const view = window.visualViewport
  if (!view) return
  const place = () => {
    // Who has zoomed by two fingers looks at a part of the document.
    const zoomed = view.scale > 1.01
    const { style } = document.documentElement
    style.setProperty('--above', `${zoomed ? 0 : Math.max(0, view.offsetTop)}px`)
    style.setProperty('--keyboard', `${zoomed ? 0 : Math.max(0, innerHeight - view.offsetTop - view.height)}px`)
    const field = document.activeElement
    if (isField(field)) field.scrollIntoView({ block: 'nearest' })
  }
  const names = ['resize', 'scroll']
  for (const name of names) view.addEventListener(name, place)
  onDestroy(dialog, () => {
    for (const name of names) view.removeEventListener(name, place)
  })
}
