// @vitest-environment happy-dom
import { alerts } from '@latchkey/protocol'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadLaterMessages } from '../lib/i18n.js'
import { DialogContext } from '../lib/useDialog.js'
import { AlertBar } from '../shell/AlertBar.js'
import { elsewhereStore } from '../state/elsewhere.js'
import { loginStore } from '../state/login.js'
import { uiStore } from '../state/ui.js'
import { openEmbedded } from '../testing/embeddedPage.js'
import { stubServices } from '../testing/fakePage.js'
import { EmailLogin } from './EmailLogin.js'

test('behavior: that the secure frame did not load is told once: by the alert, and by the view once the alert is gone', async () => {
  localStorage.clear()
  stubServices()
  const { dialog } = (await openEmbedded({})).page
  await loadLaterMessages(dialog)
  const host = document.createElement('div')
  const root = createRoot(host)
  onTestFinished(() => flushSync(() => root.unmount()))
  flushSync(() =>
    root.render(
      <DialogContext.Provider value={dialog}>
        <AlertBar />
        <EmailLogin />
      </DialogContext.Provider>,
    ),
  )
  const notices = () => [...host.querySelectorAll('.note')].map(({ textContent }) => textContent)
  const fail = () => loginStore(dialog).setState({ phase: 'unavailable' })
  flushSync(() => {
    uiStore(dialog).setState({ alert: { title: alerts.iframeLoadFailed, developer: false } })
    elsewhereStore(dialog).setState({ phase: 'late', stop: () => {} })
  })
  // The view begins anew when it is drawn; the offer of a window comes with its code.
  await vi.waitFor(() => {
    flushSync(fail)
    expect(loginStore(dialog).getState().phase).toBe('unavailable')
    expect(notices()).toEqual([expect.stringContaining(alerts.iframeLoadFailed)])
  })
  flushSync(() => {
    uiStore(dialog).setState({ alert: null })
    elsewhereStore(dialog).setState({ phase: 'idle' })
  })
  await vi.waitFor(() => {
    flushSync(fail)
    expect(notices()).toEqual([expect.stringContaining('Couldn’t open the secure login')])
  })
})
