// @vitest-environment happy-dom
import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { loadLaterMessages } from '../lib/i18n.js'
import { destroy } from '../lib/lifetime.js'
import { DialogContext } from '../lib/useDialog.js'
import { loadNamespace } from '../namespaces/registry.js'
import { askingStore } from '../state/asking.js'
import { states } from '../testing/states.js'
import { testDialog } from '../testing/testDialog.js'
import { RegisterAccountName } from './RegisterAccountName.js'
import { SIWXSignMessage } from './SIWXSignMessage.js'
import { SwapPreview } from './SwapPreview.js'
import { WalletSendPreview } from './WalletSendPreview.js'

/* Views that wait for a wallet which may be another app on the same phone. */

const app = 'northwind://wc?requestId=1&sessionTopic=2'

// Nobody answers.
beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})))

/** The links of a view in a state. */
async function linksOf(View: ComponentType, state: string, href: string | null) {
  const dialog = testDialog()
  await Promise.all([loadLaterMessages(dialog), loadNamespace(dialog, 'eip155')])
  const set = states[state] ?? expect.fail(`There is no state ${state}.`)
  set(dialog)
  askingStore(dialog).setState({ href })
  const host = document.createElement('div')
  const root = createRoot(host)
  onTestFinished(() => {
    flushSync(() => root.unmount())
    destroy(dialog)
  })
  flushSync(() =>
    root.render(
      <DialogContext.Provider value={dialog}>
        <View />
      </DialogContext.Provider>,
    ),
  )
  return [...host.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href'), link.target])
}

describe('a wallet that is asked', () => {
  test.each([
    ['a transfer', WalletSendPreview, 'send-asking'],
    ['a swap', SwapPreview, 'swap-asking'],
    ['the second step of a swap', SwapPreview, 'swap-second-step'],
    ['a name', RegisterAccountName, 'name-signing'],
    ['a sign-in', SIWXSignMessage, 'sign-in-waiting'],
  ] as const)(
    'behavior: for %s there is a way to its app, which leaves no empty tab; without a link there is none',
    async (_what, View, state) => {
      expect(await linksOf(View, state, app)).toEqual([[expect.stringMatching(/^Open /), app, '_top']])
      const web = 'https://northwind.example/wc?requestId=1'
      expect(await linksOf(View, state, web)).toEqual([[expect.stringMatching(/^Open /), web, '_blank']])
      expect(await linksOf(View, state, null)).toEqual([])
    },
  )

  test('behavior: while the network is waited for there is nothing to open', async () => {
    expect(await linksOf(SwapPreview, 'swap-waiting', app)).toEqual([])
  })
})
