// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { portfolioStore } from '../../../state/portfolio.js'
import { uiStore } from '../../../state/ui.js'
import { connectedPage } from '../../../testing/fakePage.js'
import { address, deferred, otherAddress, scriptedWallet } from '../../../testing/scriptedWallet.js'
import { refreshPortfolio } from './portfolio.js'

const chain = 'eip155:31337'
const coin = (numeric: string) => ({
  name: 'Ether',
  symbol: 'ETH',
  chainId: chain,
  price: 3_000,
  value: Number(numeric) * 3_000,
  quantity: { decimals: '18', numeric },
  iconUrl: '',
})

let answer: () => Response | Promise<Response>
let asked: URL[] = []
const holds = (numeric: string, more: object = {}) => Response.json({ balances: [coin(numeric)], ...more })

beforeEach(() => {
  localStorage.clear()
  asked = []
  answer = () => holds('0.842')
  vi.stubGlobal('fetch', async (input: URL | string) => {
    const url = new URL(input)
    if (url.pathname.endsWith('/balance')) {
      asked.push(url)
      return answer()
    }
    if (url.pathname === '/v1/') return Response.json({ jsonrpc: '2.0', id: 0, result: '0x0' })
    return Response.json({ features: [], allowedOrigins: [] })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A page whose account is on screen. */
async function account() {
  const page = await connectedPage(scriptedWallet())
  void page.call('open', { id: 'a' })
  await vi.waitFor(() => expect(page.state().view).toBe('Account'))
  const portfolio = portfolioStore(page.dialog)
  const is = (status: string) => vi.waitFor(() => expect(portfolio.getState().status).toBe(status))
  return { page, portfolio, is, toast: () => uiStore(page.dialog).getState().toast?.message }
}

describe('startPortfolio', () => {
  test('behavior: the tokens of the account on screen, in the smallest unit, over all networks', async () => {
    const { portfolio, is } = await account()
    await is('ready')
    expect(portfolio.getState().tokens).toMatchObject([{ symbol: 'ETH', amount: 842_000_000_000_000_000n, value: 2_526_000_000n }])
    expect(asked[0]?.searchParams.get('currency')).toBe('usd')
    expect(asked[0]?.searchParams.get('sv')).toBeTruthy()
    expect(asked[0]?.searchParams.has('chainId')).toBe(false)
  })

  test('behavior: asked again every ten seconds while somebody looks, and not while nobody does', async () => {
    const { page, portfolio, is } = await account()
    await is('ready')
    vi.useFakeTimers({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    document.dispatchEvent(new Event('visibilitychange'))
    const before = asked.length
    answer = () => holds('1.5')
    await vi.advanceTimersByTimeAsync(10_100)
    expect(asked.length).toBe(before + 1)
    expect(portfolio.getState().tokens[0]?.amount).toBe(1_500_000_000_000_000_000n)
    uiStore(page.dialog).setState({ open: false })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked.length).toBe(before + 1)
  })

  test('behavior: after a failure nobody asks for 30 s, not even the user; what was known stays, marked as old', async () => {
    const { page, portfolio, is } = await account()
    await is('ready')
    answer = () => new Response('<html>', { status: 200 })
    await refreshPortfolio(page.dialog)
    expect(portfolio.getState()).toMatchObject({ status: 'stale', tokens: [{ symbol: 'ETH' }] })
    const before = asked.length
    await refreshPortfolio(page.dialog)
    expect(asked.length).toBe(before)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30_001)
    answer = () => holds('2')
    await refreshPortfolio(page.dialog)
    expect(portfolio.getState().status).toBe('ready')
  })

  test('behavior: the toast says it once, and again only after it had worked', async () => {
    answer = () => new Response('', { status: 500 })
    const { page, is, toast } = await account()
    await is('failed')
    expect(toast()).toBe('Token Balance Unavailable')
    uiStore(page.dialog).setState({ toast: null })
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30_001)
    await refreshPortfolio(page.dialog)
    expect(toast()).toBeUndefined()
  })

  test('behavior: the toast takes the place of none that a user may still act on', async () => {
    const { page, is, toast } = await account()
    await is('ready')
    const action = { label: { id: 'common.tryAgain' as const }, run: () => {} }
    uiStore(page.dialog).setState({ toast: { variant: 'success', message: 'Undo?', action, autoClose: false } })
    answer = () => new Response('', { status: 500 })
    await refreshPortfolio(page.dialog)
    expect(toast()).toBe('Undo?')
    uiStore(page.dialog).setState({ toast: null })
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30_001)
    await refreshPortfolio(page.dialog)
    expect(toast()).toBe('Token Balance Unavailable')
  })

  test('behavior: after a 503 nobody asks until the user does, who need not wait', async () => {
    answer = () => new Response('', { status: 503 })
    const { page, portfolio, is } = await account()
    await is('failed')
    const before = asked.length
    vi.useFakeTimers({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(300_000)
    expect(asked.length).toBe(before)
    answer = () => holds('1')
    await refreshPortfolio(page.dialog)
    expect(portfolio.getState().status).toBe('ready')
  })

  test('behavior: after a 503 the next opening of the account asks again, and what was known is current', async () => {
    const { page, portfolio, is } = await account()
    await is('ready')
    answer = () => new Response('', { status: 503 })
    await refreshPortfolio(page.dialog)
    await is('stale')
    const before = asked.length
    answer = () => holds('2')
    // A look away is no wish.
    document.dispatchEvent(new Event('visibilitychange'))
    expect(asked.length).toBe(before)
    uiStore(page.dialog).setState({ open: false })
    uiStore(page.dialog).setState({ open: true })
    await is('ready')
    expect(asked.length).toBe(before + 1)
    expect(portfolio.getState().tokens[0]?.amount).toBe(2_000_000_000_000_000_000n)
  })

  test('behavior: opening the account does not shorten the 30 s after another failure', async () => {
    const { page, is } = await account()
    await is('ready')
    answer = () => new Response('', { status: 500 })
    await refreshPortfolio(page.dialog)
    await is('stale')
    const before = asked.length
    uiStore(page.dialog).setState({ open: false })
    uiStore(page.dialog).setState({ open: true })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(asked.length).toBe(before)
  })

  test('behavior: what another account holds is never shown for this one; its own is, at once', async () => {
    const { page, portfolio, is } = await account()
    await is('ready')
    answer = () => new Response('', { status: 500 })
    await page.event('io.test', 'accountsChanged', [otherAddress])
    await is('failed')
    expect(portfolio.getState().tokens).toEqual([])
    const seen: unknown[] = []
    portfolio.subscribe(({ tokens, status }) => seen.push([status, tokens.length]))
    await page.event('io.test', 'accountsChanged', [address])
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0))
    expect(seen[0]).toEqual(['ready', 1])
  })

  test('behavior: what an earlier visit left is shown at once; after 30 s it counts as old until the server has answered', async () => {
    const { page, portfolio, is } = await account()
    await is('ready')
    expect(portfolio.getState().isOld).toBeUndefined()
    const toOther = () => page.event('io.test', 'accountsChanged', [otherAddress])
    const back = () => page.event('io.test', 'accountsChanged', [address])
    await toOther()
    await is('ready')
    await back()
    await vi.waitFor(() => expect(portfolio.getState()).toMatchObject({ status: 'ready' }))
    expect(portfolio.getState().isOld).toBeUndefined()
    await toOther()
    await is('ready')
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30_001)
    const late = deferred<Response>()
    answer = () => late.promise
    await back()
    await vi.waitFor(() => expect(portfolio.getState()).toMatchObject({ status: 'ready', isOld: true }))
    expect(portfolio.getState().tokens).toHaveLength(1)
    late.resolve(holds('1.5'))
    await vi.waitFor(() => expect(portfolio.getState().tokens[0]?.amount).toBe(1_500_000_000_000_000_000n))
    expect(portfolio.getState().isOld).toBeUndefined()
  })

  test('behavior: a late answer for the account of before is dropped', async () => {
    const { page, portfolio, is } = await account()
    await is('ready')
    const late: (() => void)[] = []
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30_001)
    const slow = () => new Promise<Response>((resolve) => late.push(() => resolve(holds('999'))))
    vi.stubGlobal('fetch', () => slow())
    void refreshPortfolio(page.dialog)
    await vi.waitFor(() => expect(late.length).toBeGreaterThan(0))
    await page.event('io.test', 'accountsChanged', [otherAddress])
    for (const arrive of late) arrive()
    await Promise.resolve()
    expect(portfolio.getState().tokens.map(({ amount }) => amount)).not.toContain(999n * 10n ** 18n)
  })

  test('behavior: networks that do not answer are named, and those of other pages are not', async () => {
    answer = () => holds('1', { unavailable: ['eip155:31338', 'eip155:1'], stale: [chain] })
    const { portfolio, is } = await account()
    await is('ready')
    expect(portfolio.getState()).toMatchObject({ missing: ['eip155:31338'], behind: [chain] })
  })
})
