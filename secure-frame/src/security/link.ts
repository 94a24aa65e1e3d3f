import { createBridge, type ParamsOf, portMessenger, type ValueOf } from '@latchkey/protocol/bridge'
import { setLocale } from '../shell/i18n.js'
import { takePort } from '../shell/ownWindow.js'
import type { Shell } from '../shell/store.js'
import type { SecurityApi } from '../worker/security/contract.js'
import { loadSecurityMessages } from './messages.js'
import type { ToSecurity } from './securityWindow.js'

/** Asks the wallet. @throws RpcError as it answered; it may wait for a user, so it has no timeout */
export type AskWallet = <K extends keyof SecurityApi & string>(
  method: K,
  params: ParamsOf<SecurityApi[K]>,
  signal?: AbortSignal,
) => Promise<ValueOf<SecurityApi[K]>>

/** The wallet that this window belongs to. */
export type Link = {
  readonly call: AskWallet
  readonly page: ToSecurity['page']
  /** Settles when the other end is gone, where the browser tells. */
  readonly closed: Promise<void>
}

/** Asks the wallet over one end of a channel whose other end its Worker has. */
export function askOver(port: MessagePort): AskWallet {
  const wallet = createBridge<Record<string, never>, SecurityApi>({ messenger: portMessenger(port), methods: {} })
  return (method, params, signal) => wallet.call(method, params, { timeout: null, ...(signal ? { signal } : {}) })
}

/**
 * The channel to the wallet's Worker, handed over by the frame that opened this window.
 *
 * @throws Error when there is no such frame
 */
export async function findWallet({ setState }: Pick<Shell, 'setState'>): Promise<Link> {
  const { port, given } = await takePort<ToSecurity>()
  const closed = new Promise<void>((gone) => port.addEventListener('close', () => gone()))
  await setLocale(given.theme.locale)
  await loadSecurityMessages()
  setState({ theme: given.theme })
  return { call: askOver(port), page: given.page, closed }
}
