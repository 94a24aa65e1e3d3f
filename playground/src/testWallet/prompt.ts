import { rejected } from './rpcError.js'

export type Prompt = {
  /** Which wallet asks, and for what it may be used. */
  readonly mark?: string
  readonly title: string
  readonly approve: string
  /** Label and value, in the order in which a user reads them. */
  readonly facts: readonly (readonly [label: string, value: string])[]
}

function element<K extends keyof HTMLElementTagNameMap>(tag: K, className: string, text = ''): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag)
  node.className = className
  node.textContent = text
  return node
}

let shown: HTMLDialogElement | null = null

/** True while a question is on the screen. */
export const isAsking = (): boolean => shown !== null

/** Brings the open question to the user again. */
export function showAgain(): void {
  shown?.querySelector('button')?.focus()
}

/**
 * Asks in a modal of the wallet's own, the way an extension asks in its popup. Every text is set as text: it comes from the page.
 *
 * @throws ProviderError 4001 when the user rejects or presses Escape
 */
export function ask(prompt: Prompt): Promise<void> {
  const dialog = element('dialog', 'test-wallet')
  const title = element('h2', 'test-wallet-title', prompt.title)
  title.id = 'test-wallet-title'
  dialog.setAttribute('aria-labelledby', title.id)

  const facts = element('dl', 'test-wallet-facts')
  for (const [label, value] of prompt.facts) {
    const detail = element('dd', 'test-wallet-value', value)
    // Long values scroll inside their box; a box that scrolls must be reachable by keyboard.
    if (value.length > 200) detail.tabIndex = 0
    facts.append(element('dt', 'test-wallet-label', label), detail)
  }
  const reject = element('button', 'button soft', 'Reject')
  const approve = element('button', 'button primary', prompt.approve)
  for (const button of [reject, approve]) button.type = 'button'
  const buttons = element('div', 'test-wallet-buttons')
  buttons.append(reject, approve)
  dialog.append(element('p', 'test-wallet-mark', prompt.mark ?? 'Test wallet · local chains only'), title, facts, buttons)

  return new Promise<void>((resolve, reject_) => {
    const finish = (settle: () => void) => {
      shown = null
      dialog.close()
      dialog.remove()
      settle()
    }
    approve.onclick = () => finish(resolve)
    reject.onclick = () => finish(() => reject_(rejected()))
    dialog.oncancel = (event) => {
      event.preventDefault()
      finish(() => reject_(rejected()))
    }
    shown = dialog
    document.body.append(dialog)
    dialog.showModal()
    approve.focus()
  })
}
