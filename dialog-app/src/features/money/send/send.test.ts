// @vitest-environment happy-dom
import { defaultEvmCoinType } from '@latchkey/protocol'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Dialog } from '../../../lib/dialog.js'
import { destroy } from '../../../lib/lifetime.js'
import { portfolioStore, type Token } from '../../../state/portfolio.js'
import { initialDraft, reviewStore, sendStore } from '../../../state/send.js'
import { activeConnection, sessionStore } from '../../../state/session.js'
import { transactionsStore } from '../../../state/transactions.js'
import { currentView } from '../../../state/view.js'
import { evmNode } from '../../../testing/evmNode.js'
import { connectedPage } from '../../../testing/fakePage.js'
import { address, otherAddress, scriptedWallet } from '../../../testing/scriptedWallet.js'
import { push } from '../../navigator/view.js'
import { worthOf } from '../amounts.js'
import { applyPreset, clearDraft, draftToken, feeToken, setAmount, setMax, setReceiver, setToken, toggleFiat, watchDraft } from './draft.js'
import { addRecent, recentRecipients } from './recentRecipients.js'
import { sendReviewed, showReview } from './review.js'
import { amountOf, shownAmount, unitsOf } from './sendAmount.js'
import { needOf, readPreset } from './sendNeed.js'

const chain = 'eip155:31337'
const hex = (value: bigint | number) => `0x${value.toString(16)}`
const randomInt = (below: number) => Math.floor(Math.random() * below)
const randomHex = (digits: number) => Array.from({ length: digits }, () => randomInt(16).toString(16)).join('')
const token = (more: Partial<Token> = {}): Token => ({
  id: chain,
  networkId: chain,
  name: 'Ether',
  symbol: 'ETH',
  amount: 10n ** 20n,
  decimals: 18,
  icon: '',
  listed: true,
  ...more,
})
const usdt = token({ id: 'usdt', contract: `0x${'ab'.repeat(20)}`, symbol: 'USDT', decimals: 6, amount: 5_000_000_000n, price: 1_000_000n })

let node = evmNode(address)
/** What the token's contract answers to a call of `transfer`. */
let answer = '0x'
beforeEach(() => {
  localStorage.clear()
  node = evmNode(address)
  answer = '0x'
  const block = { number: '0x2', timestamp: '0x10', baseFeePerGas: hex(1_000_000_000) }
  Object.assign(node.results, {
    eth_getBlockByNumber: () => block,
    eth_maxPriorityFeePerGas: () => hex(100_000_000),
    eth_estimateGas: () => hex(50_000),
    eth_getCode: () => '0x',
    eth_getBalance: () => hex(10n ** 20n),
    eth_call: ([call]: readonly { data: string }[]) => {
      if (call?.data.startsWith('0x313ce567')) return `0x${'6'.padStart(64, '0')}`
      return call?.data.startsWith('0x70a08231') ? hex(usdt.amount) : answer
    },
  })
  vi.stubGlobal('fetch', node.fetch)
})

/** A connected page with the form on screen. */
async function form(replies: Parameters<typeof scriptedWallet>[0] = {}) {
  const wallet = scriptedWallet({ eth_sendTransaction: () => node.send(`0x${randomHex(64)}`), ...replies })
  const page = await connectedPage(wallet)
  const { dialog } = page
  onTestFinished(() => destroy(dialog))
  void page.call('open', { id: 'a', view: 'WalletSend' })
  await vi.waitFor(() => expect(currentView(dialog)).toBe('WalletSend'), 20_000)
  const fill = () => portfolioStore(dialog).setState({ status: 'ready', tokens: [token(), usdt], at: Date.now() })
  fill()
  return { ...page, wallet, fill }
}
async function write(dialog: Dialog, amount: string, receiver: string, tokenId: string = chain) {
  portfolioStore(dialog).setState({ status: 'ready', tokens: [token(), usdt], at: Date.now() })
  setToken(dialog, tokenId)
  setAmount(dialog, amount)
  setReceiver(dialog, receiver, { now: true })
  await vi.waitFor(() => expect(sendStore(dialog).getState().recipient.status).not.toBe('checking'), { interval: 2, timeout: 20_000 })
}
const sentBy = (wallet: ReturnType<typeof scriptedWallet>) =>
  wallet.calls.filter(({ method }) => method === 'eth_sendTransaction').map(({ params }) => (params as Record<string, string>[])[0] ?? {})

describe('what is shown is what is sent', () => {
  const sends = process.env.LATCHKEY_LONG ? 1_000 : 60
  test(`behavior: ${sends} random transfers: the bytes that the wallet gets say what the review showed`, { timeout: 120_000 }, async () => {
    const { dialog, wallet } = await form()
    for (let index = 0; index < sends; index++) {
      const isToken = Math.random() < 0.5
      const to = `0x${randomHex(40)}`
      const decimals = isToken ? 6 : 18
      const amount = `${randomInt(isToken ? 5_000 : 99)}.${String(randomInt(10 ** 6)).padStart(6, '0')}`
      await write(dialog, amount, to, isToken ? usdt.id : chain)
      if (Number(amount) === 0) continue
      await showReview(dialog)
      const { review } = reviewStore(dialog).getState()
      if (!review) throw new Error(JSON.stringify(reviewStore(dialog).getState()))
      const before = sentBy(wallet).length
      await sendReviewed(dialog)
      const sent = sentBy(wallet)[before]
      if (!sent) throw new Error(JSON.stringify([sendStore(dialog).getState().failure, reviewStore(dialog).getState().changed]))
      // Read by hand: the product's own reader is what is tested.
      const units = BigInt(amount.replace('.', '')) * 10n ** BigInt(decimals - 6)
      const read = isToken
        ? {
            contract: sent.to?.toLowerCase(),
            to: `0x${sent.data?.slice(34, 74)}`,
            amount: BigInt(`0x${sent.data?.slice(74, 138)}`),
            rest: sent.data?.slice(138),
          }
        : { contract: undefined, to: sent.to?.toLowerCase(), amount: BigInt(sent.value ?? '0x'), rest: sent.data?.slice(2) }
      expect(read).toEqual({ contract: review.token.contract, to: review.address.toLowerCase(), amount: review.amount, rest: '' })
      expect([review.address.toLowerCase(), review.amount, review.token.networkId]).toEqual([to, units, chain])
      if (isToken) expect([sent.data?.slice(0, 10), BigInt(sent.value ?? '0x1')]).toEqual(['0xa9059cbb', 0n])
      expect(sent.from).toBe(address)
      expect(sentBy(wallet)).toHaveLength(before + 1)
    }
  })

  test('behavior: a token that the list loses stays the one that is sent: its amount never becomes one of another token', async () => {
    const { dialog } = await form()
    await write(dialog, '5', otherAddress, usdt.id)
    portfolioStore(dialog).setState({ tokens: [token()] })
    expect(draftToken(dialog)).toEqual({ ...usdt, amount: 0n })
    // Its network does not answer: what was known last stays.
    portfolioStore(dialog).setState({ tokens: [], missing: [chain] })
    expect(draftToken(dialog)).toEqual(usdt)
    await showReview(dialog)
    expect(reviewStore(dialog).getState().review).toMatchObject({ amount: 5_000_000n, token: { symbol: 'USDT' } })
  })

  test('behavior: an amount stays one of the token that it was written for when another one becomes the dearest', async () => {
    const { dialog } = await form()
    portfolioStore(dialog).setState({ status: 'ready', tokens: [token(), usdt], missing: [] })
    expect(draftToken(dialog)?.symbol).toBe('ETH')
    setAmount(dialog, '5')
    portfolioStore(dialog).setState({ tokens: [token(), { ...usdt, value: 5_000_000_000n }] })
    expect(draftToken(dialog)?.symbol).toBe('ETH')
  })

  test('behavior: an amount that was written for a token of another network is taken out of the form', async () => {
    const { dialog } = await form()
    sendStore(dialog).setState({ ...initialDraft, token: { ...usdt, networkId: 'eip155:1' }, amount: '5', receiver: otherAddress }, true)
    onTestFinished(watchDraft(dialog))
    expect(sendStore(dialog).getState()).toMatchObject({ amount: '', receiver: otherAddress })
    expect(draftToken(dialog)?.networkId).toBe(chain)
  })

  test('behavior: another network or account between the review and the press asks again, and the wallet is not asked', async () => {
    const { dialog, wallet } = await form()
    await write(dialog, '1', otherAddress)
    await showReview(dialog)
    const [connection] = Object.values(sessionStore(dialog).getState().connections)
    if (!connection) throw new Error('Nothing is connected')
    const elsewhere = {
      ...connection,
      accounts: [{ ...connection.accounts[0], address: `0x${'12'.repeat(20)}` } as (typeof connection.accounts)[number]],
    }
    sessionStore(dialog).setState({ connections: { eip155: elsewhere } })
    await sendReviewed(dialog)
    expect(sentBy(wallet)).toEqual([])
    await vi.waitFor(() => expect(reviewStore(dialog).getState().changed).toBe(true), 20_000)
  })
})

describe('sendReviewed', () => {
  test('behavior: the draft is empty afterwards, and the recipient is known', async () => {
    const { dialog } = await form()
    await write(dialog, '2', otherAddress)
    await showReview(dialog)
    expect(currentView(dialog)).toBe('WalletSendPreview')
    await sendReviewed(dialog)
    expect(currentView(dialog)).toBe('WalletSend')
    expect(sendStore(dialog).getState()).toMatchObject({ amount: '', receiver: '' })
    expect(recentRecipients(dialog, 'eip155')).toEqual([{ address: otherAddress }])
    expect(transactionsStore(dialog).getState().transactions[0]).toMatchObject({ purpose: 'send', status: 'pending' })
    await write(dialog, '1', otherAddress)
    expect(sendStore(dialog).getState().recipient).toMatchObject({ status: 'known', warnings: [] })
  })

  test('behavior: a refusal keeps the draft, and says so', async () => {
    const { dialog } = await form({
      eth_sendTransaction: () => {
        throw { code: 4001, message: 'User rejected the request.' }
      },
    })
    await write(dialog, '2', otherAddress)
    await showReview(dialog)
    await sendReviewed(dialog)
    expect(currentView(dialog)).toBe('WalletSend')
    expect(sendStore(dialog).getState()).toMatchObject({ amount: '2', receiver: otherAddress, failure: { problem: 'refused' } })
  })

  test.each([
    ['yes', () => `0x${'7'.repeat(64)}`],
    [
      'no',
      () => {
        throw { code: 4001, message: 'User rejected the request.' }
      },
    ],
  ] as const)('behavior: what a page wants sent while the wallet is asked stays after the wallet’s %s', async (_, answerOf) => {
    const preset = readPreset('later', { token: chain, amount: '7', recipient: otherAddress })
    if (!preset) throw new Error('No preset')
    const { dialog } = await form({
      eth_sendTransaction: () => {
        applyPreset(dialog, preset)
        return answerOf()
      },
    })
    await write(dialog, '2', otherAddress)
    await showReview(dialog)
    await sendReviewed(dialog)
    expect(sendStore(dialog).getState()).toMatchObject({ preset: { id: 'later' }, amount: preset.amount })
    expect(sendStore(dialog).getState().failure).toBeUndefined()
  })

  test('error: a token that answers no is not sent, and one that answers nothing is', async () => {
    const { dialog } = await form()
    await write(dialog, '2', otherAddress, usdt.id)
    answer = `0x${'0'.repeat(64)}`
    await showReview(dialog)
    expect(reviewStore(dialog).getState()).toMatchObject({ status: 'failed', failure: { problem: 'executionReverted' } })
    push(dialog, 'WalletSend')
    answer = '0x'
    await showReview(dialog)
    expect(reviewStore(dialog).getState()).toMatchObject({ status: 'ready', review: { amount: 2_000_000n } })
  })
})

describe('the form', () => {
  test.each([
    ['the tip', 2_000_000n, 1_000_000_000n],
    ['the base fee', 1_000_000_000n, 2_000_000n],
  ])(
    'behavior: Max leaves what a wallet sets aside that offers a fifth more than the node proposes, where %s is nearly all of the price',
    async (_, base, tip) => {
      const block = { number: '0x2', timestamp: '0x10', baseFeePerGas: hex(base) }
      Object.assign(node.results, { eth_getBlockByNumber: () => block, eth_maxPriorityFeePerGas: () => hex(tip) })
      const { dialog } = await form()
      await write(dialog, '', otherAddress)
      await vi.waitFor(() => expect(sendStore(dialog).getState().cost).toBeDefined(), 20_000)
      expect(sendStore(dialog).getState().cost?.highest).toBeGreaterThanOrEqual((21_000n * (2n * base + tip) * 6n) / 5n)
    },
  )

  test('behavior: the form that comes after what was sent learns the fee anew, and Max pressed before follows it', async () => {
    const { dialog } = await form()
    await write(dialog, '2', otherAddress)
    clearDraft(dialog)
    setMax(dialog)
    const shown = () => shownAmount(sendStore(dialog).getState(), draftToken(dialog))
    expect(shown()).toBe('100')
    onTestFinished(watchDraft(dialog))
    await vi.waitFor(() => expect(Number(shown())).toBeLessThan(100), 20_000)
  })

  test('behavior: Max leaves the fee of the native coin, and takes all of a token', async () => {
    const { dialog } = await form()
    await write(dialog, '', otherAddress)
    const highest = (21_000n * (2n * 1_000_000_000n + 100_000_000n) * 3n) / 2n
    await vi.waitFor(() => expect(sendStore(dialog).getState().cost?.highest).toBe(highest))
    setMax(dialog)
    const native = draftToken(dialog) as Token
    expect(amountOf(sendStore(dialog).getState(), native)).toBe(10n ** 20n - highest)
    setToken(dialog, usdt.id)
    setMax(dialog)
    expect(sendStore(dialog).getState().amount).toBe('5000')
    toggleFiat(dialog)
    expect(sendStore(dialog).getState()).toMatchObject({ inFiat: true, amount: '5000' })
    setAmount(dialog, '12,5')
    expect(amountOf(sendStore(dialog).getState(), usdt)).toBe(12_500_000n)
    clearDraft(dialog)
  })

  test.each([
    ['validAddress', { receiver: '0x12' }],
    ['address', { receiver: '' }],
    ['funds', { amount: '101' }],
    ['fee', { amount: '100' }],
    ['validAmount', { amount: '1.2.3' }],
    ['validAmount', { amount: '0.0000000000000000001' }],
    ['amount', { amount: '0' }],
    ['amount', { amount: '' }],
  ] as const)('behavior: the button asks for %s first', async (need, change) => {
    const draft = { ...initialDraft, amount: '1', receiver: 'x', cost: { fee: 1n, highest: 2n }, ...change }
    expect(needOf(draft, token(), token(), true)).toBe(need)
  })

  test('behavior: who looks like somebody known, a contract, the user themselves, and the token itself', async () => {
    const { dialog } = await form()
    await write(dialog, '1', otherAddress)
    await showReview(dialog)
    await sendReviewed(dialog)
    const twin = `${otherAddress.slice(0, 6)}${'1'.repeat(32)}${otherAddress.slice(-4)}`.toLowerCase()
    await write(dialog, '1', twin)
    expect(sendStore(dialog).getState().recipient).toMatchObject({ like: otherAddress, warnings: ['lookAlike', 'firstTime'] })
    node.results.eth_getCode = () => '0x6001'
    await write(dialog, '1', `0x${'34'.repeat(20)}`)
    expect(sendStore(dialog).getState().recipient).toMatchObject({ warnings: ['firstTime', 'contract'] })
    await write(dialog, '1', address)
    expect(sendStore(dialog).getState().recipient).toMatchObject({ warnings: ['own'] })
    await write(dialog, '1', usdt.contract ?? '', usdt.id)
    expect(sendStore(dialog).getState().recipient).toEqual({ status: 'token' })
    await write(dialog, '1', '7Gk4vJ5mWcF2e8sN1tZbXq3RhYpLd9uA6iTzKoBvpQ2s')
    expect(sendStore(dialog).getState().recipient).toEqual({ status: 'otherFamily', family: 'solana' })
    expect(feeToken(dialog)?.symbol).toBe('ETH')
  })

  test('error: a recipient whose capitals are no checksum, written, kept, and as the answer to a name', async () => {
    const { dialog } = await form()
    const wrong = otherAddress.replace(/[A-F]/, (capital) => capital.toLowerCase())
    addRecent(dialog, 'eip155', { address: wrong })
    await write(dialog, '1', wrong)
    expect(sendStore(dialog).getState().recipient).toEqual({ status: 'invalid' })
    await write(dialog, '1', wrong.toLowerCase())
    expect(sendStore(dialog).getState().recipient).toMatchObject({ status: 'known', address: otherAddress })
    const serve = fetch
    let answer = wrong
    let coinType = defaultEvmCoinType
    vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) =>
      String(input).includes('mira.eth')
        ? Response.json({ name: 'mira.eth', addresses: { [coinType]: { address: answer } } })
        : serve(input, init),
    )
    await write(dialog, '1', 'mira.eth')
    expect(sendStore(dialog).getState().recipient).toEqual({ status: 'noName' })
    answer = otherAddress
    await write(dialog, '1', 'Mira.eth')
    expect(sendStore(dialog).getState().recipient).toMatchObject({ status: 'known', address: otherAddress, name: 'mira.eth' })
    // What is Ethereum's alone may be a contract, which does not exist here.
    coinType = 60
    await write(dialog, '1', 'mira.ETH')
    expect(sendStore(dialog).getState().recipient).toEqual({ status: 'noName' })
  })

  test('behavior: an amount is read in the digits, points and groups of other keyboards, in the token and in the currency', () => {
    const token = { ...usdt, decimals: 2, price: 1_000_000n }
    const read = (amount: string, inFiat: boolean) => amountOf({ amount, inFiat, isMax: false }, token)
    for (const [text, amount] of [
      ['١٢٫٥', 1_250n],
      ['۱۲,۵', 1_250n],
      [' 1 000,5', 100_050n],
      ['.5', 50n],
      ['1,234.56', 123_456n],
      ['１．５', 150n],
    ] as const)
      expect([read(text, false), read(text, true)]).toEqual([amount, amount])
    for (const text of ['1,25.', '1,5.2', '1e-2', '0x10', '-5', '1/2', '1,2,3'])
      expect([read(text, false), read(text, true)]).toEqual([undefined, undefined])
    expect([read(`5 ${token.symbol}`, false), read('5 USD', true), read('$5', true), read('0.001', false)]).toEqual([
      500n,
      500n,
      500n,
      undefined,
    ])
  })
})

test('behavior: a token whose price is below a millionth is not worth nothing: what it is worth is not said', () => {
  const cheap = token({ price: 0n })
  expect(worthOf(10n ** 30n, cheap, cheap.price)).toBeUndefined()
  expect(unitsOf(1_000_000n, cheap)).toBeUndefined()
})

describe('rebuild', () => {
  test('behavior: another account while the review is built: the review is that one’s', async () => {
    const { dialog, event } = await form()
    await write(dialog, '1', `0x${'34'.repeat(20)}`)
    const { eth_getBalance: answerBalance } = node.results
    let asked = () => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    let answerNow = () => {}
    const mayAnswer = new Promise<void>((resolve) => {
      answerNow = resolve
    })
    node.results.eth_getBalance = async (params: readonly unknown[]) => {
      asked()
      await mayAnswer
      return (answerBalance as (params: readonly unknown[]) => unknown)(params)
    }
    const shown = showReview(dialog)
    await isAsked
    void event('io.test', 'accountsChanged', [otherAddress])
    await vi.waitFor(() => expect(activeConnection(sessionStore(dialog).getState())?.accounts[0]?.address).toBe(otherAddress))
    answerNow()
    await shown
    const { status, review } = reviewStore(dialog).getState()
    expect([status, review?.key.toLowerCase().includes(otherAddress.toLowerCase())]).toEqual(['ready', true])
  })
})

describe('readPreset', () => {
  test('error: the specified sentences', () => {
    expect(() => readPreset('a', { token: chain, amount: '1' })).toThrow('An amount and receiver address are required')
    expect(() => readPreset('a', { amount: '1', recipient: otherAddress })).toThrow('A token is required')
    expect(readPreset('a', {})).toBeUndefined()
  })
})
