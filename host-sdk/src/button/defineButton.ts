import { fetchCode } from '../fetchCode.js'
import { modalOf } from '../registry.js'

/**
 * Defines the custom element `<latchkey-button>`. It opens the first modal of the page, or the modal of its attribute `project-id`, and stays empty
 * until the page has created that modal. The code that draws it is loaded when the first one is on the page. The script build calls this by itself;
 * on a server it does nothing.
 *
 * @example
 * defineButton()
 * document.body.append(document.createElement('latchkey-button'))
 */
export function defineButton(): void {
  if (typeof customElements === 'undefined' || customElements.get('latchkey-button')) return
  customElements.define(
    'latchkey-button',
    class extends HTMLElement {
      #unsubscribe?: (() => void) | undefined
      async connectedCallback() {
        // Without its code it stays empty: the page did not ask for it by a call that could reject.
        const code = await fetchCode(() => import('./mountButton.js')).catch(() => undefined)
        if (this.isConnected) this.#unsubscribe ??= code?.mountButton(this, modalOf)
      }
      disconnectedCallback() {
        this.#unsubscribe?.()
        this.#unsubscribe = undefined
      }
    },
  )
}
