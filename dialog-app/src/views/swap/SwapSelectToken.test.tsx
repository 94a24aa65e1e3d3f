// @vitest-environment happy-dom

import { beforeEach, expect, test, vi } from 'vitest'
import { loadLaterMessages } from '../../lib/i18n.js'
import { portfolioStore } from '../../state/portfolio.js'
import { type SwapState, swapStore } from '../../state/swap.js'
import { drawView } from '../../testing/drawView.js'
import { states } from '../../testing/states.js'
import { testDialog } from '../../testing/testDialog.js'
import { SwapSelectToken } from './SwapSelectToken.js'

// Nobody answers.
beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})

test.each<[SwapState['listing'], string]>([
  ['loading', ''],
  ['failed', 'The network isn’t answering. Nothing was sent.'],
])('behavior: while the list is %s nobody is told that there is no token', async (listing, text) => {
  const dialog = testDialog()
  await loadLaterMessages(dialog)
  const set = states['swap-choose'] ?? expect.fail('There is no such state.')
  set(dialog)
  portfolioStore(dialog).setState({ tokens: [] })
  swapStore(dialog).setState({ listing, tokens: [], elsewhere: [] })
  const host = drawView(dialog, <SwapSelectToken />)
  expect(host.querySelector('.empty')?.textContent ?? '').toBe(text)
  expect(host.querySelector('[aria-busy="true"]') !== null).toBe(listing === 'loading')
})
