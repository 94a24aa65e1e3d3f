// @vitest-environment happy-dom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openAndChoose, startPage, stubServices } from '../../testing/fakePage.js'
import { address, deferred, scriptedWallet } from '../../testing/scriptedWallet.js'
import { requestSwitch } from '../networks/requestSwitch.js'

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

/** Two tabs of one site, the first one connected, the second one resumed. */
async function twoTabs() {
  const boot = { projectId: crypto.randomUUID() }
  const wallet = scriptedWallet()
  const first = await startPage({ wallets: { 'io.test': wallet }, boot })
  await (await openAndChoose(first, 'io.test')).session
  const second = await startPage({ wallets: { 'io.test': scriptedWallet() }, boot, resume: first.page.resume })
  await vi.waitFor(() => expect(second.state().status).toBe('connected'))
  return { first, second, wallet }
}

describe('startTabs', () => {
  test('behavior: a disconnect in one tab disconnects the other, without asking its wallet and without an echo', async () => {
    const { first, second } = await twoTabs()
    const asked = second.page.wallets['io.test']?.calls.length
    const told = first.snapshots.length
    await first.call('disconnect', {})
    await vi.waitFor(() => expect(second.state().status).toBe('disconnected'))
    expect(second.page.resume).toBeNull()
    expect(second.page.wallets['io.test']?.calls.length).toBe(asked)
    expect(first.snapshots.length).toBe(told + 1)
  })

  test('behavior: a network switch in one tab is taken over at once by the other', async () => {
    const { first, second } = await twoTabs()
    await requestSwitch(first.dialog, 'eip155:31338')
    await vi.waitFor(() =>
      expect(second.state()).toMatchObject({ selectedNetworkId: 'eip155:31338', networkIds: { eip155: 'eip155:31338' } }),
    )
    await vi.waitFor(() => expect(first.state().selectedNetworkId).toBe('eip155:31338'))
  })

  test('behavior: what the wallet says itself beats what another tab said', async () => {
    const { first, second } = await twoTabs()
    await requestSwitch(first.dialog, 'eip155:31338')
    await vi.waitFor(() => expect(second.state().selectedNetworkId).toBe('eip155:31338'))
    await second.event('io.test', 'chainChanged', '0x7a69')
    expect(second.state().selectedNetworkId).toBe('eip155:31337')
  })

  test('behavior: a connection in one tab is resumed by the other without asking the user', async () => {
    const boot = { projectId: crypto.randomUUID() }
    const quiet = scriptedWallet()
    const second = await startPage({ wallets: { 'io.test': quiet }, boot })
    const first = await startPage({ wallets: { 'io.test': scriptedWallet() }, boot })
    await (await openAndChoose(first, 'io.test')).session
    await vi.waitFor(() => expect(second.state().status).toBe('connected'))
    expect(quiet.methods()).not.toContain('eth_requestAccounts')
    expect(second.state().accounts.eip155?.[0]?.address).toBe(address)
  })

  test('error: a network that is switched while the other tab still resumes the connection is the one it comes back on', async () => {
    const boot = { projectId: crypto.randomUUID() }
    const asked = deferred<string[]>()
    const slow = scriptedWallet({ eth_accounts: () => asked.promise })
    const second = await startPage({ wallets: { 'io.test': slow }, boot })
    const first = await startPage({ wallets: { 'io.test': scriptedWallet() }, boot })
    await (await openAndChoose(first, 'io.test')).session
    await vi.waitFor(() => expect(slow.methods()).toContain('eth_accounts'))
    await requestSwitch(first.dialog, 'eip155:31338')
    await vi.waitFor(() => expect(second.stores.records.getState().connections.eip155?.networkId).toBe('eip155:31338'))
    asked.resolve([address.toLowerCase()])
    await vi.waitFor(() => expect(second.state().status).toBe('connected'))
    expect(second.state().selectedNetworkId).toBe('eip155:31338')
  })
})

describe('applyPeerResume', () => {
  test('behavior: frames without storage hear of a disconnect and of a switch through the page', async () => {
    vi.stubGlobal('localStorage', undefined)
    const page = await startPage({ wallets: { 'io.test': scriptedWallet() } })
    vi.unstubAllGlobals()
    await (await openAndChoose(page, 'io.test')).session
    const mine = page.page.resume ?? ''
    const written = page.page.resumes.length
    await page.call('resumeChanged', { value: mine.replace('eip155:31337', 'eip155:31338') })
    await vi.waitFor(() => expect(page.state().selectedNetworkId).toBe('eip155:31338'))
    await page.call('resumeChanged', { value: 'garbage' })
    expect(page.state().status).toBe('connected')
    await page.call('resumeChanged', { value: null })
    await vi.waitFor(() => expect(page.state().status).toBe('disconnected'))
    expect(page.page.resumes.length).toBe(written)
  })

  test('error: where tabs hear of each other, a late copy of what is over by now changes nothing', async () => {
    const { first, second } = await twoTabs()
    const before = first.page.resume ?? ''
    await requestSwitch(first.dialog, 'eip155:31338')
    await vi.waitFor(() => expect(second.state().selectedNetworkId).toBe('eip155:31338'))
    await first.call('resumeChanged', { value: before })
    await first.call('resumeChanged', { value: null })
    expect(first.state()).toMatchObject({ status: 'connected', selectedNetworkId: 'eip155:31338' })
    expect(second.state()).toMatchObject({ status: 'connected', selectedNetworkId: 'eip155:31338' })
  })
})
