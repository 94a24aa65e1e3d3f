// @vitest-environment happy-dom
import { nativeTokenAddress, type SwapContracts } from '@latchkey/protocol'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Hex } from 'viem'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { planOf } from '../features/money/swap/reviewSwap.js'
import { acceptSwap } from '../features/money/swap/swapActions.js'
import { setToken, stopSwap } from '../features/money/swap/swapForm.js'
import { back, push } from '../features/navigator/view.js'
import { loadLaterMessages } from '../lib/i18n.js'
import { destroy } from '../lib/lifetime.js'
import { DialogContext } from '../lib/useDialog.js'
import { type SwapToken, swapStore } from '../state/swap.js'
import { uiStore } from '../state/ui.js'
import { evmNode } from '../testing/evmNode.js'
import { connectedPage } from '../testing/fakePage.js'
import { address, deferred, scriptedWallet } from '../testing/scriptedWallet.js'
import { swapServer } from '../testing/swapServer.js'
import { Swap } from './Swap.js'

/** What sends is fetched when the test says so, and only counts how often it was told to send. */
const sending = vi.hoisted(() => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  return { arrive: () => arrive(), arrived, told: 0 }
})
vi.mock('../features/money/swap/performSwap.js', async () => {
  await sending.arrived
  return {
    confirmSwap: () => {
      sending.told += 1
    },
  }
})

/* An answer that is late: what was asked for before the user changed the form is neither shown nor acted on. */

const chain = 'eip155:31337'
const account = address.toLowerCase() as Hex
const swaps: Readonly<Record<typeof chain, SwapContracts>> = { [chain]: { kind: 'v2Router', router: `0x${'a1'.repeat(20)}` } }
const token = (symbol: string, at: string): SwapToken => ({ address: at, symbol, name: symbol, decimals: 6, icon: '', listed: true })
const [coin, usdc, dai] = [token('ETH', nativeTokenAddress), token('USDC', `0x${'c1'.repeat(20)}`), token('DAI', `0x${'c2'.repeat(20)}`)]

type Asked = { readonly path: string; readonly amount: string; readonly answer: () => void }

/** A server that answers when the test says so. */
function slowServer() {
  const node = evmNode(address)
  const server = swapServer({ account, swaps, tokens: { [chain]: [coin, usdc, dai] }, node })
  server.world.allowances.set(`${chain}:${usdc.address}`, 2n ** 200n)
  const waiting: Asked[] = []
  const slow = new Set<string>()
  vi.stubGlobal('fetch', async (input: URL | string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(input)
    const path = pathname.split('/').at(-1) ?? ''
    if (slow.has(path)) {
      const { promise, resolve } = deferred()
      const amount = init.body ? JSON.parse(String(init.body)).amount : (searchParams.get('amount') ?? '')
      waiting.push({ path, amount, answer: () => resolve(undefined) })
      await promise
    }
    return server.fetch(input, init)
  })
  const isAsked = (path: string, amount: string) =>
    vi.waitFor(() => waiting.find((one) => one.path === path && one.amount === amount) ?? expect.fail(`${path} of ${amount}`))
  return { server, slow, isAsked }
}

let played = slowServer()
beforeEach(() => {
  localStorage.clear()
  played = slowServer()
})

async function openForm() {
  const wallet = scriptedWallet({ eth_sendTransaction: () => `0x${'1'.repeat(64)}` })
  const page = await connectedPage(wallet, {
    boot: { swaps, features: [{ id: 'swap', isEnabled: true, config: null }] } as never,
    options: { features: { swaps: true } },
  })
  const { dialog } = page
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  onTestFinished(() => {
    flushSync(() => root.unmount())
    host.remove()
    stopSwap(dialog)
    destroy(dialog)
  })
  await loadLaterMessages(dialog)
  uiStore(dialog).setState({ open: true })
  push(dialog, 'Account')
  push(dialog, 'Swap')
  const draw = () => {
    flushSync(() =>
      root.render(
        <DialogContext.Provider value={dialog}>
          <Swap />
        </DialogContext.Provider>,
      ),
    )
  }
  const state = () => swapStore(dialog).getState()
  const field = () => host.querySelector<HTMLInputElement>('input') ?? expect.fail(`There is no field in ${host.textContent}`)
  const type = (text: string) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    flushSync(() => {
      set?.call(field(), text)
      field().dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
  const received = () => host.querySelector('output')?.textContent
  const button = (name: string) =>
    [...host.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name) ??
    expect.fail(`There is no button ${name} in ${host.textContent}`)
  const choose = () => flushSync(() => swapStore(dialog).setState({ from: usdc, to: dai }))
  return { page, dialog, host, wallet, draw, state, field, type, received, button, choose }
}
type Form = Awaited<ReturnType<typeof openForm>>

const listed = ({ state }: Form) => vi.waitFor(() => expect(state().listing).toBe('ready'))
async function ready(form: Form) {
  form.draw()
  await listed(form)
  form.choose()
  await vi.waitFor(() => expect(form.state().balances[usdc.address]).toBeDefined())
}
const canReview = (form: Form) => vi.waitFor(() => expect(form.button('Review swap').getAttribute('aria-disabled')).not.toBe('true'))

test('behavior: the price of another amount is not shown beside the one that is typed, and cannot be reviewed', async () => {
  const form = await openForm()
  await ready(form)
  form.type('100')
  await canReview(form)
  expect([form.received(), form.host.textContent]).toEqual(['200', expect.stringContaining('1 USDC = 2 DAI')])
  played.slow.add('quotes')
  form.type('1000')
  expect(form.received()).not.toBe('200')
  expect(form.host.textContent).not.toContain('1 USDC = ')
  expect(form.host.textContent).not.toContain('Review swap')
  ;(await played.isAsked('quotes', '1000000000')).answer()
  await canReview(form)
  expect(form.received()).toBe('2,000')
})

test('behavior: while the same price is renewed, the one before stays', async () => {
  const form = await openForm()
  await ready(form)
  form.type('100')
  await canReview(form)
  played.slow.add('quotes')
  flushSync(() => document.dispatchEvent(new Event('visibilitychange')))
  await played.isAsked('quotes', '100000000')
  expect([form.received(), form.state().quote.status]).toEqual(['200', 'loading'])
})

test('behavior: a price that is known is of no use once the token or the amount is another, whatever changed it', async () => {
  const form = await openForm()
  await ready(form)
  form.type('100')
  await canReview(form)
  flushSync(() => swapStore(form.dialog).setState({ text: '7' }))
  expect(form.host.textContent).not.toContain('Review swap')
  expect(form.received()).not.toBe('200')
})

test('behavior: a part of the balance cannot be taken before the balance is known', async () => {
  const form = await openForm()
  await ready(form)
  stopSwap(form.dialog)
  flushSync(() => swapStore(form.dialog).setState({ balances: {} }))
  expect(form.button('25 %').getAttribute('aria-disabled')).toBe('true')
  flushSync(() => form.button('25 %').click())
  expect(form.field().value).toBe('')
  flushSync(() => swapStore(form.dialog).setState({ balances: { [usdc.address]: 500_000_000n } }))
  flushSync(() => form.button('25 %').click())
  expect(form.field().value).toBe('125')
})

test('behavior: what is typed before the account is known stays', async () => {
  const form = await openForm()
  swapStore(form.dialog).setState({ text: '0.5' })
  form.draw()
  await listed(form)
  expect(form.field().value).toBe('0.5')
})

test('error: what is no amount stays as it was typed, is named, and has no price', async () => {
  const form = await openForm()
  await ready(form)
  for (const text of ['1e-2', '1e-7', '0x10', '-5', '1/2', '1,2,3', '0.0000001', '1.']) {
    form.type(text)
    await vi.waitFor(() => expect(form.field().value).toBe(text))
    if (text === '1.') continue
    expect([form.state().quote.status, form.field().getAttribute('aria-invalid')]).toEqual(['none', 'true'])
    expect(form.button('Enter a valid amount').getAttribute('aria-disabled')).toBe('true')
  }
  await canReview(form)
  expect(form.field().getAttribute('aria-invalid')).toBeNull()
})

test('behavior: an amount stays as it was typed when another token is chosen', async () => {
  const form = await openForm()
  await ready(form)
  form.type('１，２３４．５')
  await canReview(form)
  expect(form.received()).toBe('2,469')
  swapStore(form.dialog).setState({ choosing: 'from' })
  flushSync(() => setToken(form.dialog, { ...coin, decimals: 0 }))
  expect([form.field().value, form.button('Enter a valid amount').getAttribute('aria-disabled')]).toEqual(['１，２３４．５', 'true'])
})

test('behavior: the page opens it with tokens and an amount, which the user may change; the next opening has none of it', async () => {
  const form = await openForm()
  const open = (more: object) => void form.page.call('open', { id: crypto.randomUUID(), view: 'Swap', ...more })
  open({ from: `${chain}:${dai.address.toUpperCase().replace('0X', '0x')}`, to: `${chain}:${usdc.address}`, amount: '1,5' })
  await vi.waitFor(() => expect(form.state().wanted).toBeDefined())
  form.draw()
  await vi.waitFor(() => expect(form.field().value).toBe('1,5'))
  expect([form.state().from?.symbol, form.state().to?.symbol]).toEqual(['DAI', 'USDC'])
  await canReview(form)
  expect(form.received()).toBe('3')
  form.type('2')
  await vi.waitFor(() => expect(form.received()).toBe('4'))
  expect(form.page.page.mistakes).toEqual([])
  // What is proposed for a side gives way to what is wanted on the other; the list is there already.
  open({ to: chain, amount: '7' })
  form.draw()
  await vi.waitFor(() => expect([form.state().to?.symbol, form.field().value]).toEqual(['ETH', '7']))
  open({})
  form.draw()
  expect(form.state().wanted).toBeUndefined()
})

test('error: what is no token here, the same one twice, and no amount are named to the page and left out', async () => {
  const form = await openForm()
  const wrong = usdc.address.replace('c', 'C')
  void form.page.call('open', { id: 'a', view: 'Swap', from: `${chain}:${wrong}`, to: 5, amount: '1e-2' })
  await vi.waitFor(() => expect(form.state().wanted).toBeDefined())
  form.draw()
  await vi.waitFor(() => expect(form.page.page.mistakes).toHaveLength(3))
  expect(form.page.page.mistakes).toEqual([
    expect.objectContaining({ kind: 'value', path: 'open.from', value: JSON.stringify(`${chain}:${wrong}`) }),
    expect.objectContaining({ path: 'open.to', value: '5' }),
    expect.objectContaining({ path: 'open.amount', value: '"1e-2"' }),
  ])
  expect([form.field().value, form.state().from?.symbol, form.state().to?.symbol]).toEqual(['', 'ETH', 'USDC'])
})

test('behavior: the tokens that are proposed are never the same one twice', async () => {
  const form = await openForm()
  played.slow.add('tokens')
  form.draw()
  swapStore(form.dialog).setState({ choosing: 'to' })
  flushSync(() => setToken(form.dialog, coin))
  ;(await vi.waitFor(() => played.isAsked('tokens', ''))).answer()
  await listed(form)
  expect([form.state().from?.symbol, form.state().to?.symbol]).toEqual(['USDC', 'ETH'])
})

test('behavior: a review of an earlier amount that answers late is not shown in place of the later one', async () => {
  const form = await openForm()
  await ready(form)
  form.type('100')
  await canReview(form)
  played.slow.add('build-transaction')
  flushSync(() => form.button('Review swap').click())
  const first = await played.isAsked('build-transaction', '100000000')
  back(form.dialog)
  form.type('50')
  await canReview(form)
  flushSync(() => form.button('Review swap').click())
  const second = await played.isAsked('build-transaction', '50000000')
  first.answer()
  second.answer()
  const seen: (bigint | undefined)[] = []
  swapStore(form.dialog).subscribe(({ review }) => seen.push(review?.amount))
  await vi.waitFor(() => expect(form.state().review?.amount).toBe(50_000_000n))
  expect(seen).not.toContain(100_000_000n)
  expect(planOf(form.dialog)?.review.amount).toBe(50_000_000n)
})

test('behavior: a failed review of an earlier amount says nothing about the later one', async () => {
  const form = await openForm()
  await ready(form)
  form.type('100')
  await canReview(form)
  played.slow.add('build-transaction')
  flushSync(() => form.button('Review swap').click())
  const first = await played.isAsked('build-transaction', '100000000')
  back(form.dialog)
  form.type('50')
  await canReview(form)
  flushSync(() => form.button('Review swap').click())
  const second = await played.isAsked('build-transaction', '50000000')
  played.server.world.lies['build-transaction'] = (answer) =>
    answer.tx.amount === '200000000' ? new Response('{}', { status: 503 }) : answer
  const seen: unknown[] = []
  swapStore(form.dialog).subscribe(({ reviewing }) => seen.push(reviewing))
  first.answer()
  await vi.waitFor(() => expect(first.path).toBe('build-transaction'))
  second.answer()
  await vi.waitFor(() => expect(form.state().review?.amount).toBe(50_000_000n))
  expect(seen).not.toContain('unavailable')
})

test('behavior: a yes is for the review that was on screen, not for one that is made while the press is carried out', async () => {
  const form = await openForm()
  await ready(form)
  const reviewed = async (text: string, amount: bigint) => {
    form.type(text)
    await canReview(form)
    flushSync(() => form.button('Review swap').click())
    await vi.waitFor(() => expect(form.state().review?.amount).toBe(amount))
  }
  await reviewed('100', 100_000_000n)
  acceptSwap(form.dialog)
  back(form.dialog)
  await reviewed('50', 50_000_000n)
  sending.arrive()
  acceptSwap(form.dialog)
  await vi.waitFor(() => expect(sending.told).toBeGreaterThan(0))
  expect(sending.told).toBe(1)
})
