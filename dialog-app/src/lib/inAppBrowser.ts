/**
 * Browsers inside of apps that are no wallets, by what their `User-Agent` has. The first one counts: Meta's apps name each other. Telegram's is known
 * by more than that (features/walletConnect/telegram.ts).
 */
const apps: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Instagram', /Instagram/],
  ['Threads', /Barcelona/],
  ['Messenger', /FBAN\/Messenger|Orca-Android/],
  ['Facebook', /FBA[NV]\/|FB_IAB/],
  ['X', /Twitter/],
  ['WeChat', /MicroMessenger/],
  ['LINE', / Line\//],
  ['TikTok', /TikTok|musical_ly|BytedanceWebview/],
  ['Snapchat', /Snapchat/],
  ['LinkedIn', /LinkedInApp/],
  ['KakaoTalk', /KAKAOTALK/],
]

/** The app in whose own browser this is: it opens no windows, has no passkeys, and Google refuses to sign anybody in there. */
export function inAppBrowser({ userAgent }: Pick<Navigator, 'userAgent'> = navigator): string | undefined {
  return apps.find(([, pattern]) => pattern.test(userAgent))?.[0]
}
