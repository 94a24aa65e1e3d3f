import { announceProvider } from 'mipd'
import type { Eip1193Provider } from '../types.js'

export const rdns = 'org.latchkey'
export const displayName = 'Latchkey'

/** Percent-encoded throughout: pages put it in `src="…"`. */
export const icon =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 32 32%22%3E%3Crect width=%2232%22 height=%2232%22 rx=%229%22 fill=%22%23111827%22/%3E%3Cpath d=%22M16 8a5 5 0 0 0-2 9.6V24h4v-6.4A5 5 0 0 0 16 8z%22 fill=%22%23fff%22/%3E%3C/svg%3E'

/** `crypto.randomUUID` exists in secure contexts only; a version 4 UUID is all that EIP-6963 asks for. */
function uuid(): string {
  return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
    const random = crypto.getRandomValues(new Uint8Array(1))[0] ?? 0
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16)
  })
}

/**
 * Announces a provider by EIP-6963, now and whenever a page asks.
 *
 * @returns stop
 */
export function announce(provider: Eip1193Provider): () => void {
  // mipd's type lists every method of viem's schema; the standard asks for `request`, `on` and `removeListener`.
  return announceProvider({ info: { name: displayName, rdns, icon, uuid: uuid() }, provider } as unknown as Parameters<
    typeof announceProvider
  >[0]) as () => void
}
