// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { readRecords } from '../../lib/recordLines.js'
import { openAndChoose, startPage, stubServices } from '../../testing/fakePage.js'
import { scriptedWallet } from '../../testing/scriptedWallet.js'
// Here before the page starts: the product fetches it while the first view is drawn.
import '../page/startLater.js'

beforeEach(() => {
  stubServices()
  return () => vi.unstubAllGlobals()
})

const refusing = () => ({ 'io.test': scriptedWallet({ eth_requestAccounts: [] }) })

test('behavior: logLevel decides whether views are recorded beside errors, and changes while the page runs', async () => {
  const page = await startPage({ wallets: refusing() })
  await vi.waitFor(async () => {
    await page.call('setOptions', { logLevel: 'debug' })
    expect(page.stores.settings.getState().options.logLevel).toBe('debug')
  })
  await openAndChoose(page, 'io.test')
  await vi.waitFor(() => expect(readRecords(page.dialog)).toContain('-32001 Failed to connect'), 10_000)
  expect(readRecords(page.dialog)).toContain('debug View: ConnectingExternal')
})

test('error: what a wallet answered is recorded by itself, without who the user is', async () => {
  const page = await startPage({ wallets: refusing() })
  await openAndChoose(page, 'io.test')
  await vi.waitFor(() => expect(readRecords(page.dialog)).toContain('error Connecting io.test on eip155: -32001 Failed to connect'), 10_000)
  expect(readRecords(page.dialog)).not.toContain('View:')
})

test('error: a method that nobody knows is refused with the name of what is known', async () => {
  const page = await startPage()
  const request = { id: 'a', namespace: 'eip155', networkId: null, method: 'eth_makeCoffee', params: [] } as const
  await expect(page.call('request', request)).rejects.toMatchObject({
    code: 4200,
    message: 'Requested RPC call is not allowed',
    data: { method: 'eth_makeCoffee', namespace: 'eip155', expected: expect.arrayContaining(['eth_call', 'personal_sign']) },
  })
  expect(readRecords(page.dialog)).toContain('eth_makeCoffee')
})
