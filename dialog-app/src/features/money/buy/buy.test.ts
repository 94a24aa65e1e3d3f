// @vitest-environment happy-dom
import type { OnrampOrder } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { purchaseStore } from '../../../state/purchase.js'
import { connectedPage } from '../../../testing/fakePage.js'
import { address, otherAddress, scriptedWallet } from '../../../testing/scriptedWallet.js'
import { back, push } from '../../navigator/view.js'
import { buy, buyAgain, choosePurchase, currentOffers, reopenPurchase, startPurchase } from './buy.js'
import { chosenOffer, methodsOf } from './choices.js'

const network = 'eip155:31337'
const limits = [{ id: 'card', min: '10.00', max: '7500.00' }]
const sold = { name: 'local', display_name: 'Local', chain_id: '31337', contract_address: '', caip2: network, provider: 'Sandbox' }
const options = {
  purchaseCurrencies: [{ id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [sold] }],
  paymentCurrencies: [{ id: 'USD', payment_method_limits: limits }],
}
const quoteOf = (amount: string, symbol = 'ETH') => ({
  paymentTotal: { amount, currency: 'USD' },
  paymentSubtotal: { amount: '98.00', currency: 'USD' },
  networkFee: { amount: '0.50', currency: 'USD' },
  purchaseAmount: { amount: '0.039', currency: symbol },
  quoteId: 'q',
})

let asked: { path: string; body: Record<string, unknown> }[] = []
let order: OnrampOrder
let held: string
let answers: Record<string, (body: Record<string, unknown>) => Response | Promise<Response>>
let popup: { closed: boolean; location: { href: string }; close(): void; focus(): void } | null
let opened: string[] = []

beforeEach(() => {
  localStorage.clear()
  asked = []
  opened = []
  held = '1'
  order = { state: 'waiting' }
  popup = {
    closed: false,
    location: { href: 'about:blank' },
    close: () => popup && Object.assign(popup, { closed: true }),
    focus: vi.fn(),
  }
  vi.spyOn(window, 'open').mockImplementation((url, _name, features) => {
    opened.push(`${url} ${features}`)
    return popup as unknown as Window
  })
  answers = {
    '/v1/onramp/options': () => Response.json(options),
    '/v1/onramp/quote': ({ amount }) => Response.json(quoteOf(String(amount))),
    '/v1/generators/onrampurl': () => Response.json({ url: 'https://pay.example/1', id: 'order' }),
    '/v1/onramp/orders/order': () => Response.json(order),
  }
  vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) => {
    const { pathname } = new URL(input)
    const answer = answers[pathname]
    const body = init?.body ? JSON.parse(String(init.body)) : {}
    if (answer) {
      asked.push({ path: pathname, body })
      return await answer(body)
    }
    const coin = {
      name: 'Ether',
      symbol: 'ETH',
      chainId: network,
      price: 2_500,
      value: 1,
      quantity: { decimals: '18', numeric: held },
      iconUrl: '',
    }
    if (pathname.endsWith('/balance')) return Response.json({ balances: [coin] })
    if (pathname === '/v1/') return Response.json({ jsonrpc: '2.0', id: 0, result: '0x0' })
    return Response.json({ features: [], allowedOrigins: [], data: [], next: null, nfts: [] })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** The view is on screen, with what can be bought and a quote for 100 dollars. */
async function open() {
  const page = await connectedPage(scriptedWallet(), { boot: { onramp: true } })
  void page.call('open', { id: 'a', view: 'Account' })
  await vi.waitFor(() => expect(page.state().view).toBe('Account'))
  push(page.dialog, 'OnRamp')
  startPurchase(page.dialog)
  const state = () => purchaseStore(page.dialog).getState()
  const is = (change: object) => vi.waitFor(() => expect(state()).toMatchObject(change))
  return { page, dialog: page.dialog, state, is }
}
const asks = (path: string) => asked.filter((one) => one.path === path)

describe('startPurchase', () => {
  test('behavior: the coin of the network in use, for 100 dollars, with a quote', async () => {
    const { dialog, state, is } = await open()
    await is({ quoted: 'quote', symbol: 'ETH', networkId: network, currency: 'USD', method: 'card' })
    expect(state().quote?.purchaseAmount).toEqual({ amount: '0.039', currency: 'ETH' })
    expect(asks('/v1/onramp/quote')).toHaveLength(1)
    expect(asks('/v1/onramp/quote')[0]?.body).toMatchObject({ amount: '100.00', network, paymentMethod: 'card' })
    expect(currentOffers(dialog)).toHaveLength(1)
  })

  test('behavior: each seller is paid in its own ways, within its own limits', async () => {
    const there = { ...sold, chain_id: '31338', caip2: 'eip155:31338', provider: 'MoonPay' }
    const bank = { id: 'ach_bank_account', min: '10.00', max: '25000.00' }
    const card = { id: 'card', min: '30.00', max: '500.00' }
    const wide = [{ id: 'USD', payment_method_limits: [...limits, bank] }]
    const both = {
      purchaseCurrencies: [{ id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [sold, there] }],
      paymentCurrencies: [...wide, { id: 'EUR', payment_method_limits: [card] }],
      providers: [
        { name: 'Sandbox', paymentCurrencies: wide },
        { name: 'MoonPay', paymentCurrencies: [{ id: 'EUR', payment_method_limits: [card] }] },
      ],
    }
    answers['/v1/onramp/options'] = () => Response.json(both)
    const { dialog, state, is } = await open()
    await is({ quoted: 'quote' })
    choosePurchase(dialog, { method: 'ach_bank_account' })
    await is({ quoted: 'quote', method: 'ach_bank_account', currency: 'USD' })
    choosePurchase(dialog, { networkId: 'eip155:31338', amount: '501' })
    expect(state()).toMatchObject({ method: 'card', currency: 'EUR' })
    await is({ quoted: 'no' })
    const offer = chosenOffer(currentOffers(dialog), state())
    expect(methodsOf(state().options, offer, 'EUR')).toEqual([card])
    expect(methodsOf(state().options, offer, 'USD')).toEqual([])
  })

  test('error: no answer: the default coins, as far as the page has their networks, and an estimate that echoes the amount', async () => {
    answers['/v1/onramp/options'] = () => new Response('', { status: 503 })
    const { dialog, state, is } = await open()
    await is({ options: { paymentCurrencies: [{ id: 'USD' }, { id: 'EUR' }] } })
    // This page has no main network.
    expect(currentOffers(dialog)).toEqual([])
    expect(state().quoted).not.toBe('quote')
  })

  test('error: a quote that fails, or is for something else, is an estimate; what is refused says why', async () => {
    answers['/v1/onramp/quote'] = () => new Response('', { status: 503 })
    const { dialog, state, is } = await open()
    await is({ quoted: 'estimate', quote: { quoteId: 'mocked-quote-id', purchaseAmount: { amount: '100.00', currency: 'ETH' } } })
    for (const lie of [quoteOf('200.00', 'BTC'), quoteOf('50.00')]) {
      answers['/v1/onramp/quote'] = () => Response.json(lie)
      choosePurchase(dialog, { amount: '200' })
      expect(state().quoted).toBe('asking')
      await is({ quoted: 'estimate' })
    }
    answers['/v1/onramp/quote'] = () =>
      Response.json(
        { status: 'FAILED', reasons: [{ field: 'amount', description: 'The amount does not cover the fees' }] },
        { status: 400 },
      )
    choosePurchase(dialog, { amount: '11' })
    await is({ quoted: 'refused', reason: 'The amount does not cover the fees', quote: null })
  })

  test('behavior: why an earlier amount was refused is nothing to a later one, however late it is read', async () => {
    const { dialog, state, is } = await open()
    await is({ quoted: 'quote' })
    let tell: (reason: string) => void = () => {}
    const body = new ReadableStream({
      start(controller) {
        tell = (description) => {
          controller.enqueue(new TextEncoder().encode(JSON.stringify({ reasons: [{ field: 'amount', description }] })))
          controller.close()
        }
      },
    })
    answers['/v1/onramp/quote'] = () => new Response(body, { status: 400 })
    choosePurchase(dialog, { amount: '11' })
    await vi.waitFor(() => expect(body.locked).toBe(true))
    choosePurchase(dialog, { amount: '200' })
    tell('The amount does not cover the fees')
    answers['/v1/onramp/quote'] = ({ amount }) => Response.json(quoteOf(String(amount)))
    const seen = [state().quoted]
    purchaseStore(dialog).subscribe(({ quoted }) => seen.push(quoted))
    await is({ quoted: 'quote' })
    expect(seen).not.toContain('refused')
  })

  test('behavior: nothing is asked for an amount outside the limits, or that is none', async () => {
    const { dialog, is } = await open()
    await is({ quoted: 'quote' })
    for (const amount of ['9.99', '7500.01', '', 'ten', '1.234', '-5']) {
      choosePurchase(dialog, { amount })
      await is({ quoted: 'no', quote: null })
    }
    expect(asks('/v1/onramp/quote')).toHaveLength(1)
  })
})

describe('buy', () => {
  test('behavior: a window of 600 by 800 opens within the click; paid, it closes; what arrives is seen in the account', async () => {
    const { dialog, is } = await open()
    await is({ quoted: 'quote' })
    buy(dialog)
    buy(dialog)
    expect(opened).toEqual([expect.stringMatching(/^about:blank popup,width=600,height=800,/)])
    await is({ phase: 'waiting', url: 'https://pay.example/1' })
    expect(popup?.location.href).toBe('https://pay.example/1')
    expect(asks('/v1/generators/onrampurl')[0]?.body).toMatchObject({
      destinationWallets: [{ address, assets: ['ETH'], blockchains: [network] }],
      defaultNetwork: network,
      presetFiatAmount: '100.00',
      fiatCurrency: 'USD',
      paymentMethod: 'card',
      defaultExperience: 'buy',
    })
    order = { state: 'sent', hash: '0x1' }
    await is({ phase: 'paid' })
    expect(popup?.closed).toBe(true)
    held = '1.039'
    await is({ phase: 'arrived', gained: { amount: 39_000_000_000_000_000n, decimals: 18, symbol: 'ETH' } })
  })

  test.each([
    [{ state: 'failed', reason: 'The card was declined' } as OnrampOrder, { phase: 'failed', reason: 'The card was declined' }],
    [{ state: 'cancelled' } as OnrampOrder, { phase: 'cancelled' }],
  ])(
    'behavior: what the provider says of it: %o',
    async (said, expected) => {
      const { dialog, is } = await open()
      await is({ quoted: 'quote' })
      buy(dialog)
      await is({ phase: 'waiting' })
      order = said
      await is(expected)
      expect(popup?.closed).toBe(true)
      buyAgain(dialog)
      await is({ phase: 'form', quoted: 'quote', amount: '100' })
    },
    15_000,
  )

  test('behavior: a window that the user closed may be opened again; one that the browser blocked is a link', async () => {
    const { dialog, is } = await open()
    await is({ quoted: 'quote' })
    buy(dialog)
    await is({ phase: 'waiting' })
    popup?.close()
    await is({ phase: 'closed' })
    popup = null
    reopenPurchase(dialog)
    await is({ phase: 'blocked', url: 'https://pay.example/1' })
    held = '2'
    order = { state: 'sent' }
    await is({ phase: 'arrived' })
  })

  test('behavior: however long the user pays, and however often they open the window again, it is followed from then on', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const { dialog, is } = await open()
      await is({ quoted: 'quote' })
      buy(dialog)
      await is({ phase: 'waiting' })
      await vi.advanceTimersByTimeAsync(200_000)
      popup?.close()
      await is({ phase: 'closed' })
      const before = asks('/v1/onramp/orders/order').length
      await vi.advanceTimersByTimeAsync(60_000)
      expect(asks('/v1/onramp/orders/order').length).toBeGreaterThan(before + 20)
      await vi.advanceTimersByTimeAsync(120_000)
      popup = popup && { ...popup, closed: false }
      reopenPurchase(dialog)
      await is({ phase: 'waiting' })
      order = { state: 'failed', reason: 'The card was declined' }
      await vi.advanceTimersByTimeAsync(5_000)
      await is({ phase: 'failed', reason: 'The card was declined' })
    } finally {
      vi.useRealTimers()
    }
  })

  test('error: no address of a checkout: said so, and the window is gone', async () => {
    answers['/v1/generators/onrampurl'] = () =>
      Response.json(
        { status: 'FAILED', reasons: [{ field: 'p', description: 'OnRamp provider is temporarily unavailable' }] },
        { status: 503 },
      )
    const { dialog, is } = await open()
    await is({ quoted: 'quote' })
    buy(dialog)
    await is({ phase: 'failed', reason: 'OnRamp provider is temporarily unavailable' })
    expect(popup?.closed).toBe(true)
  })

  test('behavior: another account begins anew, and leaving the view ends it without closing the window', async () => {
    const { page, dialog, is, state } = await open()
    await is({ quoted: 'quote' })
    buy(dialog)
    await is({ phase: 'waiting' })
    await page.event('io.test', 'accountsChanged', [otherAddress])
    await is({ phase: 'form' })
    if (popup) popup.closed = false
    await is({ quoted: 'quote' })
    buy(dialog)
    await is({ phase: 'waiting' })
    expect(asks('/v1/generators/onrampurl').at(-1)?.body).toMatchObject({ destinationWallets: [{ address: otherAddress }] })
    back(dialog)
    expect(state()).toMatchObject({ phase: 'form', options: null })
    expect(popup?.closed).toBe(false)
  })
})
