/** Telegram's own browser: it opens web addresses only, and links only within a tap. */
export function isTelegram(page: { readonly navigator: { readonly userAgent: string } } = window): boolean {
  return /Telegram/i.test(page.navigator.userAgent) || 'TelegramWebviewProxy' in page
}

type Device = Pick<Navigator, 'userAgent'> & Partial<Pick<Navigator, 'maxTouchPoints'>>

/** Apple's browser on a phone or tablet: it opens links only within the tap. A tablet says that it is a Mac, but has a touch screen. */
export function isIosSafari({ userAgent, maxTouchPoints = 0 }: Device = navigator): boolean {
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  return isIos && /Safari\//.test(userAgent) && !/Chrome|CriOS|FxiOS|EdgiOS/.test(userAgent)
}

/** A browser that follows `intent:` addresses: those of Android. The views inside of apps, which call themselves "wv", fail on them. */
export function opensIntents({ userAgent }: Pick<Navigator, 'userAgent'> = navigator): boolean {
  return /Android/i.test(userAgent) && /Chrome\/|Firefox\/|SamsungBrowser\//.test(userAgent) && !/; wv\)/.test(userAgent)
}

export function isAndroid({ userAgent }: Pick<Navigator, 'userAgent'> = navigator): boolean {
  return /Android/i.test(userAgent)
}
