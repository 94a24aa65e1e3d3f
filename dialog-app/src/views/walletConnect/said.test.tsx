// @vitest-environment happy-dom

import { flushSync } from 'react-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadNextMessages } from '../../lib/i18n.js'
import { askingStore } from '../../state/asking.js'
import { uiStore } from '../../state/ui.js'
import { drawView } from '../../testing/drawView.js'
import { states } from '../../testing/states.js'
import { testDialog } from '../../testing/testDialog.js'
import { liveStore } from '../../ui/live.js'
import { ConnectingWalletConnect } from '../ConnectingWalletConnect.js'

/* The focus is on the title, which stays: what changes below it has to be said. */

// Nobody answers.
beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})

async function open(state: string) {
  const dialog = testDialog()
  await loadNextMessages(dialog)
  const set = states[state] ?? expect.fail(`There is no state ${state}.`)
  set(dialog)
  uiStore(dialog).setState({ open: true })
  drawView(dialog, <ConnectingWalletConnect />)
  const says = (text: string) => vi.waitFor(() => expect(liveStore(dialog).getState().polite).toContain(text), { timeout: 5_000 })
  return { dialog, says }
}

test('behavior: how a pairing ended is said', async () => {
  const { says } = await open('pair-cancelled')
  await says('Request cancelled')
})

test('behavior: where a request waits, and what became of it, is said', async () => {
  const { dialog, says } = await open('ask-plain')
  await says('Continue in')
  flushSync(() => askingStore(dialog).setState({ count: 0, over: 'cancelled' }))
  await says('Cancelled here')
})
