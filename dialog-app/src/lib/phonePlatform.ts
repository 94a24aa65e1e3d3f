/** Telegram's own browser: it opens web addresses only, and links only within a tap. */
export function isTelegram(page: { readonly navigator: { readonly userAgent: string } } = window): boolean {
  return /Telegram/i.test(page.navigator.userAgent) || 'TelegramWebviewProxy' in page
}

/** Apple's browser on a phone: it opens links only within the tap. */
export function isIosSafari({ userAgent }: Pick<Navigator, 'userAgent'> = navigator): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) && /Safari\//.test(userAgent) && !/CriOS|FxiOS|EdgiOS/.test(userAgent)
}

export function isAndroid({ userAgent }: Pick<Navigator, 'userAgent'> = navigator): boolean {
  return /Android/i.test(userAgent)
}
