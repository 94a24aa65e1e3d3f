// @vitest-environment happy-dom

import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { DialogContext } from '../lib/useDialog.js'
import { testDialog } from '../testing/testDialog.js'
import { Row } from './Row.js'

test('behavior: a row that leads out of the dialog says that it opens a new tab', () => {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    flushSync(() => root.unmount())
    host.remove()
  })
  flushSync(() =>
    root.render(
      <DialogContext value={testDialog()}>
        <Row name="View on explorer" href="https://explorer.example/" />
      </DialogContext>,
    ),
  )
  expect(host.querySelector('a')?.textContent).toBe('View on explorer (opens in a new tab)')
})
