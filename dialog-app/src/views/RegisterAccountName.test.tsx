// @vitest-environment happy-dom

import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { loadLaterMessages } from '../lib/i18n.js'
import { DialogContext } from '../lib/useDialog.js'
import { loadNamespace } from '../namespaces/registry.js'
import { nameRegistrationStore } from '../state/nameRegistration.js'
import { states } from '../testing/states.js'
import { testDialog } from '../testing/testDialog.js'
import { RegisterAccountName } from './RegisterAccountName.js'

// Nobody answers.
beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})))

test('behavior: a capital letter within a name becomes a small one, and what is typed next follows it', async () => {
  const dialog = testDialog()
  await Promise.all([loadLaterMessages(dialog), loadNamespace(dialog, 'eip155')])
  const set = states['name-free'] ?? expect.fail('There is no such state.')
  set(dialog)
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    flushSync(() => root.unmount())
    host.remove()
  })
  flushSync(() =>
    root.render(
      <DialogContext value={dialog}>
        <RegisterAccountName />
      </DialogContext>,
    ),
  )
  const field = host.querySelector('input') ?? expect.fail('There is no field.')
  const before = field.value
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  flushSync(() => {
    setValue?.call(field, `${before.slice(0, 2)}B${before.slice(2)}`)
    field.setSelectionRange(3, 3)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(nameRegistrationStore(dialog).getState().text).toBe(`${before.slice(0, 2)}b${before.slice(2)}`)
  expect(field.value).toBe(`${before.slice(0, 2)}b${before.slice(2)}`)
  expect(field.selectionStart).toBe(3)
})
