import type { Fault } from './rpcErrors.ts'

export type Announcement = {
  readonly name: string
  readonly rdns: string
  readonly icon: string
  readonly uuid: string
}

export type PageOptions = {
  /** Name of the binding to Node. */
  readonly binding: string
  readonly info: Announcement
  /** `late`: only after `extension.announce()`. `never`: a bare `window.ethereum` at most. */
  readonly announces: 'at once' | 'late' | 'never'
  /** Also sets `window.ethereum`. */
  readonly legacy: boolean
  /** Details and info are frozen, as EIP-6963 recommends. */
  readonly frozen: boolean
}

export type Answer = { readonly result: unknown } | { readonly fault: Fault }

/**
 * The extension's script in the page: an EIP-1193 provider whose every request is answered in Node. Runs before the page's own scripts,
 * in the top document only, as content scripts do. Self-contained: it is serialised.
 */
export function extensionPage({ binding, info, announces, legacy, frozen }: PageOptions): void {
  if (window.top !== window) return
  type Listener = (data: unknown) => void
  const listeners = new Map<string, Set<Listener>>()
  const ask = (window as unknown as Record<string, (origin: string, method: string, params: unknown) => Promise<Answer>>)[binding]
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }) {
      const answer = await ask?.(location.origin, method, params)
      if (!answer) throw new Error('The extension went away')
      // Some wallets throw plain, frozen objects.
      if ('fault' in answer) throw frozen ? Object.freeze(answer.fault) : Object.assign(new Error(answer.fault.message), answer.fault)
      return answer.result
    },
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  const detail = frozen ? Object.freeze({ info: Object.freeze({ ...info }), provider }) : { info, provider }
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  const start = () => {
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  }
  if (announces === 'at once') start()
  if (legacy) Object.assign(window, { ethereum: provider })
  // How Node reaches back: events of the wallet, and the late announcement.
  Object.assign(window, {
    [`${binding}_emit`]: (event: string, data: unknown) => {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(data)
    },
    [`${binding}_announce`]: start,
  })
}
