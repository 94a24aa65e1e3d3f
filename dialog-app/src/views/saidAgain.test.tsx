// @vitest-environment happy-dom

import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { setEmbedded } from '../features/embedded/embedded.js'
import type { Dialog } from '../lib/dialog.js'
import { loadLaterMessages, loadNextMessages } from '../lib/i18n.js'
import { DialogContext } from '../lib/useDialog.js'
import { connectingStore } from '../state/connecting.js'
import { loginStore } from '../state/login.js'
import { siwxStore } from '../state/siwx.js'
import { switchingStore } from '../state/switching.js'
import { uiStore } from '../state/ui.js'
import { scriptedFrame } from '../testing/scriptedFrame.js'
import { states } from '../testing/states.js'
import { testDialog } from '../testing/testDialog.js'
import { LiveRegions } from '../ui/LiveRegions.js'
import { createEmbeddedWallet } from '../wallets/embedded/index.js'
import { ConnectingExternal } from './ConnectingExternal.js'
import { EmailVerifyOtp } from './EmailVerifyOtp.js'
import { SIWXSignMessage } from './SIWXSignMessage.js'
import { SwitchNetwork } from './SwitchNetwork.js'

// Nobody answers.
beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})

/** A screen reader hears what changes: the same text in the same place is heard once. */
test.each<[string, ComponentType, string, (dialog: Dialog, again: boolean) => void]>([
  [
    'a wallet',
    ConnectingExternal,
    'connecting-failed',
    (dialog, again) => connectingStore(dialog).setState({ phase: again ? 'failed' : 'connecting' }),
  ],
  ['a switch', SwitchNetwork, 'switch-failed', (dialog, again) => switchingStore(dialog).setState({ phase: again ? 'failed' : 'waiting' })],
  ['a sign-in', SIWXSignMessage, 'sign-in-failed', (dialog, again) => siwxStore(dialog).setState({ phase: again ? 'failed' : 'waiting' })],
  ['a login', EmailVerifyOtp, 'code-expired', (dialog, again) => loginStore(dialog).setState({ phase: again ? 'expired' : 'checking' })],
])('behavior: %s that fails in the same way once more is said once more', async (_what, View, state, set) => {
  const dialog = testDialog()
  await Promise.all([loadLaterMessages(dialog), loadNextMessages(dialog)])
  const { frame } = scriptedFrame()
  const wallet = createEmbeddedWallet({
    frame,
    networks: () => [],
    name: () => 'Email',
    target: () => ({}),
    forget() {},
    onNotAllowed() {},
  })
  setEmbedded(dialog, { frame, wallet })
  const begin = states[state] ?? expect.fail(`There is no state ${state}.`)
  begin(dialog)
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
        <View />
        <LiveRegions />
      </DialogContext>,
    ),
  )
  const said = () => host.querySelector('.visually-hidden > [role="alert"]')?.textContent ?? ''
  await vi.waitFor(() => expect(said()).not.toBe(''))
  const first = said()
  flushSync(() => set(dialog, false))
  await vi.waitFor(() => expect(said()).toBe(''))
  flushSync(() => set(dialog, true))
  await vi.waitFor(() => expect(said()).toBe(first))
})
