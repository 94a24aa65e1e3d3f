// @vitest-environment happy-dom

import { codes, type HostApi } from '@latchkey/protocol'
import type { Bridge } from '@latchkey/protocol/bridge'
import { afterEach, expect, test, vi } from 'vitest'
import { createDialogWindow, type WindowPhase } from './dialogWindow.js'

afterEach(() => vi.unstubAllGlobals())

test('error: a window that was closed a moment ago is given up when the next one opens: what it was asked ends', async () => {
  const opened: { closed: boolean }[] = []
  vi.stubGlobal('location', { origin: 'https://dialog.example' })
  vi.stubGlobal('open', () => {
    const popup = { closed: false, close() {}, focus() {}, postMessage() {} }
    opened.push(popup)
    return popup
  })
  const phases: WindowPhase[] = []
  const page = { call: async () => undefined } as unknown as Bridge<HostApi>
  const made = createDialogWindow({ page, url: 'https://dialog.example/', epoch: 'a', onPhase: (phase) => phases.push(phase) })
  const asked = made.call('request', { namespace: 'eip155', networkId: null, method: 'personal_sign', params: [] })
  const ended = expect(asked).rejects.toMatchObject({ code: codes.disconnected })
  made.open()
  // The call is on its way to that window.
  await new Promise((resolve) => setTimeout(resolve))
  const [first] = opened
  if (first) first.closed = true
  made.open()
  await ended
  expect([opened.length, phases]).toEqual([2, ['needed', 'open']])
  made.destroy()
})
