// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { eip155 } from '../../namespaces/eip155/index.js'
import { balanceStore } from '../../state/balance.js'
import { portfolioStore } from '../../state/portfolio.js'
import { uiStore } from '../../state/ui.js'
import { connectedPage, network } from '../../testing/fakePage.js'
import { scriptedWallet } from '../../testing/scriptedWallet.js'
import { refreshPortfolio } from '../money/portfolio/portfolio.js'
import { refreshBalance } from './balance.js'

let status = 200
let asked = 0
/** What the server says of the account's tokens; without a list it has none to tell of. */
let tokens: object = {}

beforeEach(() => {
  localStorage.clear()
  status = 200
  asked = 0
  tokens = {}
  vi.stubGlobal('fetch', async (url: URL | string) => {
    if (!String(url).includes('/v1/?')) return Response.json({ features: [], allowedOrigins: [], ...tokens })
    asked += 1
    return status === 200 ? Response.json({ jsonrpc: '2.0', id: 0, result: '0xde0b6b3a7640000' }) : new Response('', { status })
  })
})

/** A page whose account is on screen, with the clock in the test's hand. */
async function account() {
  const page = await connectedPage(scriptedWallet())
  void page.call('open', { id: 'a' })
  await vi.waitFor(() => expect(page.state().view).toBe('Account'))
  return { page, balance: balanceStore(page.dialog) }
}

describe('startBalance', () => {
  test('behavior: reads the balance of the account on screen, in base units', async () => {
    const { balance } = await account()
    await vi.waitFor(() => expect(balance.getState().status).toBe('ready'))
    expect(balance.getState()).toMatchObject({ value: 10n ** 18n, decimals: 18, symbol: 'ETH' })
  })

  test('behavior: of a chain family without balances it says that there is none, and waits for nothing', async () => {
    const { balance: _, portfolio: __, ...family } = eip155
    const page = await connectedPage(scriptedWallet(), { families: [family] })
    void page.call('open', { id: 'a' })
    await vi.waitFor(() => expect(balanceStore(page.dialog).getState().status).toBe('unavailable'))
  })

  test('behavior: after a failure it waits 30 s, even when asked', async () => {
    status = 400
    const { page, balance } = await account()
    await vi.waitFor(() => expect(balance.getState().status).toBe('failed'))
    const before = asked
    await refreshBalance(page.dialog)
    expect(asked).toBe(before)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30_001)
    status = 200
    await refreshBalance(page.dialog)
    expect(balance.getState().status).toBe('ready')
    vi.restoreAllMocks()
  })

  test('behavior: after a 503 the next opening of the account asks again', async () => {
    status = 503
    const { page, balance } = await account()
    await vi.waitFor(() => expect(balance.getState().status).toBe('failed'))
    const before = asked
    status = 200
    document.dispatchEvent(new Event('visibilitychange'))
    expect(asked).toBe(before)
    uiStore(page.dialog).setState({ open: false })
    uiStore(page.dialog).setState({ open: true })
    await vi.waitFor(() => expect(balance.getState().status).toBe('ready'))
  })

  test('behavior: what is known of another account is not shown for this one', async () => {
    const { page, balance } = await account()
    await vi.waitFor(() => expect(balance.getState().status).toBe('ready'))
    status = 400
    await page.event('io.test', 'accountsChanged', ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'])
    await vi.waitFor(() => expect(balance.getState().status).toBe('failed'))
    expect(balance.getState().value).toBeUndefined()
  })

  test('behavior: after a network that can be read nowhere, the next one is asked about at once', async () => {
    const nowhere = { ...network(31338), rpcUrls: {} }
    const page = await connectedPage(scriptedWallet({ eth_chainId: '0x7a6a' }), { boot: { networks: [network(31337), nowhere] } })
    void page.call('open', { id: 'a', view: 'Account' })
    const balance = balanceStore(page.dialog)
    await vi.waitFor(() => expect(balance.getState().status).toBe('unavailable'))
    await page.event('io.test', 'chainChanged', '0x7a69')
    await vi.waitFor(() => expect(balance.getState().status).toBe('ready'))
  })

  test('behavior: where tokens have a value nobody asks for the coin alone; where none has, they do', async () => {
    const eth = { name: 'Ether', symbol: 'ETH', chainId: 'eip155:31337', quantity: { decimals: '18', numeric: '1' }, iconUrl: '' }
    tokens = { balances: [{ ...eth, price: 3_000, value: 3_000 }] }
    const { page, balance } = await account()
    const portfolio = portfolioStore(page.dialog)
    await vi.waitFor(() => expect(portfolio.getState().status).toBe('ready'))
    expect(asked).toBe(0)
    tokens = { balances: [{ ...eth, price: 0 }] }
    await refreshPortfolio(page.dialog)
    await vi.waitFor(() => expect(balance.getState().status).toBe('ready'))
  })
})
