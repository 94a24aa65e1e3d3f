// @vitest-environment happy-dom
import { type CaipNetworkId, nativeTokenAddress, type SwapContracts } from '@latchkey/protocol'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { type Address, decodeFunctionData, erc20Abi, type Hex, hexToBigInt, parseAbi, parseUnits, slice } from 'viem'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { refreshQuote } from '../features/money/swap/liveQuote.js'
import { confirmSwap } from '../features/money/swap/performSwap.js'
import { finishSwap, reviewSwap } from '../features/money/swap/swapActions.js'
import { startSwap, stopSwap } from '../features/money/swap/swapForm.js'
import { swapNeed } from '../features/money/swap/swapNeed.js'
import { back, push } from '../features/navigator/view.js'
import { loadLaterMessages } from '../lib/i18n.js'
import { destroy } from '../lib/lifetime.js'
import { DialogContext } from '../lib/useDialog.js'
import { sessionStore } from '../state/session.js'
import { type SwapToken, swapStore } from '../state/swap.js'
import { uiStore } from '../state/ui.js'
import { evmNode } from '../testing/evmNode.js'
import { connectedPage, network } from '../testing/fakePage.js'
import { randomOf, routerItself } from '../testing/routerCalls.js'
import { address, scriptedWallet } from '../testing/scriptedWallet.js'
import { swapServer } from '../testing/swapServer.js'
import { SwapPreview } from './SwapPreview.js'

/* What the review shows on screen is what the wallet gets: read from its bytes by the public interfaces of the contracts, and not by our own reader. */

const account = address.toLowerCase() as Hex
const swaps: Readonly<Record<CaipNetworkId, SwapContracts>> = {
  'eip155:31337': { kind: 'swapRouter02', router: `0x${'a1'.repeat(20)}`, wrapped: `0x${'e1'.repeat(20)}` },
  'eip155:31338': { kind: 'v2Router', router: `0x${'a2'.repeat(20)}`, wrapped: `0x${'e2'.repeat(20)}` },
}
const networkIds = Object.keys(swaps) as CaipNetworkId[]
const names: Readonly<Record<string, string>> = { 'eip155:31337': 'First', 'eip155:31338': 'Second' }
const token = (symbol: string, at: string, decimals: number): SwapToken => ({
  ...{ address: at, symbol, name: symbol, decimals, icon: '', listed: true },
})
/** Each network has the coin, the wrapped one, and tokens of all kinds: `KEEP` keeps a part of each transfer, `TETH` is like USDT. */
const tokensOf = (networkId: CaipNetworkId, digit: string) => [
  token('ETH', nativeTokenAddress, 18),
  token('WETH', swaps[networkId]?.wrapped ?? '', 18),
  ...(['WHOLE', 'CENT', 'USDC', 'WBTC', 'DAI', 'FINE', 'KEEP', 'TETH'] as const).map((symbol, index) =>
    token(symbol, `0x${digit}${index}`.padEnd(42, 'c'), [0, 2, 6, 8, 18, 24, 18, 6][index] ?? 18),
  ),
]
const tokens = Object.fromEntries(networkIds.map((networkId, index) => [networkId, tokensOf(networkId, String(index + 1))]))

/* The public interfaces, as their sources have them. */
const router02 = parseAbi([
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params) payable returns (uint256 amountOut)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable returns (uint256 amountOut)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function refundETH() payable',
])
const v2Router = parseAbi([
  'function swapExactTokensForTokens(uint amountIn, uint amountOutMin, address[] path, address to, uint deadline) returns (uint[] amounts)',
  'function swapExactETHForTokens(uint amountOutMin, address[] path, address to, uint deadline) payable returns (uint[] amounts)',
  'function swapExactTokensForETH(uint amountIn, uint amountOutMin, address[] path, address to, uint deadline) returns (uint[] amounts)',
])
const weth = parseAbi(['function deposit() payable', 'function withdraw(uint wad)'])

/** What a transaction does, whoever wrote it. */
type Effect = {
  readonly sold: { readonly token: string; readonly amount: bigint }
  /** What comes to whom, at least so much. */
  readonly paid: readonly { readonly token: string; readonly minimum: bigint; readonly recipient: string }[]
  /** What the router is left with. */
  readonly kept: readonly string[]
}
type Sent = { readonly to: Hex; readonly value: bigint; readonly data: Hex }
const low = (text: string) => text.toLowerCase()

/** Plays the calls of SwapRouter02 one after another: what it takes from the account, what it holds, what it pays. */
function play02({ value, data }: Sent, wrapped: string): Effect {
  const { functionName, args } = decodeFunctionData({ abi: router02, data })
  if (functionName !== 'multicall') throw new Error(functionName)
  const held = new Set<string>()
  const paid: Effect['paid'][number][] = []
  const taken = new Map<string, bigint>()
  let coins = value
  const trade = (path: readonly string[], amount: bigint, minimum: bigint, recipient: string) => {
    const [source = '', target = ''] = [path[0], path.at(-1)]
    if (amount === 0n) {
      // All that the router has of it.
      if (!held.delete(source)) throw new Error(`The router has no ${source}`)
    } else if (source === wrapped && coins >= amount) coins -= amount
    else taken.set(source, (taken.get(source) ?? 0n) + amount)
    if (low(recipient) === routerItself) held.add(target)
    else paid.push({ token: target, minimum, recipient: low(recipient) })
  }
  for (const part of args[1]) {
    const call = decodeFunctionData({ abi: router02, data: part })
    if (call.functionName === 'exactInput') {
      const [{ path, recipient, amountIn, amountOutMinimum }] = call.args
      const size = (path.length - 2) / 2
      const hops = Array.from({ length: (size - 20) / 23 + 1 }, (_, index) => low(slice(path, index * 23, index * 23 + 20)))
      trade(hops, amountIn, amountOutMinimum, recipient)
    } else if (call.functionName === 'swapExactTokensForTokens') {
      const [amountIn, minimum, path, recipient] = call.args
      trade(path.map(low), amountIn, minimum, recipient)
    } else if (call.functionName === 'unwrapWETH9') {
      if (!held.delete(wrapped)) throw new Error('There is nothing to unwrap')
      paid.push({ token: nativeTokenAddress, minimum: call.args[0], recipient: low(call.args[1]) })
    } else if (call.functionName === 'sweepToken') {
      if (!held.delete(low(call.args[0]))) throw new Error('There is nothing to sweep')
      paid.push({ token: low(call.args[0]), minimum: call.args[1], recipient: low(call.args[2]) })
    } else if (call.functionName === 'refundETH') coins = 0n
    else throw new Error(call.functionName)
  }
  const [first, ...others] = [...taken, ...(value > 0n ? [[nativeTokenAddress, value - coins] as const] : [])]
  if (!first || others.length > 0) throw new Error('Not one token is sold')
  return { sold: { token: first[0], amount: first[1] }, paid, kept: [...held] }
}

function playV2({ value, data }: Sent, wrapped: string): Effect {
  const { functionName, args } = decodeFunctionData({ abi: v2Router, data })
  const fromCoin = functionName === 'swapExactETHForTokens'
  const [amount, minimum, path, recipient] = fromCoin ? [value, args[0], args[1], args[2]] : args
  const [first = '', last = ''] = [path[0], path.at(-1)].map((one) => low(one ?? ''))
  if (fromCoin ? first !== wrapped : value !== 0n) throw new Error('The value is not what is sold')
  const bought = functionName === 'swapExactTokensForETH' ? nativeTokenAddress : last
  if (functionName === 'swapExactTokensForETH' && last !== wrapped) throw new Error('Not the coin is bought')
  return {
    sold: { token: fromCoin ? nativeTokenAddress : first, amount },
    paid: [{ token: bought, minimum, recipient: low(recipient) }],
    kept: [],
  }
}

function playWrapping({ value, data }: Sent, wrapped: string): Effect {
  const { functionName, args } = decodeFunctionData({ abi: weth, data })
  if (functionName === 'withdraw' && value !== 0n) throw new Error('Coins are sent to be unwrapped')
  const amount = functionName === 'withdraw' ? args[0] : value
  const [sold, bought] = functionName === 'withdraw' ? [wrapped, nativeTokenAddress] : [nativeTokenAddress, wrapped]
  return { sold: { token: sold, amount }, paid: [{ token: bought, minimum: amount, recipient: account }], kept: [] }
}

function play(sent: Sent, networkId: CaipNetworkId): Effect {
  const { kind, router, wrapped = '' } = swaps[networkId] ?? expect.fail('There are no swaps.')
  if (low(sent.to) === wrapped) return playWrapping(sent, wrapped)
  expect(low(sent.to)).toBe(router)
  return kind === 'v2Router' ? playV2(sent, wrapped) : play02(sent, wrapped)
}

const random = randomOf(14)
const randomInt = (below: number) => Math.floor(random() * below)
const pick = <T,>(list: readonly T[]): T => list[randomInt(list.length)] as T

let node = evmNode(address)
let server = swapServer({ account, swaps, tokens, node })
beforeEach(() => {
  localStorage.clear()
  node = evmNode(address)
  server = swapServer({ account, swaps, tokens, node })
  server.world.random = random
  vi.stubGlobal('fetch', server.fetch)
})

/** A page with the form open, and the review drawn where it belongs. */
async function openForm() {
  let count = 0
  let chainId = '0x7a69'
  let isAtomic = false
  const mined = () => {
    count += 1
    const hash = node.send(`0x${count.toString(16).padStart(64, '0')}`)
    node.mine(hash)
    return hash
  }
  const asked: { readonly sent: readonly Sent[]; readonly from: string; readonly chainId: string }[] = []
  type Wire = { readonly to: Hex; readonly value?: Hex; readonly data?: Hex; readonly from: string }
  const read = ({ to, value = '0x0', data = '0x' }: Wire): Sent => ({ to, value: BigInt(value), data })
  const wallet = scriptedWallet({
    eth_chainId: () => chainId,
    wallet_switchEthereumChain: (params: unknown) => {
      chainId = (params as readonly [{ chainId: string }])[0].chainId
      return null
    },
    wallet_getCapabilities: () => (isAtomic ? { [chainId]: { atomic: { status: 'supported' } } } : {}),
    eth_sendTransaction: (params: unknown) => {
      const [wire] = params as readonly [Wire]
      asked.push({ sent: [read(wire)], from: wire.from, chainId })
      return mined()
    },
    wallet_sendCalls: (params: unknown) => {
      const [{ calls, from, chainId: named }] = params as readonly [{ calls: readonly Wire[]; from: string; chainId: string }]
      asked.push({ sent: calls.map(read), from, chainId: named })
      return { id: mined() }
    },
    wallet_getCallsStatus: (params: unknown) => ({
      status: 200,
      receipts: [{ transactionHash: (params as readonly string[])[0], status: '0x1' }],
    }),
  })
  const networks = [31_337, 31_338].map((id) => network(id, names[`eip155:${id}`]))
  const { dialog, event } = await connectedPage(wallet, { boot: { networks, swaps } as never })
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
  const draw = () =>
    flushSync(() =>
      root.render(
        <DialogContext.Provider value={dialog}>
          <SwapPreview />
        </DialogContext.Provider>,
      ),
    )
  return {
    ...{ dialog, event, host, asked, draw },
    state: () => swapStore(dialog).getState(),
    setAtomic(is: boolean) {
      isAtomic = is
    },
    /** The user changes the network in the wallet. */
    async onNetwork(networkId: CaipNetworkId) {
      chainId = `0x${Number(networkId.split(':')[1]).toString(16)}`
      event('io.test', 'chainChanged', chainId)
      await vi.waitFor(() => expect(sessionStore(dialog).getState().connections.eip155?.networkId).toBe(networkId), { interval: 1 })
    },
    async form(networkId: CaipNetworkId) {
      startSwap(dialog)
      await vi.waitFor(() => expect(swapStore(dialog).getState().listing).toBe('ready'), { interval: 1 })
      expect(swapStore(dialog).getState().key).toContain(networkId)
    },
  }
}
type Form = Awaited<ReturnType<typeof openForm>>

async function review({ dialog, draw, state }: Form, from: SwapToken, to: SwapToken, text: string, slippage: number) {
  swapStore(dialog).setState({ from, to, text, slippage })
  await refreshQuote(dialog)
  reviewSwap(dialog)
  await vi.waitFor(() => expect(state().reviewing).not.toBe('loading'), { interval: 1 })
  draw()
}

/** What stands on screen. */
function readScreen(host: HTMLElement) {
  const facts = Object.fromEntries(
    [...host.querySelectorAll('.fact')].map((fact) => [
      fact.querySelector('dt')?.textContent ?? '',
      (fact.querySelector('.mono') ?? fact.querySelector('dd'))?.textContent ?? '',
    ]),
  )
  const [pays, gets] = [...host.querySelectorAll('.swap-side')].map((side) => ({
    amount: side.querySelector('.swap-amount')?.textContent ?? '',
    token: side.querySelector('.mono')?.textContent ?? '',
  }))
  const button = host.querySelector<HTMLButtonElement>('[data-focus-key="confirm"]')
  return { facts, pays, gets, button, label: button?.textContent, text: host.textContent ?? '' }
}

/** An amount of the screen, in its smallest unit, and the symbol behind it. */
function readAmount(text: string | undefined, { decimals }: SwapToken) {
  const [, digits = '', symbol = ''] = /^([\d,.]+) (.+)$/.exec(text ?? '') ?? expect.fail(`${text} is no amount.`)
  return { amount: parseUnits(digits.replaceAll(',', ''), decimals), symbol }
}
/** The part of an amount that is shown where it is only about so much. */
const about = (amount: bigint, { decimals }: SwapToken) => {
  const unit = 10n ** BigInt(Math.max(0, decimals - 3))
  return (amount / unit) * unit
}
/** All digits that a screen has room for. */
const cut = (amount: bigint, { decimals }: SwapToken) =>
  decimals > 18 ? (amount / 10n ** BigInt(decimals - 18)) * 10n ** BigInt(decimals - 18) : amount
const short = (at: string) => `${at.slice(0, 6)}…${at.slice(-4)}`

/** The user presses what the button says, until the wallet is asked and all of it has ended. */
async function press({ dialog, host, state, asked }: Form) {
  const before = asked.length
  const click = () => flushSync(() => readScreen(host).button?.click())
  click()
  // What loses much is asked for once more, and not by a key that is still held.
  if (readScreen(host).label === 'Yes, swap and lose this') {
    const now = vi.spyOn(dialog, 'now').mockReturnValue(dialog.now() + 1_000)
    click()
    now.mockRestore()
  }
  const end = () => state().result ?? state().problem ?? expect.fail(`Nothing ended. On screen: ${readScreen(host).text}`)
  await vi.waitFor(end, { interval: 1, timeout: 10_000 })
  return asked.slice(before)
}

/** One swap of anything for anything, on any network. */
async function swapOnce(form: Form): Promise<'sent' | 'refused'> {
  const { dialog, host, state } = form
  const { world } = server
  const networkId = pick(networkIds)
  const { router = '', wrapped = '' } = swaps[networkId] ?? {}
  const all = tokens[networkId] ?? []
  const from = pick(all)
  const to = pick(all.filter((one) => one !== from))
  const digits = randomInt(from.decimals + 1)
  const fraction = Array.from({ length: digits }, () => randomInt(10)).join('')
  const text = `${1 + randomInt(10 ** (1 + randomInt(9)))}${fraction ? `.${fraction}` : ''}`
  const sold = parseUnits(text, from.decimals)
  const rate = BigInt(1 + randomInt(10 ** 6)) * 10n ** BigInt(to.decimals)
  world.rate = (_from, _to, amount) => (amount * rate) / 10n ** BigInt(from.decimals + 3) + 10_000n
  world.impact = pick([0, 8, 499, 500, 3_000])
  const slippage = pick([1, 10, 50, 100, 500, 5_000])
  const isWrapping = [from, to].every((one) => one.address === nativeTokenAddress || one.address === wrapped)
  for (const token of ['KEEP']) world.keepsPart.add(all.find(({ symbol }) => symbol === token)?.address ?? '')
  world.changesFromNothing.add(all.find(({ symbol }) => symbol === 'TETH')?.address ?? '')
  const allowance = pick([0n, 1n, sold / 2n, sold - 1n, sold, 2n ** 200n])
  world.allowances.set(`${networkId}:${from.address}`, allowance)
  form.setAtomic(random() < 0.3)
  await form.onNetwork(networkId)
  await form.form(networkId)
  if ([from, to].some(({ symbol }) => symbol === 'KEEP')) {
    swapStore(dialog).setState({ from, to, text })
    await refreshQuote(dialog)
    expect([state().quote, swapNeed(state())]).toMatchObject([{ status: 'failed', failure: 'keepsPart' }, 'noPrice'])
    return 'refused'
  }
  await review(form, from, to, text, slippage)

  const { facts, pays, gets, label } = readScreen(host)
  const asked = await press(form)
  expect(state().result, JSON.stringify(state().problem)).toMatchObject({ status: 'done' })

  // All of it went to one account and one network: those that are shown.
  expect(asked.every((one) => low(one.from) === account)).toBe(true)
  expect([...new Set(asked.map((one) => names[`eip155:${Number(one.chainId)}`]))]).toEqual([facts.Network])
  expect(facts.Network).toBe(names[networkId])
  const calls = asked.flatMap((one) => one.sent)
  const last = calls.at(-1) ?? expect.fail('Nothing was sent.')
  const effect = play(last, networkId)
  expect(effect).toEqual({
    sold: { token: from.address, amount: sold },
    paid: [{ token: to.address, minimum: expect.any(BigInt), recipient: account }],
    kept: [],
  })
  const least = effect.paid[0]?.minimum ?? 0n
  const bought = isWrapping ? sold : world.rate('', '', sold)
  expect(least).toBeGreaterThanOrEqual((bought * BigInt(10_000 - slippage)) / 10_000n)

  // What was on screen when the user pressed.
  expect(readAmount(pays?.amount, from)).toEqual({ amount: cut(effect.sold.amount, from), symbol: from.symbol })
  expect(readAmount(facts['At least'], to)).toEqual({ amount: cut(least, to), symbol: to.symbol })
  if (about(bought, to) > 0n) expect(readAmount(gets?.amount, to)).toEqual({ amount: about(bought, to), symbol: to.symbol })
  expect([pays?.token, gets?.token]).toEqual([from, to].map((one) => (one.address === nativeTokenAddress ? '' : short(one.address))))
  expect(facts.Slippage).toBe(`${slippage / 100}%`)
  expect(facts.Contract).toBe(short(low(last.to)))

  // What is approved before: exactly what is sold, to the contract that is shown, and only where it is needed and said.
  const approvals = calls.slice(0, -1).map((call) => {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: call.data })
    expect([functionName, call.value, low(call.to)]).toEqual(['approve', 0n, from.address])
    return { spender: low((args as readonly [Address])[0]), amount: hexToBigInt(slice(call.data, 36)) }
  })
  const needs = !isWrapping && from.address !== nativeTokenAddress && allowance < sold
  const isTogether = asked.length === 1 && calls.length > 1
  const needsReset = needs && from.symbol === 'TETH' && allowance > 0n
  expect(approvals).toEqual([
    ...(needsReset ? [{ spender: router, amount: 0n }] : []),
    ...(needs ? [{ spender: router, amount: sold }] : []),
  ])
  if (world.impact < 500) expect(label).toBe(needs ? (isTogether ? 'Approve and swap' : `Approve ${from.symbol}`) : 'Swap')
  else expect(label).toBe('Swap anyway')

  finishSwap(dialog)
  back(dialog)
  return 'sent'
}

describe('what the review shows is what the wallet gets', () => {
  const rounds = process.env.LATCHKEY_LONG ? 1_000 : 30
  test(`behavior: in ${rounds} random swaps, by the public interfaces of the contracts`, { timeout: 1_200_000 }, async () => {
    const form = await openForm()
    const ends = { sent: 0, refused: 0 }
    for (let sent = 0; sent < rounds; sent = ends.sent) ends[await swapOnce(form)] += 1
    expect(ends.sent).toBe(rounds)
  })
})

describe('between the review and the press', () => {
  const [usdc, dai] = ['USDC', 'DAI'].map((symbol) => tokens['eip155:31337']?.find((one) => one.symbol === symbol)) as [
    SwapToken,
    SwapToken,
  ]
  /** A review of 100 USDC that needs no approval. */
  async function reviewed() {
    const form = await openForm()
    server.world.allowances.set(`eip155:31337:${usdc.address}`, 2n ** 100n)
    await form.form('eip155:31337')
    await review(form, usdc, dai, '100', 100)
    expect(readScreen(form.host)).toMatchObject({ label: 'Swap', pays: { amount: '100 USDC' } })
    const screen = () => readScreen(form.host).text
    const click = () => flushSync(() => readScreen(form.host).button?.click())
    return { ...form, screen, click }
  }

  test('behavior: presses in a row, as of a key that is held, show a bad price once more, and swap nothing: that takes one more, later', async () => {
    server.world.impact = 3_000
    const form = await openForm()
    server.world.allowances.set(`eip155:31337:${usdc.address}`, 2n ** 100n)
    await form.form('eip155:31337')
    await review(form, usdc, dai, '100', 100)
    const click = () => flushSync(() => readScreen(form.host).button?.click())
    click()
    expect(readScreen(form.host).label).toBe('Yes, swap and lose this')
    const from = Date.now()
    const now = vi.spyOn(form.dialog, 'now')
    // A key that is held presses on and on, after its first half second.
    for (const later of [100, 600, 630, 660, 900]) {
      now.mockReturnValue(from + later)
      click()
    }
    // The code that sends is fetched by the press.
    await vi.dynamicImportSettled()
    expect([form.state().progress, form.state().result, form.asked]).toEqual([undefined, undefined, []])
    expect(readScreen(form.host).label).toBe('Yes, swap and lose this')
    now.mockReturnValue(from + 2_000)
    click()
    await vi.waitFor(() => expect(form.state().result?.status).toBe('done'))
    expect(form.asked).toHaveLength(1)
  })

  test('error: a price that moved so far that the swap would fail asks again, and the wallet is not asked', async () => {
    const { screen, click, asked, state } = await reviewed()
    server.world.failsNow = true
    click()
    await vi.waitFor(() => expect(screen()).toContain('Price moved'))
    expect([asked, state().review]).toEqual([[], undefined])
  })

  test('behavior: a price that is too old is made anew, what it gives less is said, and only the second press asks the wallet', async () => {
    const { dialog, draw, host, screen, click, asked, state } = await reviewed()
    const now = vi.spyOn(dialog, 'now').mockReturnValue(state().review?.until ?? 0)
    // The clock of the screen has run down.
    await vi.waitFor(() => expect(readScreen(host).label).toBe('Get a new price'))
    server.world.rate = (_from, _to, amount) => amount * 2n - 1_000_000n
    click()
    await vi.waitFor(() => expect(screen()).toContain('less'))
    expect(asked).toEqual([])
    now.mockRestore()
    draw()
    const least = readAmount(readScreen(host).facts['At least'], dai).amount
    await vi.waitFor(() => expect(readScreen(host).label).toBe('Swap'))
    click()
    await vi.waitFor(() => expect(state().result?.status).toBe('done'))
    const [sent] = asked.flatMap((one) => one.sent)
    expect(sent && play(sent, 'eip155:31337').paid[0]?.minimum).toBe(least)
  })

  test.each<[string, (form: Form) => Promise<void> | void]>([
    ['network', (form) => form.onNetwork('eip155:31338')],
    ['account', ({ event }) => void event('io.test', 'accountsChanged', [`0x${'12'.repeat(20)}`])],
  ])('error: another %s takes the review away and says so, and the wallet is not asked', async (_what, change) => {
    const form = await reviewed()
    await change(form)
    await vi.waitFor(() => expect(form.screen()).toContain('Your account or network changed.'))
    // Nothing to say yes to: neither on screen, nor for a press that came too late.
    expect([readScreen(form.host).pays, readScreen(form.host).button]).toEqual([undefined, null])
    await confirmSwap(form.dialog)
    expect([form.asked, form.state().reviewing]).toEqual([[], 'changed'])
  })

  test('error: a network that changed in the moment of the press, before the screen could follow', async () => {
    const form = await reviewed()
    sessionStore(form.dialog).setState(({ connections }) => ({
      connections: { ...connections, eip155: { ...connections.eip155, networkId: 'eip155:31338' } as never },
    }))
    await confirmSwap(form.dialog)
    expect(form.asked).toEqual([])
    expect(form.screen()).toContain('Your account or network changed.')
  })
})
