import { newId } from '@latchkey/protocol'
import type { StandardWallet } from '../standardTypes.js'
import type { Eip1193Provider } from '../types.js'

/**
 * The `rdns` of our EIP-6963 announcement: how a page finds this provider among those of all wallets.
 *
 * @example
 * addEventListener('eip6963:announceProvider', (event) => {
 *   if (event instanceof CustomEvent && event.detail.info.rdns === rdns) console.log(event.detail.provider)
 * })
 */
export const rdns = 'org.latchkey'
export const displayName = 'Latchkey'

/** Base64, as the Wallet Standard asks for: a whole URI by RFC 2397, with nothing in it that ends the `src="…"` that pages put it in. */
export const icon: StandardWallet['icon'] = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16"/><path d="M16 8a5 5 0 0 0-2 9.6V24h4v-6.4A5 5 0 0 0 16 8" fill="#fff"/></svg>')}`

/**
 * Announces a provider by EIP-6963, now and whenever a page asks.
 *
 * @returns stop
 */
export function announce(provider: Eip1193Provider): () => void {
  const detail = Object.freeze({ info: { name: displayName, rdns, icon, uuid: newId() }, provider })
  const say = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', say)
  say()
  return () => removeEventListener('eip6963:requestProvider', say)
}
