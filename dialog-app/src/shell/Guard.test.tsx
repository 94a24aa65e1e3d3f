// @vitest-environment happy-dom

import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadLaterMessages } from '../lib/i18n.js'
import { DialogContext } from '../lib/useDialog.js'
import { embeddedAccountStore } from '../state/embeddedAccount.js'
import { viewStore } from '../state/view.js'
import { states } from '../testing/states.js'
import { testDialog } from '../testing/testDialog.js'
import { laterViews } from '../views/laterViews.js'
import { Guard } from './Guard.js'

test('error: a view that cannot be drawn leaves the dialog around it as it is, says so, and has ways on', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const dialog = testDialog()
  await loadLaterMessages(dialog)
  const set = states['settings-only-you'] ?? expect.fail('There is no such state.')
  set(dialog)
  const { factors } = embeddedAccountStore(dialog).getState()
  // No day that could be written.
  embeddedAccountStore(dialog).setState({ factors: factors.map((factor) => ({ ...factor, createdAt: Number.NaN })) })
  const View = await laterViews.AccountSettings()
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => {
    flushSync(() => root.unmount())
    host.remove()
  })
  const draw = () =>
    flushSync(() =>
      root.render(
        <DialogContext value={dialog}>
          <button type="button">Close</button>
          <Guard>
            <View />
          </Guard>
        </DialogContext>,
      ),
    )
  draw()
  const press = (name: string) =>
    flushSync(() => ([...host.querySelectorAll('button')].find(({ textContent }) => textContent === name) ?? expect.fail(name)).click())
  expect(host.textContent).toContain('Close')
  expect(host.textContent).toContain('Something went wrong on our side')
  embeddedAccountStore(dialog).setState({ factors })
  press('Try again')
  expect(host.textContent).toContain('Passkey')

  embeddedAccountStore(dialog).setState({ factors: factors.map((factor) => ({ ...factor, createdAt: Number.NaN })) })
  draw()
  press('Back')
  expect(viewStore(dialog).getState().history.at(-1)?.name).toBe('Account')
})
