// @vitest-environment happy-dom
import { defaultOnrampOptions } from '@latchkey/protocol'
import { encodeAbiParameters } from 'viem'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { destroy } from '../../lib/lifetime.js'
import { identitiesStore } from '../../state/identities.js'
import { nameRegistrationStore } from '../../state/nameRegistration.js'
import { portfolioStore, type Token } from '../../state/portfolio.js'
import { purchaseStore } from '../../state/purchase.js'
import { reviewStore, sendStore } from '../../state/send.js'
import { currentView } from '../../state/view.js'
import { evmNode } from '../../testing/evmNode.js'
import { connectedPage } from '../../testing/fakePage.js'
import { address, otherAddress, scriptedWallet } from '../../testing/scriptedWallet.js'
import { register, startRegistration, writeName } from '../names/registration.js'
import { push } from '../navigator/view.js'
import { buy, choosePurchase, currentOffers, startPurchase } from './buy/buy.js'
import { draftToken, setAmount, setReceiver, setToken } from './send/draft.js'
import { addRecent } from './send/recentRecipients.js'
import { sendReviewed, showReview } from './send/review.js'

/*
 * Everything that `/v1/onramp/*` and `/v1/profile/*` could say to take somebody's money, and what the balances could say of a token that is sent.
 */

const network = 'eip155:31337'
const zone = 'wallet.test'
const coinType = 0x80000000 + 31_337
const thief = `0x${'bad0'.repeat(10)}`
const sold = { name: 'local', display_name: 'Local', chain_id: '31337', contract_address: '', caip2: network, provider: 'Sandbox' }
const named = (name: string, of: string = address, type = coinType) => ({
  name,
  registered_at: null,
  updated_at: null,
  attributes: {},
  addresses: { [type]: { address: of, created_at: null } },
})
type Answer = (body: Record<string, string>) => unknown
const honest: Readonly<Record<string, Answer>> = {
  '/v1/onramp/options': () => ({
    purchaseCurrencies: [{ id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [sold] }],
    paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'card', min: '10.00', max: '7500.00' }] }],
  }),
  '/v1/onramp/quote': ({ amount = '' }) => ({
    paymentTotal: { amount, currency: 'USD' },
    paymentSubtotal: { amount: '98.00', currency: 'USD' },
    networkFee: { amount: '0.50', currency: 'USD' },
    purchaseAmount: { amount: '0.039', currency: 'ETH' },
    quoteId: 'q',
  }),
  '/v1/generators/onrampurl': () => ({ url: 'https://pay.example/1', id: 'order' }),
  '/v1/onramp/orders/order': () => ({ state: 'waiting' }),
  '/v1/profile/suggestions/mira': () => ({ suggestions: [{ name: `mira.${zone}`, registered: false }] }),
  '/v1/profile/reverse/': () => [],
  '/v1/profile/account/mira': () => named(`mira.${zone}`, otherAddress),
  '/v1/profile/account': () => named(`mira.${zone}`),
}

let lies: Record<string, Answer>
let node = evmNode(address)
beforeEach(() => {
  localStorage.clear()
  lies = {}
  node = evmNode(address)
  const hex = (value: bigint | number) => `0x${value.toString(16)}`
  Object.assign(node.results, {
    eth_getBlockByNumber: () => ({ number: '0x2', timestamp: '0x10', baseFeePerGas: hex(1_000_000_000) }),
    eth_maxPriorityFeePerGas: () => hex(1),
    eth_estimateGas: () => hex(50_000),
    eth_getCode: () => '0x',
    eth_call: ([call]: readonly { data: string }[]) => {
      const selector = call?.data.slice(0, 10)
      if (selector === '0x313ce567') return encodeAbiParameters([{ type: 'uint256' }], [6n])
      return selector === '0x70a08231' ? hex(10n ** 12n) : '0x'
    },
  })
  vi.stubGlobal('fetch', async (input: URL | string, init: RequestInit = {}) => {
    const { pathname } = new URL(input)
    const path = Object.keys(honest).find((start) => pathname.startsWith(start))
    if (!path) return node.fetch(input, init)
    const told = (lies[path] ?? honest[path])?.(init.body ? JSON.parse(String(init.body)) : {})
    return told instanceof Response ? told : Response.json(told)
  })
})

async function page() {
  const wallet = scriptedWallet({ personal_sign: `0x${'ab'.repeat(65)}`, eth_sendTransaction: () => node.send(`0x${'1'.repeat(64)}`) })
  const connected = await connectedPage(wallet, { boot: { onramp: true, nameZones: [zone] } })
  const { dialog } = connected
  onTestFinished(() => destroy(dialog))
  void connected.call('open', { id: 'a', view: 'Account' })
  await vi.waitFor(() => expect(connected.state().view).toBe('Account'))
  return { ...connected, dialog, wallet, asked: () => wallet.methods().filter((method) => /sign|send/i.test(method)) }
}

describe('a lie about a purchase', () => {
  const popup = { closed: false, location: { href: 'about:blank' }, close: () => {}, focus: () => {} }
  beforeEach(() => {
    Object.assign(popup, { closed: false, location: { href: 'about:blank' } })
    popup.close = () => void Object.assign(popup, { closed: true })
    vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window)
  })
  async function open() {
    const { dialog, ...rest } = await page()
    push(dialog, 'OnRamp')
    startPurchase(dialog)
    const state = () => purchaseStore(dialog).getState()
    const is = (change: object) => vi.waitFor(() => expect(state()).toMatchObject(change))
    return { ...rest, dialog, state, is }
  }

  test.each<[string, unknown]>([
    ['no lists', { purchaseCurrencies: 'all' }],
    ['no JSON', new Response('<html>')],
    ['an error', new Response('', { status: 500 })],
  ])('error: options, %s: the default ones, labelled as such', async (_what, lie) => {
    lies['/v1/onramp/options'] = () => lie
    const { is } = await open()
    await is({ options: defaultOnrampOptions })
  })

  test('behavior: options, coins of other networks than the page has: they cannot be bought for its account', async () => {
    const elsewhere = { ...sold, caip2: 'eip155:666', chain_id: '666' }
    lies['/v1/onramp/options'] = () => ({
      ...(honest['/v1/onramp/options']?.({}) as object),
      purchaseCurrencies: [{ id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [elsewhere] }],
    })
    const { dialog, state, is } = await open()
    await is({ quoted: 'no' })
    expect(currentOffers(dialog)).toEqual([])
    buy(dialog)
    expect(state().phase).toBe('form')
  })

  const quote = (change: object) => ({ ...(honest['/v1/onramp/quote']?.({ amount: '100.00' }) as object), ...change })
  test.each<[string, unknown]>([
    ['of another coin', quote({ purchaseAmount: { amount: '0.039', currency: 'BTC' } })],
    ['for another amount', quote({ paymentTotal: { amount: '10.00', currency: 'USD' } })],
    ['in another currency', quote({ paymentTotal: { amount: '100.00', currency: 'EUR' } })],
    ['of less than nothing', quote({ purchaseAmount: { amount: '-1', currency: 'ETH' } })],
    ['that is none', {}],
  ])('error: quote, one %s is shown as an estimate, and not as a quote', async (_what, lie) => {
    lies['/v1/onramp/quote'] = () => lie
    const { dialog, is } = await open()
    await is({ quoted: 'estimate' })
    choosePurchase(dialog, { amount: '100' })
    await is({ quoted: 'estimate' })
  })

  test.each([
    'javascript:alert(document.domain)',
    'data:text/html,pay',
    'blob:https://pay.example/1',
    'http://pay.example/1',
    'https://pay.example@thief.example/1',
    'https://',
    '/pay',
    '',
  ])('error: url, %s is not opened: the purchase has failed, and its window is gone', async (url) => {
    lies['/v1/generators/onrampurl'] = () => ({ url })
    const { dialog, is } = await open()
    await is({ quoted: 'quote' })
    buy(dialog)
    await is({ phase: 'failed', url: '' })
    expect([popup.location.href, popup.closed]).toEqual(['about:blank', true])
  })

  test('behavior: orders, paid and sent: it has arrived when the account has it, and not before', async () => {
    lies['/v1/onramp/orders/order'] = () => ({ state: 'sent', hash: `0x${'1'.repeat(64)}` })
    const { dialog, is, state } = await open()
    await is({ quoted: 'quote' })
    buy(dialog)
    await is({ phase: 'paid' })
    expect(state().gained).toBeNull()
  })
})

describe('a lie about a name', () => {
  async function open() {
    const { dialog, ...rest } = await page()
    push(dialog, 'RegisterAccountName')
    startRegistration(dialog)
    const state = () => nameRegistrationStore(dialog).getState()
    const is = (change: object) => vi.waitFor(() => expect(state()).toMatchObject(change))
    return { ...rest, dialog, state, is }
  }

  test.each<[string, unknown]>([
    ['of another name', { suggestions: [{ name: `other.${zone}`, registered: false }] }],
    ['of another zone', { suggestions: [{ name: 'mira.eth', registered: false }] }],
    ['of none', { suggestions: [] }],
  ])('error: suggestions, an answer %s: nothing can be registered, and the wallet is not asked', async (_what, lie) => {
    lies['/v1/profile/suggestions/mira'] = () => lie
    const { dialog, is, asked } = await open()
    writeName(dialog, 'mira')
    await is({ availability: 'failed', error: { message: 'Error fetching name suggestions' } })
    register(dialog)
    expect(asked()).toEqual([])
  })

  test.each<[string, unknown]>([
    ['another name', named(`other.${zone}`)],
    ['somebody else’s', named(`mira.${zone}`, otherAddress)],
    ['ours on another chain alone', named(`mira.${zone}`, address, 0)],
  ])('error: account, registered as %s: it is not called ours', async (_what, lie) => {
    lies['/v1/profile/account'] = () => lie
    lies['/v1/profile/account/mira'] = () => named(`mira.${zone}`, otherAddress)
    const { dialog, is, state } = await open()
    writeName(dialog, 'mira')
    await is({ availability: 'free' })
    register(dialog)
    await is({ phase: 'failed', error: { message: `Error registering name mira.${zone}` } })
    expect([state().registered, identitiesStore(dialog).getState()[`${network}:${address}`]?.name]).not.toContain(`mira.${zone}`)
  })

  test('behavior: what is signed is the name that is on screen, whatever the server says', async () => {
    const { dialog, is, wallet } = await open()
    writeName(dialog, 'mira')
    await is({ availability: 'free' })
    register(dialog)
    await is({ registered: { name: `mira.${zone}`, address } })
    const [hex = ''] = (wallet.calls.find(({ method }) => method === 'personal_sign')?.params as readonly string[]) ?? []
    expect(Buffer.from(hex.slice(2), 'hex').toString()).toContain(`mira.${zone}`)
  })

  test('error: reverse, other names than ours are only told: nothing is sent to them', async () => {
    lies['/v1/profile/reverse/'] = () => ({ names: [] })
    const { is } = await open()
    await is({ owned: [], ownedError: { message: 'Error fetching names for address' } })
  })
})

describe('a lie about what is sent', () => {
  const usdc: Token = {
    ...{ id: 'usdc', networkId: network, contract: `0x${'ab'.repeat(20)}`, name: 'USD Coin', symbol: 'USDC', decimals: 6 },
    ...{ amount: 10n ** 12n, icon: '', listed: true },
  }
  async function form(receiver: string, token: Token = usdc) {
    const { dialog, ...rest } = await page()
    push(dialog, 'WalletSend')
    portfolioStore(dialog).setState({ status: 'ready', tokens: [token], at: Date.now() })
    setToken(dialog, token.id)
    setAmount(dialog, '5')
    setReceiver(dialog, receiver, { now: true })
    const recipient = () => sendStore(dialog).getState().recipient
    await vi.waitFor(() => expect(recipient().status).not.toBe('checking'))
    portfolioStore(dialog).setState({ status: 'ready', tokens: [token], at: Date.now() })
    return { ...rest, dialog, recipient }
  }

  test.each([4, 8])(
    'error: balances, a token of 6 digits with %d: other than what was written would be sent, so nothing is',
    async (decimals) => {
      const { dialog, asked } = await form(otherAddress, { ...usdc, decimals })
      await showReview(dialog)
      expect(reviewStore(dialog).getState().status).toBe('failed')
      await sendReviewed(dialog)
      expect(asked()).toEqual([])
    },
  )

  test('error: balances, a coin with more digits than the network says: what is sent is what is written, of the network’s coin', async () => {
    const coin: Token = {
      ...{ id: network, networkId: network, name: 'Ether', symbol: 'ETH' },
      decimals: 20,
      amount: 10n ** 20n,
      icon: '',
      listed: true,
    }
    node.results.eth_getBalance = () => `0x${(10n ** 21n).toString(16)}`
    const { dialog } = await form(otherAddress, coin)
    expect(draftToken(dialog)?.decimals).toBe(18)
    await showReview(dialog)
    expect(reviewStore(dialog).getState().review).toMatchObject({ amount: 5n * 10n ** 18n, token: { symbol: 'ETH', decimals: 18 } })
  })

  test('behavior: account, somebody else’s address for a name: the review names the address, and that it is the first time', async () => {
    lies['/v1/profile/account/mira'] = () => named(`mira.${zone}`, thief)
    const { dialog, recipient } = await form(`mira.${zone}`)
    const shown = { address: expect.stringMatching(new RegExp(thief, 'i')), name: `mira.${zone}`, warnings: ['firstTime'] }
    expect(recipient()).toMatchObject({ status: 'known', ...shown })
    await showReview(dialog)
    expect(currentView(dialog)).toBe('WalletSendPreview')
    expect(reviewStore(dialog).getState().review).toMatchObject(shown)
  })

  test('error: account, another address for a name that was sent to before: the user is told which one it was', async () => {
    lies['/v1/profile/account/mira'] = () => named(`mira.${zone}`, thief)
    const { dialog } = await form(otherAddress)
    addRecent(dialog, 'eip155', { address: otherAddress, name: `mira.${zone}` })
    setReceiver(dialog, `Mira.${zone}`, { now: true })
    await vi.waitFor(() =>
      expect(sendStore(dialog).getState().recipient).toMatchObject({
        status: 'known',
        warnings: ['nameMoved', 'firstTime'],
        before: otherAddress,
      }),
    )
  })

  test.each<[string, unknown]>([
    ['no address', named(`mira.${zone}`, 'mira')],
    ['an address of another chain alone', named(`mira.${zone}`, otherAddress, 0x80000001)],
    ['the address of nobody', named(`mira.${zone}`, `0x${'0'.repeat(40)}`)],
  ])('error: account, %s for a name: nobody is sent to', async (_what, lie) => {
    lies['/v1/profile/account/mira'] = () => lie
    const { recipient } = await form(`mira.${zone}`)
    expect(['noName', 'invalid']).toContain(recipient().status)
  })
})
