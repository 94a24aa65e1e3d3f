// @vitest-environment happy-dom

import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { loadLaterMessages } from '../lib/i18n.js'
import { DialogContext } from '../lib/useDialog.js'
import { viewStore } from '../state/view.js'
import { states } from '../testing/states.js'
import { testDialog } from '../testing/testDialog.js'
import { WalletFund } from './WalletFund.js'

test('behavior: on a network that the page does not use it says so, and leads to the others, instead of showing nothing', async () => {
  const dialog = testDialog()
  await loadLaterMessages(dialog)
  const set = states['account-unsupported'] ?? expect.fail()
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
        <WalletFund />
      </DialogContext>,
    ),
  )
  expect(host.textContent).toContain('Meadow doesn’t use')
  flushSync(() => host.querySelector('button')?.click())
  expect(viewStore(dialog).getState().history.at(-1)?.name).toBe('Networks')
})
