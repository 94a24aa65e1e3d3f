import type { Environment, SocialProvider } from '@latchkey/protocol'
import { inAppBrowser } from '../../lib/inAppBrowser.js'

/** The page at the top, as far as it matters here: frames have its browser's name, but not Telegram's bridge. */
export type SocialsPlace = Pick<Navigator, 'userAgent'> & Pick<Environment, 'telegram'>

/** What a platform's own browser cannot log in with: providers refuse it, or their app takes the page over and does not come back. */
function unusable({ userAgent, telegram }: SocialsPlace): readonly string[] {
  // A tablet's browser calls itself a Mac: where Telegram names its platform, that counts.
  const named = telegram && /^(?:android|ios|macos)/.test(telegram) ? telegram : undefined
  const android = named ? named.startsWith('android') : /Android/i.test(userAgent)
  const ios = named ? named === 'ios' : /iPhone|iPad|iPod/.test(userAgent)
  const mac = named ? named === 'macos' : !ios && /Mac/.test(userAgent)
  const inTelegram = telegram !== undefined || /Telegram/i.test(userAgent)
  return [
    ...(android || ios ? ['facebook'] : []),
    ...((inTelegram && ios) || inAppBrowser({ userAgent }) ? ['google'] : []),
    ...(inTelegram && (android || mac) ? ['x'] : []),
  ]
}

/**
 * Those of the page's providers that work in this browser, in the page's order. Pure.
 *
 * @param place what the page at the top says of itself
 */
export function usableSocials(providers: readonly SocialProvider[], place: SocialsPlace): readonly SocialProvider[] {
  const dropped = unusable(place)
  return providers.filter((provider) => !dropped.includes(provider))
}
