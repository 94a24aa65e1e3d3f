import { createPageButton, createShell } from './elements.js'

/** How long a frame may be silent until the page draws a way out of its own, milliseconds. */
const timeout = 3_000

export type Surface = {
  readonly shell: HTMLDialogElement
  /** Shows or hides the dialog; focus goes into the frame. */
  show(visible: boolean): void
  /** The frame speaks: it draws its own way out. */
  settled(): void
  destroy(): void
}

/**
 * The modal dialog in the page. It shows exactly what it was told: a close that nobody asked for (a second Escape, a script of the page)
 * opens it again, and `inert`, which password managers put on everything, is taken off.
 *
 * @param onEscape Escape or Android's Back while the focus is in the page and not in the frame
 * @param onLeave the page's own Close button
 */
export function createSurface(iframe: HTMLIFrameElement, onEscape: () => void, onLeave: () => void): Surface {
  const shell = createShell(iframe)
  let visible = false
  let silent = true
  let timer: ReturnType<typeof setTimeout> | undefined
  let button: HTMLButtonElement | undefined

  // Chromium may hand the focus back to the page right after the frame got it, and each of them thinks that it has it: the user presses into a field
  // and types, and the keys reach the page. Only a move of the focus mends that, and only once the page has it whole.
  const refocus = () =>
    setTimeout(() => {
      if (document.activeElement !== iframe) return
      iframe.blur()
      iframe.focus()
    })

  function sync() {
    if (visible === shell.open || !shell.isConnected) return
    shell.style.setProperty('display', visible ? 'block' : 'none', 'important')
    const focused = document.activeElement as HTMLElement | null
    if (visible) {
      // Test runners' documents have no modal dialogs.
      shell.showModal?.()
      iframe.focus()
      addEventListener('focus', refocus, { once: true })
    } else {
      shell.close?.()
      // The browser returns the focus to where it was before: not when the page has meanwhile put it somewhere itself.
      if (focused && !shell.contains(focused) && focused !== document.body) focused.focus()
    }
  }

  const hiding = ['inert', 'aria-hidden', 'hidden']
  const observer = new MutationObserver(() => {
    for (const element of [shell, iframe]) for (const name of hiding) element.removeAttribute(name)
    sync()
  })
  observer.observe(shell, { subtree: true, attributeFilter: [...hiding, 'open'] })
  shell.addEventListener('cancel', (event) => {
    event.preventDefault()
    onEscape()
  })
  shell.addEventListener('close', sync)

  function settled() {
    silent = false
    clearTimeout(timer)
    button?.remove()
  }

  return {
    shell,
    show(next) {
      visible = next
      sync()
      clearTimeout(timer)
      if (visible && silent)
        timer = setTimeout(() => {
          button ??= createPageButton('close', onLeave)
          shell.append(button)
        }, timeout)
    },
    settled,
    destroy() {
      visible = false
      settled()
      observer.disconnect()
      sync()
    },
  }
}
