// @vitest-environment happy-dom

import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DialogContext } from '../lib/useDialog.js'
import { elsewhereStore } from '../state/elsewhere.js'
import { testDialog } from '../testing/testDialog.js'
import { AlertBar } from './AlertBar.js'

const lost = vi.hoisted(() => ({ now: true }))
vi.mock('./Elsewhere.js', () => ({
  // A module's import fails as its first use does here: both reject the promise that waits for it.
  get Elsewhere() {
    if (lost.now) throw new Error('Failed to fetch dynamically imported module')
    return () => <p>A window is open</p>
  },
}))

test('error: what is said of a window does not arrive: that is told, and comes when it is fetched again', async () => {
  const dialog = testDialog()
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  onTestFinished(() => root.unmount())
  flushSync(() =>
    root.render(
      <DialogContext value={dialog}>
        <AlertBar />
      </DialogContext>,
    ),
  )
  expect(element.textContent).toBe('')
  elsewhereStore(dialog).setState({ phase: 'needed' })
  await vi.waitFor(() => expect(element.textContent).toContain('Couldn’t load this part'))
  lost.now = false
  element.querySelector('button')?.click()
  await vi.waitFor(() => expect(element.textContent).toBe('A window is open'))
})
