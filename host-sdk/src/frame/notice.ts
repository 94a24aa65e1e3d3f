import { createPageButton } from './elements.js'

/**
 * Tells a visitor who pressed an opener that there is no dialog: a page that calls `open` itself gets an error and has words of its own.
 *
 * @param opener gets the focus when the notice is put away
 */
export function showNotice(opener?: HTMLElement): void {
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
