// @vitest-environment happy-dom

import type { ViewName } from '@latchkey/protocol'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DialogContext } from '../lib/useDialog.js'
import { uiStore } from '../state/ui.js'
import { viewStore } from '../state/view.js'
import { testDialog } from '../testing/testDialog.js'
import { LiveRegions } from '../ui/LiveRegions.js'
import { Card } from './Card.js'

test('behavior: a part that does not arrive is said, and said again with each try that was in vain', async () => {
  const dialog = testDialog()
  uiStore(dialog).setState({ open: true })
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    flushSync(() => root.unmount())
    host.remove()
  })
  flushSync(() =>
    root.render(
      <DialogContext value={dialog}>
        <Card />
        <LiveRegions />
      </DialogContext>,
    ),
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
