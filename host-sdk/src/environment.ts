import type { Environment } from '@latchkey/protocol'

/** Test runners' documents have no media. */
const darkScheme = () => globalThis.matchMedia?.('(prefers-color-scheme: dark)') as MediaQueryList | undefined

/** The one scheme that the page has chosen for itself, else the system's. */
function schemeOf(declared: string): Environment['colorScheme'] {
  const [scheme, other] = (['dark', 'light'] as const).filter((each) => declared.includes(each))
  return scheme && !other ? scheme : darkScheme()?.matches ? 'dark' : 'light'
}

/** What only the page knows about the visitor's device: colour scheme, direction and language of the page, and whether it is in Telegram. */
function readEnvironment(): Environment {
  const page: Window & { Telegram?: { WebApp?: { platform?: string } } } = window
  const root = document.documentElement
  const { colorScheme, direction } = getComputedStyle(root)
  return {
    colorScheme: schemeOf(colorScheme),
    dir: direction === 'rtl' ? 'rtl' : 'ltr',
    lang: root.lang || navigator.language,
    ...('TelegramWebviewProxy' in page && { telegram: page.Telegram?.WebApp?.platform ?? '' }),
  }
}

/** The environment as the dialog is told it, and its changes since. */
export function createEnvironment() {
  let told = ''
  const read = () => {
    const environment = readEnvironment()
    told = JSON.stringify(environment)
    return environment
  }
  return {
    read,
    /** @returns unsubscribe */
    watch(listener: (environment: Environment) => void): () => void {
      const query = darkScheme()
      const look = () => {
        const before = told
        const environment = read()
        // Pages write classes and styles for many reasons, some at each frame.
        if (told !== before) listener(environment)
      }
      const observer = new MutationObserver(look)
      query?.addEventListener('change', look)
      observer.observe(document.documentElement, { attributeFilter: ['lang', 'dir', 'class', 'style', 'data-theme'] })
      return () => {
        query?.removeEventListener('change', look)
        observer.disconnect()
      }
    },
  }
}
