import type { SocialProvider } from '@latchkey/protocol'

type Page = { readonly navigator: Pick<Navigator, 'userAgent'> }

/** What a platform's own browser cannot log in with (rules.md, "Embedded wallet"). */
function unusable(page: Page): readonly string[] {
  const agent = page.navigator.userAgent
  const android = /Android/i.test(agent)
  const ios = /iPhone|iPad|iPod/.test(agent)
  const telegram = /Telegram/i.test(agent) || 'TelegramWebviewProxy' in page
  return [
    ...(android || ios ? ['facebook'] : []),
    ...(telegram && ios ? ['google'] : []),
    ...(telegram && (android || (!ios && /Mac/.test(agent))) ? ['x'] : []),
  ]
}

/** Those of the page's providers that work in this browser, in the page's order. */
export function usableSocials(providers: readonly SocialProvider[], page: Page = window): readonly SocialProvider[] {
  const dropped = unusable(page)
  return providers.filter((provider) => !dropped.includes(provider))
}
