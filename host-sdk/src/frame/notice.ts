import { createPageButton } from './elements.js'

/** Tells a visitor that there is no dialog, whichever button they pressed. It has the focus again when the notice is put away. */
export function showNotice(): void {
  const opener = document.activeElement as HTMLElement | null
  document.querySelector('[data-latchkey=notice]')?.remove()
  const notice = document.createElement('div')
  notice.dataset.latchkey = 'notice'
  notice.role = 'alert'
  notice.append(
    createPageButton('unavailable', () => {
      notice.remove()
      opener?.focus()
    }),
  )
  document.body.append(notice)
}
