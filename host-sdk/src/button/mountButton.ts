import type { Modal, State } from '../types.js'
import { type FindModal, whenModal } from '../whenModal.js'

const style = `
  :host { display: inline-block }
  button { box-sizing: border-box; min-height: 44px; min-width: 44px; padding: 0 20px; border: 0; border-radius: 12px; cursor: pointer;
    font: 600 16px/1.2 system-ui, sans-serif; color: #fff; background: #111827 }
  button:hover { background: #374151 }
  button:focus-visible { outline: 2px solid #2563eb; outline-offset: 2px }
  @media (prefers-color-scheme: dark) {
    button { color: #111827; background: #f9fafb }
    button:hover { background: #d1d5db }
    button:focus-visible { outline-color: #93c5fd }
  }
  @media (forced-colors: active) { button { border: 1px solid ButtonText } }
`

/** `0x1234…abcd` */
const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

function draw(button: HTMLButtonElement, label: string, { accounts, activeNamespace, status }: State) {
  const address = activeNamespace ? accounts[activeNamespace]?.[0]?.address : undefined
  button.textContent = address ? short(address) : label
  button.setAttribute('aria-busy', String(status === 'connecting' || status === 'reconnecting'))
  if (address) button.setAttribute('aria-label', `${short(address)}, wallet account`)
  else button.removeAttribute('aria-label')
}

/** @param find the modal that the button means now: the page may have destroyed the one that it was filled for, and created another */
function fill(element: HTMLElement, modal: Modal, find: () => Modal | undefined): () => void {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open', delegatesFocus: true })
  // Test runners' documents have none.
  if (typeof globalThis.CSSStyleSheet?.prototype.replaceSync === 'function') {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style)
    root.adoptedStyleSheets = [sheet]
  }
  const button = document.createElement('button')
  button.type = 'button'
  button.setAttribute('part', 'button')
  button.addEventListener('click', () => {
    const wallet = element.getAttribute('wallet')
    reach()
      .open(wallet ? { wallet } : {})
      // The visitor hears of what went wrong on the page.
      .catch(() => {})
  })
  for (const name of ['pointerenter', 'focus', 'touchstart']) button.addEventListener(name, () => reach().preload(), { passive: true })
  const update = () => draw(button, element.getAttribute('label') || 'Connect wallet', modal.getState())
  update()
  root.replaceChildren(button)
  const observer = new MutationObserver(update)
  observer.observe(element, { attributeFilter: ['label'] })
  let unsubscribe = modal.subscribe(update)
  function reach(): Modal {
    const found = find() ?? modal
    if (found !== modal) {
      unsubscribe()
      modal = found
      unsubscribe = modal.subscribe(update)
      update()
    }
    return modal
  }
  return () => {
    unsubscribe()
    observer.disconnect()
  }
}

/**
 * Fills a `<latchkey-button>` once its modal exists: a plain button that opens the dialog and shows who is connected. `label` is its text while nobody
 * is; it can be styled by `::part(button)`. With `wallet` (an rdns, a directory id or a name) it leads straight to that wallet.
 *
 * @param find the modal of a project
 * @returns stop waiting, and unsubscribe
 */
export function mountButton(element: HTMLElement, find: FindModal): () => void {
  let unsubscribe = () => {}
  const projectId = element.getAttribute('project-id')
  const stop = whenModal(projectId, find, (modal) => {
    unsubscribe = fill(element, modal, () => find(projectId))
  })
  return () => {
    stop()
    unsubscribe()
  }
}
