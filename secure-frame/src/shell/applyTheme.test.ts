import { afterEach, expect, test } from 'vitest'
import { applyTheme } from './applyTheme.js'
import { languageNow, setLocale } from './i18n.js'
import type { Shell, ShellState } from './store.js'

afterEach(() => setLocale('en'))

test('behavior: the language that was chosen last stays, however long the words of the one before took', async () => {
  let state = {} as ShellState
  const shell: Pick<Shell, 'getState' | 'setState'> = {
    getState: () => state,
    setState(change) {
      state = { ...state, ...change }
    },
  }
  const theme = (locale: string) => ({ themeMode: 'dark', locale, dir: 'ltr' }) as const
  // Words of Arabic have to be fetched first; those of English are here.
  await Promise.all([applyTheme(shell, theme('ar')), applyTheme(shell, theme('en'))])
  expect([languageNow(), state.theme.locale]).toEqual(['en', 'en'])
  await applyTheme(shell, theme('ar'))
  expect([languageNow(), state.theme.locale]).toEqual(['ar', 'ar'])
})
