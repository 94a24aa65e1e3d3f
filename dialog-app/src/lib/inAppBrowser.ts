/**
 * What the `User-Agent` of browsers inside of apps has, apps that are no wallets. Telegram's is known by more than that
 * (features/walletConnect/telegram.ts).
 */
const tokens =
  /Instagram|Barcelona|FBAN\/Messenger|FB_IAB\/Orca|FBA[NV]|FB_IAB|Twitter|MicroMessenger| Line\/|TikTok|musical_ly|Bytedance|Snapchat|LinkedIn|KAKAOTALK/

/**
 * By what this is known to be an app's own browser, which opens no windows, has no passkeys, and in which Google refuses to sign anybody in; undefined
 * in a browser of its own. views/connect/inAppName.ts has the apps' names.
 */
export const inAppBrowser = ({ userAgent }: Pick<Navigator, 'userAgent'> = navigator): string | undefined => tokens.exec(userAgent)?.[0]
