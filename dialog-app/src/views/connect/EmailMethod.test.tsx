// @vitest-environment happy-dom

import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DialogContext } from '../../lib/useDialog.js'
import { testDialog } from '../../testing/testDialog.js'
import { EmailMethod } from './EmailMethod.js'

// Nobody answers.
beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})))

test('behavior: an address that was typed is still there after another view', () => {
  const dialog = testDialog()
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    flushSync(() => root.unmount())
    host.remove()
  })
  const draw = (isHere: boolean) =>
    flushSync(() => root.render(<DialogContext value={dialog}>{isHere ? <EmailMethod /> : <p>Another view</p>}</DialogContext>))
  const field = () => host.querySelector('input') ?? expect.fail()
  const type = (text: string) =>
    flushSync(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text)
      field().dispatchEvent(new Event('input', { bubbles: true }))
    })
  draw(true)
  type('mira@meadow.example')
  draw(false)
  draw(true)
  expect(field().value).toBe('mira@meadow.example')
  expect(host.querySelector('.go.ready')).not.toBeNull()
  type('')
  draw(false)
  draw(true)
  expect(field().value).toBe('')
})
