// @vitest-environment happy-dom

import type { ComponentType } from 'react'
import { flushSync } from 'react-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadLaterMessages, loadNextMessages } from '../lib/i18n.js'
import { loadNamespace } from '../namespaces/registry.js'
import { askingStore } from '../state/asking.js'
import { embeddedAccountStore } from '../state/embeddedAccount.js'
import { farcasterStore } from '../state/farcaster.js'
import { pairingStore } from '../state/pairing.js'
import { purchaseStore } from '../state/purchase.js'
import { sendStore } from '../state/send.js'
import { switchingStore } from '../state/switching.js'
import { uiStore } from '../state/ui.js'
import { drawView } from '../testing/drawView.js'
import { address } from '../testing/fixtures.js'
import { states } from '../testing/states.js'
import { testDialog } from '../testing/testDialog.js'
import { AccountSettings } from './AccountSettings.js'
import { AllWallets } from './AllWallets.js'
import { ConnectingFarcaster } from './ConnectingFarcaster.js'
import { ConnectingWalletConnect } from './ConnectingWalletConnect.js'
import { ConnectingWalletConnectBasic } from './ConnectingWalletConnectBasic.js'
import { OnRamp } from './OnRamp.js'
import { ProfileWallet } from './ProfileWallet.js'
import { SwitchNetwork } from './SwitchNetwork.js'
import { WalletSend } from './WalletSend.js'

/* What is pressed may go with the part of the view that it is in: focus goes on to what comes in its place, never to the start of the document. */

// Nobody answers.
beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})

async function open(View: ComponentType, state: string) {
  const dialog = testDialog()
  await Promise.all([loadLaterMessages(dialog), loadNextMessages(dialog), loadNamespace(dialog, 'eip155')])
  const set = states[state] ?? expect.fail(`There is no state ${state}.`)
  set(dialog)
  uiStore(dialog).setState({ open: true })
  const host = drawView(
    dialog,
    <>
      <h1 tabIndex={-1}>Title</h1>
      <View />
    </>,
  )
  const button = (name: string) =>
    [...host.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name) ??
    expect.fail(`There is no button ${name} in ${host.textContent}`)
  const press = (name: string) => {
    flushSync(() => button(name).focus())
    flushSync(() => button(name).click())
  }
  return { dialog, host, button, press }
}
const focused = () => document.activeElement as HTMLElement | null

test('behavior: renaming begins in the field and ends where it was begun', async () => {
  const { host, press } = await open(ProfileWallet, 'profile-wallet')
  press('Rename here')
  expect(focused()).toBe(host.querySelector('input'))
  press('Save')
  expect(focused()?.dataset.focusKey).toBe('rename')
})

test('behavior: a recipient that was found takes the place of the field, and its focus', async () => {
  const { dialog, host } = await open(WalletSend, 'send-empty')
  const field = await vi.waitFor(() => host.querySelector<HTMLInputElement>('.field input') ?? expect.fail('There is no field.'))
  flushSync(() => field.focus())
  flushSync(() => sendStore(dialog).setState({ receiver: address, recipient: { status: 'known', address, warnings: [] } }))
  expect(focused()?.className).toContain('receiver')
})

test('behavior: a search that is cleared is begun anew', async () => {
  const { host, press } = await open(AllWallets, 'all-search')
  press('Clear search')
  expect(focused()).toBe(host.querySelector('input'))
})

test('behavior: a code that is asked for again; the button for that is not the one that comes in its place', async () => {
  const basic = await open(ConnectingWalletConnectBasic, 'pair-any-unreachable')
  flushSync(() => basic.button('Try again').focus())
  flushSync(() => pairingStore(basic.dialog).setState({ phase: 'preparing' }))
  expect(focused()?.textContent).toBe('Title')
})

test('behavior: a code after a wallet that refused', async () => {
  const named = await open(ConnectingWalletConnect, 'pair-cancelled')
  flushSync(() => named.button('Try again').focus())
  flushSync(() => pairingStore(named.dialog).setState({ phase: 'preparing' }))
  expect(focused()).toBe(named.host.querySelector('h1'))
})

test('behavior: the button that asked a wallet again is not the one that takes it back: its key may still be held', async () => {
  const { dialog, button } = await open(SwitchNetwork, 'switch-failed')
  flushSync(() => button('Try again').focus())
  flushSync(() => switchingStore(dialog).setState({ phase: 'waiting' }))
  expect(button('Cancel')).not.toBe(focused())
  expect(focused()?.tagName).toBe('H2')
})

test('behavior: the button that gave a request up is not the one that takes away what is said of it', async () => {
  const { dialog, button } = await open(ConnectingWalletConnect, 'ask-plain')
  flushSync(() => button('Cancel').focus())
  flushSync(() => askingStore(dialog).setState({ count: 0, over: 'cancelled' }))
  expect(focused()?.tagName).toBe('H2')
})

test('behavior: Farcaster is asked for another code', async () => {
  const { dialog, host, button } = await open(ConnectingFarcaster, 'farcaster-denied')
  flushSync(() => button('Try again').focus())
  flushSync(() => farcasterStore(dialog).setState({ phase: 'preparing' }))
  expect(focused()).toBe(host.querySelector('h1'))
})

test('behavior: settings that are asked for again', async () => {
  const { dialog, host, button } = await open(AccountSettings, 'settings-failed')
  flushSync(() => button('Try again').focus())
  flushSync(() => embeddedAccountStore(dialog).setState({ status: 'loading' }))
  expect(focused()).toBe(host.querySelector('h1'))
})

test('behavior: a form to which one comes back', async () => {
  const buy = await open(OnRamp, 'buy-cancelled')
  flushSync(() => buy.button('Try again').focus())
  flushSync(() => purchaseStore(buy.dialog).setState({ phase: 'form' }))
  expect(focused()).toBe(buy.host.querySelector('h1'))
})

test('behavior: a form whose draft is edited', async () => {
  const send = await open(WalletSend, 'send-failed')
  send.press('Edit')
  expect(focused()).toBe(send.host.querySelector('h1'))
})
