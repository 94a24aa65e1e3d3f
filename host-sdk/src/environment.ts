import type { Environment } from '@latchkey/protocol'

const darkScheme = () => matchMedia('(prefers-color-scheme: dark)')

/** What only the page knows about the visitor's device: colour scheme, direction and language of the page, and whether it is in Telegram. */
export function readEnvironment(): Environment {
  const page: Window & { Telegram?: { WebApp?: { platform?: string } } } = window
  const root = document.documentElement
  return {
    colorScheme: darkScheme().matches ? 'dark' : 'light',
    dir: getComputedStyle(root).direction === 'rtl' ? 'rtl' : 'ltr',
    lang: root.lang || navigator.language,
    ...('TelegramWebviewProxy' in page && { telegram: page.Telegram?.WebApp?.platform ?? '' }),
  }
}

/** @returns unsubscribe */
export function watchEnvironment(listener: () => void): () => void {
  const query = darkScheme()
  const observer = new MutationObserver(listener)
  query.addEventListener('change', listener)
  observer.observe(document.documentElement, { attributeFilter: ['lang', 'dir'] })
  return () => {
    query.removeEventListener('change', listener)
    observer.disconnect()
  }
}
