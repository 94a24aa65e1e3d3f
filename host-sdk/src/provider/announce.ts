import { announceProvider } from 'mipd'
import type { Eip1193Provider } from '../types.js'

export const rdns = 'org.latchkey'
export const displayName = 'Latchkey'

/** Percent-encoded throughout: pages put it in `src="…"`. */
export const icon =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 32 32%22%3E%3Crect width=%2232%22 height=%2232%22 rx=%229%22 fill=%22%23111827%22/%3E%3Cpath d=%22M16 8a5 5 0 0 0-2 9.6V24h4v-6.4A5 5 0 0 0 16 8z%22 fill=%22%23fff%22/%3E%3C/svg%3E'

/** A version 4 UUID, as EIP-6963 asks for. `crypto.randomUUID` exists in secure contexts only; a blob's address ends in one everywhere. */
function uuid(): string {
  const url = URL.createObjectURL(new Blob())
  URL.revokeObjectURL(url)
  return url.slice(-36)
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
