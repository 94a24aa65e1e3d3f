// @vitest-environment happy-dom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { connectedPage, openAndChoose, startPage, stubServices } from '../../testing/fakePage.js'
import { deferred, scriptedWallet } from '../../testing/scriptedWallet.js'
import { disconnect } from './disconnect.js'

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

const stored = () => Object.fromEntries(Object.keys(localStorage).map((key) => [key.split(':').at(-1), localStorage.getItem(key)]))

describe('disconnect', () => {
  test('behavior: is in one snapshot at once, whatever the wallet does with the news', async () => {
    const wallet = scriptedWallet({ wallet_revokePermissions: () => deferred().promise })
    const page = await connectedPage(wallet)
    const before = page.snapshots.length
    await page.call('disconnect', { namespace: 'eip155' })
    expect(page.snapshots.slice(before)).toMatchObject([
      { status: 'disconnected', accounts: {}, networkIds: {}, wallets: {}, activeNamespace: null },
    ])
    await vi.waitFor(() => expect(wallet.calls.at(-1)).toEqual({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }))
  })

  test('behavior: clears what was stored of the connection and keeps the recent wallets', async () => {
    const page = await startPage({ wallets: { 'io.test': scriptedWallet() } })
    await (await openAndChoose(page, 'io.test')).session
    expect(stored()).toMatchObject({
      walletId: '"io.test"',
      walletName: '"io.test"',
      activeNetworkId: '"eip155:31337"',
      activeNamespace: '"eip155"',
      connectionStatus: '"connected"',
    })
    await page.call('disconnect', {})
    const { connections, walletId, walletName, activeNetworkId, activeNamespace, ...rest } = stored()
    expect([connections, walletId, walletName, activeNetworkId, activeNamespace]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(rest).toMatchObject({
      connectionStatus: '"disconnected"',
      recentWallets: '["io.test"]',
      disconnectedWallets: '{"eip155":["io.test"]}',
    })
    expect(page.page.resume).toBeNull()
  })

  test('behavior: closes the dialog that it was asked in', async () => {
    const page = await connectedPage(scriptedWallet())
    const opened = page.call('open', { id: 'a' })
    await vi.waitFor(() => expect(page.state().view).toBe('Account'))
    disconnect(page.dialog)
    expect(await opened).toBeNull()
  })

  test('behavior: connecting again takes the mark away', async () => {
    const page = await connectedPage(scriptedWallet())
    await page.call('disconnect', {})
    await (await openAndChoose(page, 'io.test')).session
    expect(stored().disconnectedWallets).toBeUndefined()
    expect(page.page.resume).toContain('io.test')
  })
})
