// @vitest-environment happy-dom

import type { Resume, ViewName } from '@latchkey/protocol'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sendStore } from '../../state/send.js'
import { connectedPage, type PageOptions, row, startPage, stubServices } from '../../testing/fakePage.js'
import { address, otherAddress, scriptedWallet } from '../../testing/scriptedWallet.js'
import { chooseWallet } from '../connect/chooseWallet.js'
import { closeDialog } from './close.js'
import { push } from './view.js'

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

/** Somebody sells coins. */
const sold: PageOptions = { boot: { onramp: true, features: [{ id: 'onramp', isEnabled: true, config: null }] } }

describe('openDialog', () => {
  test('behavior: null when the user closes it, the session when somebody is connected', async () => {
    const empty = await startPage()
    const first = empty.call('open', { id: 'a' })
    await vi.waitFor(() => expect(empty.state()).toMatchObject({ open: true, view: 'Connect' }))
    expect(await empty.call('close', undefined)).toBe(true)
    expect(await first).toBeNull()
    const page = await connectedPage(scriptedWallet())
    const second = page.call('open', { id: 'b' })
    await vi.waitFor(() => expect(page.state().view).toBe('Account'))
    await page.call('close', undefined)
    expect(await second).toMatchObject({ address })
  })

  test('behavior: the page’s abort closes it, even when it is required', async () => {
    const page = await startPage()
    const control = new AbortController()
    const opened = page.call('open', { id: 'a', required: true }, control.signal)
    await vi.waitFor(() => expect(page.state().open).toBe(true))
    expect(await page.call('close', undefined)).toBe(false)
    expect(page.state().open).toBe(true)
    control.abort()
    expect(await opened).toBeNull()
    expect(page.page.visible.at(-1)).toBe(false)
  })

  test('behavior: opened again while it closes, it stays open and the first opening is settled', async () => {
    const page = await startPage()
    const first = page.call('open', { id: 'a' })
    await vi.waitFor(() => expect(page.state().open).toBe(true))
    closeDialog(page.dialog)
    const second = page.call('open', { id: 'b' })
    expect(await first).toBeNull()
    expect(page.state().open).toBe(true)
    expect(page.page.visible.at(-1)).toBe(true)
    closeDialog(page.dialog)
    expect(await second).toBeNull()
  })

  test('behavior: jumps to the wallet that the page names', async () => {
    const wallet = scriptedWallet()
    const page = await startPage({ wallets: { 'io.test': wallet } })
    expect(await page.call('open', { id: 'a', wallet: 'io.test' })).toMatchObject({ address })
    expect(wallet.methods()[0]).toBe('eth_requestAccounts')
  })

  test.each([
    ['Networks', 'Networks'],
    ['WhatIsAWallet', 'WhatIsAWallet'],
    // What says nothing here, or is not built, is as if it were not asked for.
    ['Account', 'Connect'],
    ['SwitchNetwork', 'Connect'],
    ['Swap', 'Connect'],
  ] as const)('behavior: asked for %s it shows %s', async (view, shown) => {
    const page = await startPage()
    void page.call('open', { id: 'a', view })
    await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, view: shown }))
  })

  test.each([
    ['Swap', {}, 'Swap'],
    ['WalletSend', {}, 'WalletSend'],
    ['OnRamp', {}, 'OnRamp'],
    ['Swap', { namespace: 'eip155' }, 'Swap'],
    // Drawn for another view only.
    ['SwitchNetwork', {}, 'Account'],
    [undefined, {}, 'Account'],
  ] as const)('behavior: asked for %s while a reload is resumed, it ends there (%o)', async (view, more, shown) => {
    const connections = { eip155: { walletId: 'io.test', kind: 'host' as const, networkId: 'eip155:31337' as const } }
    const resume = JSON.stringify({ v: 1, active: 'eip155', connections, recent: [] } satisfies Resume)
    const page = await startPage({ wallets: { 'io.test': scriptedWallet() }, late: ['io.test'], resume, ...sold })
    void page.call('open', { id: 'a', ...more, ...(view ? { view } : {}) })
    await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, view: 'Connect', status: 'reconnecting' }))
    await page.announce(['io.test'])
    await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, view: shown, status: 'connected' }))
  })

  describe('a transfer that the page wants sent, before the session is back', () => {
    const wanted = { token: 'eip155:31337', amount: '1', recipient: otherAddress } as const
    const connections = { eip155: { walletId: 'io.test', kind: 'host' as const, networkId: 'eip155:31337' as const } }
    const resume = JSON.stringify({ v: 1, active: 'eip155', connections, recent: [] } satisfies Resume)
    const reloaded = (more: PageOptions = {}) =>
      startPage({ wallets: { 'io.test': scriptedWallet(), 'io.other': scriptedWallet() }, late: ['io.test'], resume, ...more })
    const rejection = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)

    test('behavior: it is shown in the same opening, and closing that ends it', async () => {
      const page = await reloaded()
      const sent = rejection(page.call('open', { id: 'a', ...wanted }))
      await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, view: 'Connect', status: 'reconnecting' }))
      await page.announce(['io.test'])
      await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, view: 'WalletSend', status: 'connected' }))
      expect(sendStore(page.dialog).getState()).toMatchObject({ amount: '1', receiver: otherAddress, preset: { id: 'a' } })
      expect(page.page.visible).not.toContain(false)
      await page.call('close', undefined)
      expect(await sent).toMatchObject({ code: 4_001, message: 'Modal closed' })
      expect(page.state().open).toBe(false)
      expect(sendStore(page.dialog).getState()).toMatchObject({ amount: '', receiver: '' })
    })

    test('behavior: a visitor who connects by hand instead is shown it then', async () => {
      const page = await reloaded()
      const sent = rejection(page.call('open', { id: 'a', ...wanted }))
      await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, view: 'Connect', status: 'reconnecting' }))
      chooseWallet(page.dialog, row(page, 'io.other'))
      await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, view: 'WalletSend', status: 'connected' }))
      expect(sendStore(page.dialog).getState()).toMatchObject({ amount: '1', receiver: otherAddress, preset: { id: 'a' } })
      await page.call('close', undefined)
      expect(await sent).toMatchObject({ code: 4_001, message: 'Modal closed' })
      expect(page.state().open).toBe(false)
    })

    test('behavior: who closes it while nothing is back yet is not shown it later', async () => {
      const page = await reloaded()
      const sent = rejection(page.call('open', { id: 'a', ...wanted }))
      await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, status: 'reconnecting' }))
      await page.call('close', undefined)
      expect(await sent).toMatchObject({ code: 4_001, message: 'Modal closed' })
      await page.announce(['io.test'])
      await vi.waitFor(() => expect(page.state()).toMatchObject({ open: false, status: 'connected' }))
      expect(sendStore(page.dialog).getState()).toMatchObject({ amount: '', receiver: '' })
    })

    test('behavior: the page’s abort after the session is back ends it', async () => {
      const page = await reloaded()
      const control = new AbortController()
      const sent = rejection(page.call('open', { id: 'a', ...wanted }, control.signal))
      await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, status: 'reconnecting' }))
      await page.announce(['io.test'])
      await vi.waitFor(() => expect(page.state()).toMatchObject({ view: 'WalletSend' }))
      control.abort()
      expect(await sent).toMatchObject({ code: 4_001, message: 'Modal closed' })
      expect(page.state().open).toBe(false)
    })
  })

  test.each([
    ['again while it shows', undefined],
    ['on the account', 'Account'],
  ] as const)('behavior: on a network that the page does not use, opened %s, the way out stays', async (_name, view) => {
    const page = await connectedPage(scriptedWallet())
    void page.event('io.test', 'chainChanged', '0x1')
    await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, view: 'UnsupportedChain' }))
    const opened = page.call('open', { id: 'again', ...(view ? { view } : {}) })
    await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, view: 'UnsupportedChain' }))
    expect(await page.call('close', undefined)).toBe(true)
    expect(await opened).toMatchObject({ networkId: 'eip155:1' })
    void page.call('open', { id: 'once more' })
    await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, view: 'UnsupportedChain' }))
  })

  test('behavior: where the page allows any network, it opens on the account', async () => {
    const page = await connectedPage(scriptedWallet(), { options: { allowUnsupportedChain: true } })
    void page.event('io.test', 'chainChanged', '0x1')
    await vi.waitFor(() => expect(page.state().accounts.eip155).toHaveLength(1))
    void page.call('open', { id: 'a' })
    await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, view: 'Account' }))
  })

  test.each(['io.test', 'IO.TEST wallet', 'io test'])('behavior: the page may call a wallet %s', async (name) => {
    const wallet = scriptedWallet()
    const page = await startPage({ wallets: { 'io.test': wallet } })
    expect(await page.call('open', { id: 'a', wallet: name })).toMatchObject({ address })
  })

  test('behavior: walletConnect is a code for any wallet', async () => {
    const page = await startPage()
    void page.call('open', { id: 'a', wallet: 'walletConnect' })
    await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, view: 'ConnectingWalletConnectBasic' }))
  })

  test('behavior: Escape at the root closes, deeper it goes back', async () => {
    const page = await startPage()
    void page.call('open', { id: 'a' })
    await vi.waitFor(() => expect(page.state().open).toBe(true))
    push(page.dialog, 'WhatIsAWallet')
    await page.call('back', undefined)
    await vi.waitFor(() => expect(page.state()).toMatchObject({ view: 'Connect', open: true }))
    await page.call('back', undefined)
    await vi.waitFor(() => expect(page.state().open).toBe(false))
  })

  test('behavior: a page without WalletConnect opens no code, whatever it asks for', async () => {
    const page = await startPage({ options: { excludeWalletIds: ['walletConnect'] } })
    void page.call('open', { id: 'a', view: 'ConnectingWalletConnectBasic' })
    await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, view: 'Connect' }))
  })

  test.each<[ViewName, PageOptions, PageOptions]>([
    ['OnRamp', sold, { ...sold, options: { features: { onramp: false } } }],
    // Nobody sells here.
    ['OnRamp', sold, {}],
    ['WalletReceive', {}, { options: { features: { receive: false } } }],
    ['WalletFund', {}, { options: { features: { receive: false } } }],
    ['WalletSend', {}, { options: { features: { send: false } } }],
    ['Networks', {}, { options: { enableNetworkSwitch: false } }],
    ['AllWallets', {}, { options: { features: { allWallets: false } } }],
    ['AllWallets', {}, { options: { allWallets: 'HIDE' } }],
    ['AllWallets', {}, { options: { allWallets: 'ONLY_MOBILE' } }],
  ])('behavior: %s opens by its name where it is offered (%o), else what would open without a view (%o)', async (view, on, off) => {
    for (const [options, shown] of [
      [on, view],
      [off, 'Account'],
    ] as const) {
      const page = await connectedPage(scriptedWallet(), options)
      void page.call('open', { id: 'a', view })
      await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, view: shown }))
    }
  })

  test('behavior: where the page offers no networks, a user on one that it does not use still reaches them', async () => {
    const page = await connectedPage(scriptedWallet(), { options: { enableNetworkSwitch: false } })
    void page.event('io.test', 'chainChanged', '0x1')
    void page.call('open', { id: 'a', view: 'Networks' })
    await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, view: 'Account' }))
    // What the note in the account does (views/account/UnsupportedNote.tsx).
    push(page.dialog, 'Networks')
    await vi.waitFor(() => expect(page.state()).toMatchObject({ open: true, view: 'Networks' }))
  })
})
