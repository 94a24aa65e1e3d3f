// @vitest-environment happy-dom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openAndChoose, startPage, stubServices } from '../../testing/fakePage.js'
import { address, deferred, scriptedWallet } from '../../testing/scriptedWallet.js'
import { closeDialog } from '../navigator/close.js'
import { back } from '../navigator/view.js'
import { chooseWallet } from './chooseWallet.js'
import { cancelConnect, retryConnect } from './connect.js'
import { readWalletRows } from './rows.js'

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

const phase = (page: Awaited<ReturnType<typeof startPage>>) => page.stores.connecting.getState().phase

describe('chooseWallet', () => {
  test('behavior: asks inside the click, tells the page who is connected, ticks, closes and settles open with the session', async () => {
    const wallet = scriptedWallet()
    const page = await startPage({ wallets: { 'io.test': wallet } })
    // As soon as the rows are drawn.
    await (await import('../../namespaces/registry.js')).loadNamespace(page.dialog, 'eip155')
    const { session } = await openAndChoose(page, 'io.test')
    // The same tick: a later one would be outside the click, and the wallet's window would be blocked.
    expect(wallet.methods()).toEqual(['eth_requestAccounts'])
    expect(page.stores.view.getState().history.map(({ name }) => name)).toEqual(['Connect', 'ConnectingExternal'])
    await vi.waitFor(() => expect(phase(page)).toBe('connected'))
    await vi.waitFor(() => expect(page.state()).toMatchObject({ status: 'connected', open: true, selectedNetworkId: 'eip155:31337' }))
    expect(await session).toMatchObject({
      namespace: 'eip155',
      address,
      caipAddress: `eip155:31337:${address}`,
      networkId: 'eip155:31337',
      wallet: { id: 'io.test', kind: 'host' },
    })
    expect(page.page.visible).toEqual([true, false])
    expect(page.state()).toMatchObject({ open: false, view: 'Connect' })
    expect(JSON.parse(page.page.resume ?? '')).toEqual({
      v: 1,
      active: 'eip155',
      connections: { eip155: { walletId: 'io.test', kind: 'host', networkId: 'eip155:31337' } },
      recent: ['io.test'],
    })
  })

  test.each([
    ['cancelled', { code: 4001, message: 'User rejected the request.' }],
    ['waiting', { code: -32002, message: 'Already processing eth_requestAccounts' }],
    ['refused', { code: 4100, message: 'Unauthorized' }],
    ['offline', { code: 4900, message: 'Disconnected' }],
    ['chainMissing', { code: 4902, message: 'Unrecognized chain' }],
    ['failed', { code: -32603, message: 'Boom' }],
  ])('error: %s keeps the cause, and a second try connects', async (expected, cause) => {
    const wallet = scriptedWallet({
      eth_requestAccounts: () => {
        throw cause
      },
    })
    const page = await startPage({ wallets: { 'io.test': wallet } })
    await openAndChoose(page, 'io.test')
    await vi.waitFor(() => expect(phase(page)).toBe(expected))
    expect(page.stores.connecting.getState().error).toMatchObject(cause)
    await vi.waitFor(() => expect(page.state()).toMatchObject({ status: 'disconnected', loading: {} }))
    wallet.replies = {}
    retryConnect(page.dialog)
    await vi.waitFor(() => expect(phase(page)).toBe('connected'))
  })

  test('behavior: a locked wallet goes on by itself once it shows its accounts', async () => {
    const wallet = scriptedWallet({ eth_requestAccounts: [], eth_accounts: [] })
    const page = await startPage({ wallets: { 'io.test': wallet } })
    await openAndChoose(page, 'io.test')
    await vi.waitFor(() => expect(phase(page)).toBe('locked'))
    wallet.replies = {}
    // Until the code that listens is here, nobody hears it.
    await vi.waitFor(async () => {
      await page.event('io.test', 'accountsChanged', [address])
      expect(phase(page)).toBe('connected')
    })
    expect(page.state().accounts.eip155?.[0]?.address).toBe(address)
  })

  test('behavior: says after 8 s that it takes long, asks again when told to, and takes the first answer', async () => {
    const first = deferred<string[]>()
    let asked = 0
    const wallet = scriptedWallet({
      eth_requestAccounts: () => {
        asked += 1
        if (asked === 1) return first.promise
        throw { code: -32002, message: 'Already pending' }
      },
    })
    const page = await startPage({ wallets: { 'io.test': wallet } })
    vi.useFakeTimers()
    try {
      const { session } = await openAndChoose(page, 'io.test')
      await vi.advanceTimersByTimeAsync(8_000)
      expect(phase(page)).toBe('slow')
      retryConnect(page.dialog)
      await vi.advanceTimersByTimeAsync(0)
      expect(phase(page)).toBe('waiting')
      expect(asked).toBe(2)
      first.resolve([address])
      await vi.advanceTimersByTimeAsync(0)
      expect(phase(page)).toBe('connected')
      await vi.advanceTimersByTimeAsync(1_000)
      expect(await session).toMatchObject({ address })
    } finally {
      vi.useRealTimers()
    }
  })

  test('behavior: going back and choosing the same wallet joins the question that it still shows', async () => {
    const answer = deferred<string[]>()
    const wallet = scriptedWallet({ eth_requestAccounts: () => answer.promise })
    const page = await startPage({ wallets: { 'io.test': wallet } })
    await openAndChoose(page, 'io.test')
    back(page.dialog)
    cancelConnect(page.dialog)
    chooseWallet(page.dialog, readWalletRows(page.dialog).find(({ id }) => id === 'io.test') as never)
    expect(wallet.methods()).toEqual(['eth_requestAccounts'])
    answer.resolve([address])
    await vi.waitFor(() => expect(phase(page)).toBe('connected'))
  })

  test('behavior: an approval after going back still connects; after choosing another wallet it does not', async () => {
    const late = deferred<string[]>()
    const other = deferred<string[]>()
    const page = await startPage({
      wallets: {
        'io.late': scriptedWallet({ eth_requestAccounts: () => late.promise }),
        'io.other': scriptedWallet({ eth_requestAccounts: () => other.promise }),
      },
    })
    const { session } = await openAndChoose(page, 'io.late')
    back(page.dialog)
    cancelConnect(page.dialog)
    chooseWallet(page.dialog, readWalletRows(page.dialog).find(({ id }) => id === 'io.other') as never)
    expect(page.page.aborted).toEqual(['eth_requestAccounts'])
    late.resolve([address])
    back(page.dialog)
    cancelConnect(page.dialog)
    other.resolve([address])
    expect(await session).toMatchObject({ wallet: { id: 'io.other' } })
  })

  test('behavior: an approval after the dialog closed changes nothing', async () => {
    const late = deferred<string[]>()
    const page = await startPage({ wallets: { 'io.late': scriptedWallet({ eth_requestAccounts: () => late.promise }) } })
    const { session } = await openAndChoose(page, 'io.late')
    closeDialog(page.dialog)
    expect(await session).toBeNull()
    late.resolve([address])
    await page.call('disconnect', {})
    expect(page.state()).toMatchObject({ status: 'disconnected', accounts: {} })
    expect(page.page.resume).toBeNull()
  })

  test('behavior: a wallet that is not here is said to be absent and never asked', async () => {
    const page = await startPage()
    const opened = page.call('open', { id: 'a', wallet: 'io.metamask' })
    await vi.waitFor(() => expect(phase(page)).toBe('notInstalled'))
    expect(page.stores.view.getState().history.map(({ name }) => name)).toEqual(['Connect', 'ConnectingExternal'])
    closeDialog(page.dialog)
    expect(await opened).toBeNull()
  })

  test('behavior: a wallet on a network that the page does not use is led out, not thrown out', async () => {
    const page = await startPage({ wallets: { 'io.test': scriptedWallet({ eth_chainId: '0x89' }) } })
    await openAndChoose(page, 'io.test')
    await vi.waitFor(() => expect(page.state().view).toBe('UnsupportedChain'))
    expect(page.state()).toMatchObject({ open: true, status: 'connected', selectedNetworkId: 'eip155:137' })
  })
})
