// @vitest-environment happy-dom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { connectedPage, network, type PageOptions, stubServices } from '../../testing/fakePage.js'
import { address, otherAddress, scriptedWallet } from '../../testing/scriptedWallet.js'
import { chooseNetwork } from '../networks/switchNetwork.js'
import { disconnect } from './disconnect.js'

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

async function connected(options: PageOptions = {}) {
  return await connectedPage(scriptedWallet(), { wallets: { 'io.other': scriptedWallet() }, ...options })
}
const polygon = '0x89'

describe('handleWalletEvent', () => {
  test('behavior: other accounts are in the snapshot before the event is answered', async () => {
    const page = await connected()
    await page.event('io.test', 'accountsChanged', [otherAddress.toLowerCase(), address])
    expect(page.state().accounts.eip155?.map((account) => account.address)).toEqual([otherAddress, address])
  })

  test('behavior: no accounts end the connection, an unlock brings it back', async () => {
    const page = await connected()
    await page.event('io.test', 'accountsChanged', [])
    expect(page.state()).toMatchObject({ status: 'disconnected', accounts: {}, activeNamespace: null })
    expect(page.page.resume).toBeNull()
    await page.event('io.test', 'accountsChanged', [address])
    expect(page.state()).toMatchObject({ status: 'connected', activeNamespace: 'eip155' })
  })

  test('behavior: after the user’s own disconnect an unlock brings nothing back', async () => {
    const page = await connected()
    await page.event('io.test', 'accountsChanged', [])
    await page.call('disconnect', {})
    await page.event('io.test', 'accountsChanged', [address])
    expect(page.state().status).toBe('disconnected')
  })

  test('behavior: a listed network is followed without opening anything', async () => {
    const page = await connected()
    await page.event('io.test', 'chainChanged', '0x7a6a')
    expect(page.state()).toMatchObject({ selectedNetworkId: 'eip155:31338', open: false })
    expect(page.page.resume).toContain('eip155:31338')
  })

  test('behavior: an unlisted network opens UnsupportedChain, which closes when the wallet comes back', async () => {
    const page = await connected()
    await page.event('io.test', 'chainChanged', polygon)
    expect(page.state()).toMatchObject({ selectedNetworkId: 'eip155:137', open: true, view: 'UnsupportedChain' })
    expect(page.page.visible.at(-1)).toBe(true)
    await page.event('io.test', 'chainChanged', '0x7a69')
    expect(page.state()).toMatchObject({ selectedNetworkId: 'eip155:31337', open: false })
  })

  test('behavior: UnsupportedChain is no trap: disconnecting and switching both lead out', async () => {
    const page = await connected()
    await page.event('io.test', 'chainChanged', polygon)
    chooseNetwork(page.dialog, network(31338))
    await vi.waitFor(() => expect(page.state()).toMatchObject({ selectedNetworkId: 'eip155:31338', open: false }))
    await page.event('io.test', 'chainChanged', polygon)
    disconnect(page.dialog)
    await vi.waitFor(() => expect(page.state()).toMatchObject({ status: 'disconnected', open: false }))
  })

  test.each([
    ['unsupported chains are allowed', { allowUnsupportedChain: true }],
    ['switching is off', { enableNetworkSwitch: false }],
    ['basic mode', { basicMode: true }],
  ])('behavior: with %s the state alone says that the network is unsupported', async (_what, options) => {
    const page = await connected({ options })
    await page.event('io.test', 'chainChanged', polygon)
    expect(page.state()).toMatchObject({ selectedNetworkId: 'eip155:137', open: false })
  })

  test('behavior: another wallet’s events, and nonsense, change nothing', async () => {
    const page = await connected()
    const before = page.snapshots.length
    await page.event('io.other', 'accountsChanged', [])
    await page.event('io.other', 'chainChanged', polygon)
    await page.event('io.test', 'accountsChanged', 'nonsense')
    await page.event('io.test', 'chainChanged', 'nonsense')
    await page.event('io.test', 'disconnect', { code: 1013, message: 'trying again' })
    expect(page.snapshots.length).toBe(before)
  })

  test('behavior: a wallet that disconnects while its account is on screen closes the dialog, which is at Connect then', async () => {
    const page = await connected()
    void page.call('open', { id: 'a' })
    await vi.waitFor(() => expect(page.state().view).toBe('Account'))
    await page.event('io.test', 'disconnect', { code: 4900, message: 'gone' })
    expect(page.state()).toMatchObject({ status: 'disconnected', open: false })
    await vi.waitFor(() => expect(page.state().view).toBe('Connect'))
  })
})
