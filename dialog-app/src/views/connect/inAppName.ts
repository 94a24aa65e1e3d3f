/** Apps that are called otherwise than their browsers call themselves. */
const names: Readonly<Record<string, string>> = {
  Barcelona: 'Threads',
  'FBAN/Messenger': 'Messenger',
  'FB_IAB/Orca': 'Messenger',
  FBAN: 'Facebook',
  FBAV: 'Facebook',
  FB_IAB: 'Facebook',
  Twitter: 'X',
  MicroMessenger: 'WeChat',
  ' Line/': 'LINE',
  musical_ly: 'TikTok',
  Bytedance: 'TikTok',
  KAKAOTALK: 'KakaoTalk',
}

/** The name of an app, as its users know it. @param token as `inAppBrowser()` finds it */
export const inAppName = (token: string): string => names[token] ?? token
