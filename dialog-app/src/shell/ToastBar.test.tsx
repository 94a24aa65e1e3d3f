// @vitest-environment happy-dom

import { limits } from '@latchkey/protocol'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { hideToast, showToast } from '../features/notices/toast.js'
import { loadLaterMessages } from '../lib/i18n.js'
import { DialogContext } from '../lib/useDialog.js'
import { type Toast, uiStore } from '../state/ui.js'
import { testDialog } from '../testing/testDialog.js'
import { ToastBar } from './ToastBar.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const toast = (name: string, more: Partial<Toast> = {}): Toast => ({
  variant: 'success',
  message: { id: 'profile.disconnected', values: { name } },
  autoClose: true,
  ...more,
})

test('behavior: a toast that had the focus as it went does not keep the next one on screen for ever', async () => {
  const dialog = testDialog()
  await loadLaterMessages(dialog)
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
        <h1 tabIndex={-1}>Wallets</h1>
        <ToastBar />
      </DialogContext>,
    ),
  )
  const shown = () => host.querySelector('.toast')?.textContent ?? ''
  const advance = (ms: number) => flushSync(() => void vi.advanceTimersByTime(ms))

  const undo = { label: { id: 'profile.undo' }, run: () => hideToast(dialog) } as const
  flushSync(() => showToast(dialog, toast('Savings', { action: undo })))
  expect(shown()).toContain('Savings')
  flushSync(() => host.querySelector('button')?.focus())
  // Nothing closes while it has the focus.
  advance(2 * limits.toastDuration)
  expect(shown()).toContain('Savings')
  flushSync(() => host.querySelector('button')?.click())
  expect(shown()).toBe('')
  // Whoever uses the keyboard goes on in the dialog, and not at the start of the document.
  expect(document.activeElement?.textContent).toBe('Wallets')

  flushSync(() => showToast(dialog, toast('Harbor')))
  expect(shown()).toContain('Harbor')
  advance(limits.toastDuration)
  expect(uiStore(dialog).getState().toast).toBeNull()
})
