import { codes, errors, isOauthProvider, type OauthProvider, RpcError, type SocialResult, socialProviders } from '@latchkey/protocol'
import type { AccountUser } from '@latchkey/protocol/schemas/account'
import type { AskWallet } from './link.js'

/** Milliseconds between two looks whether the window is still there. */
const look = 500
/** Milliseconds for the last message of a window that has just closed. */
const timeout = 2_000

/** Logins of a user that can be asked once more who it is. Farcaster's cannot. */
export const providersOf = ({ identities }: AccountUser) =>
  identities.flatMap(({ id, kind, label }) => (isOauthProvider(kind) ? [{ id, kind, label, name: socialProviders[kind] }] : []))

/** What the window's last page hands over; undefined when it was cut off from us, or closed, or when the signal fires. */
function result(popup: Window, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (uri: string | undefined) => {
      clearInterval(timer)
      removeEventListener('message', heard)
      signal.removeEventListener('abort', abort)
      resolve(uri)
    }
    const abort = () => end(undefined)
    const heard = ({ source, origin, data }: MessageEvent<Partial<SocialResult>>) => {
      if (source === popup && origin === location.origin && data?.type === 'latchkey:social-result') end(data.resultUri)
    }
    const timer = setInterval(() => {
      if (!popup.closed) return
      clearInterval(timer)
      setTimeout(() => end(undefined), timeout)
    }, look)
    addEventListener('message', heard)
    signal.addEventListener('abort', abort)
  })
}

/**
 * Confirms the user at a provider. Has to be called by a click: it opens a window.
 *
 * @param onApart the window was closed, or cut off from this one: nobody can tell which. In one that is still there the user picks this number
 * @param signal closes the window and waits no more
 * @throws RpcError `data.reason` 'window_blocked', or as the provider's answer was refused
 */
export async function confirmAt(
  provider: OauthProvider,
  call: AskWallet,
  onApart: (number: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const popup = window.open('/oauth/start', '_blank', 'popup,width=600,height=800')
  if (!popup) throw new RpcError(codes.userRejected, errors.somethingWentWrong, { data: { reason: 'window_blocked' } })
  try {
    const { url, number } = await call('stepUpProvider', { provider }, signal)
    popup.location.href = url
    const uri = await result(popup, signal)
    if (uri === undefined && !signal.aborted) onApart(number)
    await call('stepUpProviderDone', uri === undefined ? {} : { uri }, signal)
  } finally {
    popup.close()
  }
}
