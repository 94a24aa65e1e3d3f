// @vitest-environment happy-dom
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadLaterMessages } from '../lib/i18n.js'
import { destroy } from '../lib/lifetime.js'
import { DialogContext } from '../lib/useDialog.js'
import { settingsStore } from '../state/settings.js'
import { bitcoins } from '../testing/moneyStates.js'
import { testDialog } from '../testing/testDialog.js'
import { WalletSend } from './WalletSend.js'

test.each([
  [true, 'there is a way to it'],
  [false, 'a page that does not offer it has no way to it'],
])('behavior: on Bitcoin it says that the dialog only receives, and where one sends; nothing to fill in; %s: %s', async (receive) => {
  const dialog = testDialog()
  await loadLaterMessages(dialog)
  bitcoins(dialog)
  settingsStore(dialog).setState(({ features }) => ({ features: { ...features, receive } }))
  const host = document.createElement('div')
  const root = createRoot(host)
  onTestFinished(() => {
    flushSync(() => root.unmount())
    destroy(dialog)
  })
  flushSync(() =>
    root.render(
      <DialogContext.Provider value={dialog}>
        <WalletSend />
      </DialogContext.Provider>,
    ),
  )
  await vi.waitFor(() => expect(host.textContent).toContain('Bitcoin can only be received here'), { timeout: 20_000 })
  expect(host.textContent).toContain('To send it, use ')
  expect(host.querySelector('input')).toBeNull()
  const buttons = [...host.querySelectorAll('footer button, .btn')].map((button) => button.textContent)
  expect(buttons.includes('Receive')).toBe(receive)
})
