import type { WalletInfo } from '@latchkey/protocol'
import { rdns as rdnsOfOurs } from '../../provider/announce.js'
import type { Eip1193Provider } from '../../types.js'
import { drawable, read, text } from '../foreign.js'

/** A wallet that lives in the page. The provider never crosses the Bridge, its description does. */
export type HostWallet = { readonly info: WalletInfo; readonly provider: Eip1193Provider }

export function isProvider(value: unknown): value is Eip1193Provider {
  return typeof read(value, 'request') === 'function'
}

/** Scripts of pages that announce themselves and lead to a wallet elsewhere: MetaMask's connect SDK, and another copy of this one. */
const standIns: readonly unknown[] = ['io.metamask.mmc', rdnsOfOurs]

/**
 * Checks and copies an EIP-6963 announcement (any script may announce anything). The name stands in for an rdns that is missing: it stays the same
 * over reloads, which a uuid need not.
 *
 * @returns undefined when it has no provider or name, or nothing that is installed
 */
export function readAnnouncement(detail: unknown): HostWallet | undefined {
  const info = read(detail, 'info')
  const provider = read(detail, 'provider')
  const rdns = text(read(info, 'rdns'))
  const name = text(read(info, 'name'))
  const icon = read(info, 'icon')
  if (!isProvider(provider) || !name || standIns.includes(rdns)) return undefined
  const id = rdns ?? name
  return {
    provider,
    info: { id, ...(rdns && { rdns }), name, ...(drawable(icon) && { icon }), source: 'announced', namespaces: { eip155: {} } },
  }
}

/** A bare `window.ethereum`. The dialog has a name for it in every language. */
export const injectedInfo: WalletInfo = { id: 'injected', name: 'Browser wallet', source: 'injected', namespaces: { eip155: {} } }
