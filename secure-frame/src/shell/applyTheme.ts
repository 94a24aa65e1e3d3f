import type { SecureTheme } from '@latchkey/protocol'
import { setLocale } from './i18n.js'
import type { Shell } from './store.js'

/** Puts a theme on, once its words are here. */
export async function applyTheme({ setState }: Pick<Shell, 'setState'>, theme: SecureTheme): Promise<void> {
  await setLocale(theme.locale)
  setState({ theme })
}
