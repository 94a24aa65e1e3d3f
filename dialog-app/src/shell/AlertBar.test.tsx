// @vitest-environment happy-dom

import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DialogContext } from '../lib/useDialog.js'
import { elsewhereStore } from '../state/elsewhere.js'
import { uiStore } from '../state/ui.js'
import { testDialog } from '../testing/testDialog.js'
import { liveStore } from '../ui/live.js'
import { AlertBar } from './AlertBar.js'

const lost = vi.hoisted(() => ({ now: true }))
vi.mock('./Elsewhere.js', () => ({
  // A module's import fails as its first use does here: both reject the promise that waits for it.
  get Elsewhere() {
    if (lost.now) throw new Error('Failed to fetch dynamically imported module')
    return () => <p>A window is open</p>
  },
}))

test('behavior: an alert of before the dialog was opened is said when it is; whoever dismisses it goes on at the title', () => {
  const dialog = testDialog()
  const element = document.body.appendChild(document.createElement('div'))
  const root = createRoot(element)
  onTestFinished(() => {
    flushSync(() => root.unmount())
    element.remove()
  })
  flushSync(() =>
    root.render(
      <DialogContext value={dialog}>
        <h1 tabIndex={-1}>Connect</h1>
        <AlertBar />
      </DialogContext>,
    ),
  )
  const said = () => liveStore(dialog).getState().assertive
  flushSync(() => uiStore(dialog).setState({ alert: { title: 'Session Expired', developer: false } }))
  // Nobody hears what is said in a dialog that is closed.
  expect(said()).toBe('')
  flushSync(() => uiStore(dialog).setState({ open: true }))
  expect(said()).toBe('Session Expired')
  flushSync(() => element.querySelector('button')?.focus())
  flushSync(() => element.querySelector('button')?.click())
  expect(element.textContent).toBe('Connect')
  expect(document.activeElement?.tagName).toBe('H1')
})

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
