import type { TestWallet } from './testWallet.js'

/** A flask. Encoded without raw quotes, because pages put it into `src="…"`. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#0F7A43"/><path d="M17 9h6m-5 0v8l-6.5 11A2 2 0 0 0 13.2 31h13.6a2 2 0 0 0 1.7-3L22 17V9M15 24h10" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>',
).replaceAll("'", '%27')}`

/** Of this wallet on this page. `crypto.randomUUID` exists in secure contexts only, and the page may be open over plain http. */
function uuid(): string {
  const url = URL.createObjectURL(new Blob())
  URL.revokeObjectURL(url)
  return url.slice(-36)
}

/** Makes the wallet known to whoever asks (EIP-6963). Returns how to stop. */
export function announce(wallet: TestWallet): () => void {
  const info = Object.freeze({ uuid: uuid(), name: 'Test wallet', icon, rdns: 'localhost.test-wallet' })
  const detail = Object.freeze({ info, provider: wallet.provider })
  const tell = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', tell)
  tell()
  return () => removeEventListener('eip6963:requestProvider', tell)
}
