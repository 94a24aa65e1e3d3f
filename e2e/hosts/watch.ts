import type { Modal, State } from '@latchkey/sdk'

/** What the tests find in `window.host` of every host page. */
export type HostWindow = {
  readonly modal: Modal
  /** Each connection status once, in order, from the first moment on. */
  readonly transitions: State['status'][]
  /** Each event of the modal, in order. */
  readonly seen: { readonly name: string; readonly value: unknown }[]
}

declare global {
  interface Window {
    host: HostWindow
  }
}

const events = ['ready', 'open', 'close', 'view', 'connect', 'disconnect', 'accountsChanged', 'chainChanged', 'error'] as const

/** Puts the modal where the tests find it and notes everything that it says. */
export function watch(modal: Modal): void {
  const host: HostWindow = { modal, transitions: [], seen: [] }
  window.host = host
  const note = () => {
    const { status } = modal.getState()
    if (host.transitions.at(-1) !== status) host.transitions.push(status)
  }
  note()
  modal.subscribe(note)
  for (const name of events) modal.on(name, (value) => host.seen.push({ name, value }))
}
