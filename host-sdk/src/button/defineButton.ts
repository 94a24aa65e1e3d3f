import { modalOf } from '../registry.js'

/**
 * Defines `<latchkey-button>`. What it draws is a chunk of its own, fetched for the first one on the page.
 * It opens the first modal of the page, or the one of its `project-id`.
 */
export function defineButton(): void {
  if (typeof customElements === 'undefined' || customElements.get('latchkey-button')) return
  customElements.define(
    'latchkey-button',
    class extends HTMLElement {
      #unsubscribe?: (() => void) | undefined
      async connectedCallback() {
        const { mountButton } = await import('./mountButton.js')
        const own = modalOf(this.getAttribute('project-id'))
        if (own && this.isConnected) this.#unsubscribe ??= mountButton(this, own)
      }
      disconnectedCallback() {
        this.#unsubscribe?.()
        this.#unsubscribe = undefined
      }
    },
  )
}
