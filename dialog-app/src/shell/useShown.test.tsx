// @vitest-environment happy-dom

import type { ViewName } from '@latchkey/protocol'
import { flushSync } from 'react-dom'
import { expect, test, vi } from 'vitest'
import { uiStore } from '../state/ui.js'
import { viewStore } from '../state/view.js'
import { drawView } from '../testing/drawView.js'
import { testDialog } from '../testing/testDialog.js'
import { LiveRegions } from '../ui/LiveRegions.js'
import { Card } from './Card.js'

test('behavior: a part that does not arrive is said, and said again with each try that was in vain', async () => {
  const dialog = testDialog()
  uiStore(dialog).setState({ open: true })
  const host = drawView(
    dialog,
    <>
      <Card />
      <LiveRegions />
    </>,
  )
  // There is no such part.
  flushSync(() => viewStore(dialog).setState({ history: [{ name: 'Connect' }, { name: 'Nowhere' as ViewName }], direction: 'forward' }))
  const button = () => [...host.querySelectorAll('button')].find(({ textContent }) => textContent === 'Try again')
  const said = () => host.querySelector('.visually-hidden > [role="alert"]')?.textContent ?? ''
  await vi.waitFor(() => expect(said()).toContain('Couldn’t load this part'))
  for (let count = 0; count < 2; count++) {
    const before = said()
    expect(button()?.getAttribute('aria-disabled')).toBe(null)
    flushSync(() => button()?.click())
    expect(button()?.getAttribute('aria-disabled')).toBe('true')
    await vi.waitFor(() => expect(button()?.getAttribute('aria-disabled')).toBe(null))
    // It is said after it is drawn.
    await vi.waitFor(() => expect(said()).not.toBe(before))
    expect(said().trim()).toBe(before.trim())
  }
})
