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

/** What the window's last page hands over; undefined when it was cut off from us, or closed. */
function result(popup: Window): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (uri: string | undefined) => {
      clearInterval(timer)
      removeEventListener('message', heard)
      resolve(uri)
    }
    const heard = ({ source, origin, data }: MessageEvent<Partial<SocialResult>>) => {
      if (source === popup && origin === location.origin && data?.type === 'latchkey:social-result') end(data.resultUri)
    }
    const timer = setInterval(() => {
      if (!popup.closed) return
      clearInterval(timer)
      setTimeout(() => end(undefined), timeout)
    }, look)
    addEventListener('message', heard)
  })
}

/**
 * Confirms the user at a provider. Has to be called by a click: it opens a window.
 *
 * @returns undefined when it is confirmed. The number that the user picks in that window when nothing is heard of it any more: it was closed, or its pages
 *   cut it off from this one, and {@link confirmedThere} waits for it
 * @throws RpcError `data.reason` 'window_blocked', or as the provider's answer was refused
 */
export async function confirmAt(provider: OauthProvider, call: AskWallet): Promise<string | undefined> {
  const popup = window.open('/oauth/start', '_blank', 'popup,width=600,height=800')
  if (!popup) throw new RpcError(codes.userRejected, errors.somethingWentWrong, { data: { reason: 'window_blocked' } })
  const { url, number } = await call('stepUpProvider', { provider }).catch((error: unknown) => {
    popup.close()
    throw error
  })
  popup.location.href = url
  const uri = await result(popup)
  if (uri === undefined) return number
  await call('stepUpProviderDone', { uri })
  popup.close()
  return undefined
}

/**
 * Settles when the user has picked the number in a window that was cut off.
 *
 * @throws RpcError when they chose another one or the attempt ran out, and when the next one began
 */
export const confirmedThere = (call: AskWallet): Promise<void> => call('stepUpProviderDone', {})
