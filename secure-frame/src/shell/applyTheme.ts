import type { SecureTheme } from '@latchkey/protocol'
import { setLocale } from './i18n.js'
import type { Shell } from './store.js'

/** Puts a theme on, once its words are here; not when another one was wanted since. */
export async function applyTheme({ getState, setState }: Pick<Shell, 'getState' | 'setState'>, theme: SecureTheme): Promise<void> {
  setState({ wanted: theme })
  const isWanted = () => getState().wanted === theme
  await setLocale(theme.locale, isWanted)
  if (isWanted()) setState({ theme })
}
