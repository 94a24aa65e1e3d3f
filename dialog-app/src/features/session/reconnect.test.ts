// @vitest-environment happy-dom
import type { Resume } from '@latchkey/protocol'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openAndChoose, startPage, stubServices } from '../../testing/fakePage.js'
import { address, deferred, otherAddress, scriptedWallet } from '../../testing/scriptedWallet.js'

beforeEach(() => {
  localStorage.clear()
  stubServices()
})

const record = (networkId: `${string}:${string}` = 'eip155:31337', walletId = 'io.test'): string =>
  JSON.stringify({
    v: 1,
    active: 'eip155',
    connections: { eip155: { walletId, kind: 'host', networkId } },
    recent: [walletId],
  } satisfies Resume)

describe('reconnect', () => {
  test('behavior: from the page’s record, silently, and never through "disconnected"', async () => {
    const wallet = scriptedWallet()
    const page = await startPage({ wallets: { 'io.test': wallet }, resume: record() })
    await vi.waitFor(() => expect(page.state().status).toBe('connected'))
    expect(page.snapshots.map(({ status }) => status)).not.toContain('disconnected')
    expect(page.snapshots[0]?.status).toBe('reconnecting')
    expect(wallet.methods()).toEqual(['eth_accounts', 'eth_chainId'])
    expect(page.state()).toMatchObject({ activeNamespace: 'eip155', selectedNetworkId: 'eip155:31337' })
    expect(page.state().accounts.eip155?.[0]?.address).toBe(address)
  })

  test('behavior: own storage beats the page’s record', async () => {
    const boot = { projectId: 'same' }
    const first = await startPage({ wallets: { 'io.test': scriptedWallet() }, boot })
    await (await openAndChoose(first, 'io.test')).session
    const again = await startPage({
      wallets: { 'io.test': scriptedWallet(), 'io.other': scriptedWallet() },
      resume: record('eip155:31338', 'io.other'),
      boot,
    })
    await vi.waitFor(() => expect(again.state().status).toBe('connected'))
    expect(again.state().wallets.eip155?.id).toBe('io.test')
  })

  test('behavior: waits for an extension that announces itself late', async () => {
    const wallet = scriptedWallet()
    const page = await startPage({ wallets: { 'io.test': wallet }, late: ['io.test'], resume: record() })
    await vi.waitFor(() => expect(page.state().status).toBe('reconnecting'))
    expect(wallet.methods()).toEqual([])
    await page.announce(['io.test'])
    await vi.waitFor(() => expect(page.state().status).toBe('connected'))
    expect(page.snapshots.map(({ status }) => status)).toEqual(['reconnecting', 'connected'])
  })

  test('behavior: an extension that is not there in time is dropped, and resumed when it comes after all', async () => {
    vi.useFakeTimers()
    try {
      const page = await startPage({ wallets: { 'io.test': scriptedWallet() }, late: ['io.test'], resume: record() })
      await vi.advanceTimersByTimeAsync(2_000)
      expect(page.state().status).toBe('disconnected')
      expect(page.page.resume).toBe(record())
      await page.announce(['io.test'])
      await vi.advanceTimersByTimeAsync(0)
      expect(page.state().status).toBe('connected')
    } finally {
      vi.useRealTimers()
    }
  })

  test('behavior: asks a wallet that wakes up slowly again', async () => {
    let asked = 0
    const wallet = scriptedWallet({
      eth_accounts: () => {
        asked += 1
        return asked < 3 ? [] : [address]
      },
    })
    const page = await startPage({ wallets: { 'io.test': wallet }, resume: record() })
    await vi.waitFor(() => expect(page.state().status).toBe('connected'))
    expect(wallet.methods()).not.toContain('eth_requestAccounts')
  })

  test('behavior: a wallet that does not answer holds nobody up, and comes back when it answers after all', async () => {
    const answer = deferred()
    const silent = scriptedWallet({ eth_accounts: () => answer.promise })
    const boot = { projectId: 'silent' }
    const connections = { eip155: { walletId: 'io.silent', kind: 'host', networkId: 'eip155:31337' } } as const
    const others = { eip155: [{ walletId: 'io.test', kind: 'host', networkId: 'eip155:31337' }] } as const
    const resume = JSON.stringify({ v: 1, active: 'eip155', connections, others, recent: [] } satisfies Resume)
    vi.useFakeTimers()
    try {
      const page = await startPage({ wallets: { 'io.silent': silent, 'io.test': scriptedWallet() }, resume, boot })
      await vi.advanceTimersByTimeAsync(10_000)
      expect(page.state()).toMatchObject({ status: 'connected', wallets: { eip155: { id: 'io.test' } } })
      answer.resolve([otherAddress])
      await vi.advanceTimersByTimeAsync(1)
      expect(page.state().wallets.eip155?.id).toBe('io.silent')
    } finally {
      vi.useRealTimers()
    }
  })

  test('behavior: a locked wallet is dropped silently, and comes back by its unlock', async () => {
    const wallet = scriptedWallet({ eth_accounts: [] })
    const page = await startPage({ wallets: { 'io.test': wallet }, resume: record() })
    await vi.waitFor(() => expect(page.state().status).toBe('disconnected'))
    wallet.replies = {}
    await page.event('io.test', 'accountsChanged', [address])
    expect(page.state().status).toBe('connected')
  })

  test.each([
    ['foreign text', 'not json'],
    ['another version', JSON.stringify({ v: 2, connections: {} })],
    ['an unknown kind', record().replace('host', 'toaster')],
  ])('behavior: a record with %s is nothing', async (_what, resume) => {
    const wallet = scriptedWallet()
    const page = await startPage({ wallets: { 'io.test': wallet }, resume })
    expect(page.state().status).toBe('disconnected')
    expect(wallet.methods()).toEqual([])
  })

  test('behavior: enableReconnect false asks nobody', async () => {
    const wallet = scriptedWallet()
    const page = await startPage({ wallets: { 'io.test': wallet }, resume: record(), options: { enableReconnect: false } })
    expect(page.state().status).toBe('disconnected')
    await page.announce(['io.test'])
    expect(wallet.methods()).toEqual([])
  })

  test('behavior: what the user disconnected stays disconnected, even with an old record in the page', async () => {
    const boot = { projectId: 'left' }
    const first = await startPage({ wallets: { 'io.test': scriptedWallet() }, boot })
    await (await openAndChoose(first, 'io.test')).session
    await first.call('disconnect', {})
    expect(first.page.resume).toBeNull()
    const wallet = scriptedWallet()
    const again = await startPage({ wallets: { 'io.test': wallet }, resume: record(), boot })
    expect(again.state().status).toBe('disconnected')
    expect(wallet.methods()).toEqual([])
  })

  test('behavior: opened meanwhile, the dialog of a page that wanted accounts closes with them', async () => {
    const page = await startPage({ wallets: { 'io.test': scriptedWallet() }, late: ['io.test'], resume: record() })
    const opened = page.call('open', { id: 'a', namespace: 'eip155' })
    await vi.waitFor(() => expect(page.state().open).toBe(true))
    await page.announce(['io.test'])
    expect(await opened).toMatchObject({ address })
  })

  test('behavior: events that happened without a frame come after what the wallet says itself', async () => {
    const wallet = scriptedWallet({ eth_accounts: [otherAddress], eth_chainId: '0x7a6a' })
    const events = [{ walletId: 'io.test', namespace: 'eip155', event: 'accountsChanged', data: [otherAddress] }] as const
    const page = await startPage({ wallets: { 'io.test': wallet }, resume: record(), events })
    await vi.waitFor(() => expect(page.state()).toMatchObject({ status: 'connected', selectedNetworkId: 'eip155:31338' }))
    expect(page.state().accounts.eip155?.[0]?.address).toBe(otherAddress)
  })
})
