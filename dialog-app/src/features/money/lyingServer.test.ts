// @vitest-environment happy-dom
import { type CaipNetworkId, nativeTokenAddress, type SwapContracts } from '@latchkey/protocol'
import { concatHex, decodeFunctionData, encodeFunctionData, erc20Abi, type Hex, maxUint256 } from 'viem'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { destroy } from '../../lib/lifetime.js'
import { type SwapToken, swapStore } from '../../state/swap.js'
import { uiStore } from '../../state/ui.js'
import { evmNode } from '../../testing/evmNode.js'
import { connectedPage } from '../../testing/fakePage.js'
import { encodeForRouter02, packedPath, type RouterOrder, router02Abi, routerItself } from '../../testing/routerCalls.js'
import { address, scriptedWallet } from '../../testing/scriptedWallet.js'
import { swapServer, type WireAnswer } from '../../testing/swapServer.js'
import { push } from '../navigator/view.js'
import { refreshQuote } from './swap/liveQuote.js'
import { confirmSwap } from './swap/performSwap.js'
import { reviewSwap } from './swap/swapActions.js'
import { startSwap, stopSwap } from './swap/swapForm.js'
import { swapNeed } from './swap/swapNeed.js'
import { findPasted } from './swap/swapTokens.js'

/*
 * Everything that `/v1/convert/*` could say to take somebody's money: who owns the API's host, or whom it asks, can answer anything. Each lie is
 * refused with a sentence before the wallet is asked, or changes nothing of what the wallet gets.
 */

const chain: CaipNetworkId = 'eip155:31337'
const account = address.toLowerCase() as Hex
const router: Hex = `0x${'a1'.repeat(20)}`
const wrapped: Hex = `0x${'e1'.repeat(20)}`
const thief: Hex = `0x${'bad0'.repeat(10)}`
const swaps: Readonly<Record<CaipNetworkId, SwapContracts>> = { [chain]: { kind: 'swapRouter02', router, wrapped } }
const token = (symbol: string, at: string, decimals = 6): SwapToken => ({
  ...{ address: at, symbol, name: symbol, decimals, icon: '', listed: true },
})
const eth = token('ETH', nativeTokenAddress, 18)
const usdc = token('USDC', `0x${'c1'.repeat(20)}`)
const dai = token('DAI', `0x${'c2'.repeat(20)}`)
const other = token('EVIL', `0x${'c3'.repeat(20)}`)
const tokens = { [chain]: [eth, token('WETH', wrapped, 18), usdc, dai, other] }
const id = (at: string, network: string = chain) => `${network}:${at}`
const sold = 100_000_000n
const least = 198_000_000n

let node = evmNode(address)
let server = swapServer({ account, swaps, tokens, node })
beforeEach(() => {
  localStorage.clear()
  node = evmNode(address)
  server = swapServer({ account, swaps, tokens, node })
  // Every route is the same one, over two pools.
  server.world.random = () => 0.9
  vi.stubGlobal('fetch', server.fetch)
})

/** The form with the tokens that the server lists. */
async function open() {
  let count = 0
  const wallet = scriptedWallet({
    eth_sendTransaction: () => {
      count += 1
      const hash = node.send(`0x${String(count).padStart(64, '0')}`)
      node.mine(hash)
      return hash
    },
  })
  const { dialog } = await connectedPage(wallet, { boot: { swaps } })
  onTestFinished(() => {
    stopSwap(dialog)
    destroy(dialog)
  })
  uiStore(dialog).setState({ open: true })
  push(dialog, 'Account')
  push(dialog, 'Swap')
  startSwap(dialog)
  const state = () => swapStore(dialog).getState()
  await vi.waitFor(() => expect(['ready', 'failed']).toContain(state().listing))
  const sent = () => wallet.calls.filter(({ method }) => /sendTransaction|sendCalls|sign/i.test(method)).map(({ params }) => params)
  return { dialog, state, sent, wallet }
}

/** 100 USDC for DAI, or what the server has put in their place in its list, from the form to the wallet. */
async function swap({ from = usdc.address as string, to = dai.address as string } = {}) {
  const page = await open()
  const { dialog, state, sent } = page
  const listed = (at: string) => state().tokens.find((one) => one.address === at)
  swapStore(dialog).setState({ from: listed(from), to: listed(to), text: '100', slippage: 100 })
  await refreshQuote(dialog)
  const need = swapNeed(state())
  // The button offers a review only then.
  if (need === 'ready') {
    reviewSwap(dialog)
    await vi.waitFor(() => expect(state().reviewing).not.toBe('loading'))
    await confirmSwap(dialog)
  }
  const { quote, reviewing } = state()
  const refused = quote.status === 'failed' ? quote.failure : reviewing === 'idle' ? undefined : reviewing
  return { ...page, need, refused, sent: sent() }
}

const tx = (change: object) => (answer: WireAnswer) => ({ tx: { ...answer.tx, ...change } })
const terms: RouterOrder = {
  ...{ from: usdc.address, to: dai.address, sold, minimum: least, recipient: account },
  ...{ source: usdc.address as Hex, target: dai.address as Hex },
}
const route = (change: Partial<RouterOrder>) => tx({ data: encodeForRouter02({ ...terms, ...change }, () => 0.9) })
const approval = (spender: Hex, amount: bigint) =>
  tx({ data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }) })
const call = (functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: router02Abi, functionName, args } as unknown as Parameters<typeof encodeFunctionData>[0])
const trade = (change: object = {}) =>
  call('exactInput', [
    {
      ...{ path: packedPath([usdc.address as Hex, dai.address as Hex]), recipient: account, amountIn: sold, amountOutMinimum: least },
      ...change,
    },
  ])
const multicall = (...parts: readonly Hex[]) => tx({ data: call('multicall', [9n ** 9n, parts]) })
const quote = (change: object) => (answer: WireAnswer) => ({ quotes: [{ ...answer.quotes[0], ...change }] })
const listed = (change: (one: { address: string; symbol: string }) => object) => (answer: WireAnswer) => ({
  tokens: answer.tokens.map((one: { address: string; symbol: string }) => ({ ...one, ...change(one) })),
})
const only = (symbol: string, change: object) => listed((one) => (one.symbol === symbol ? change : {}))

type Lie = readonly [endpoint: string, what: string, lie: (answer: WireAnswer) => WireAnswer, refused: string]
const refusedLies: readonly Lie[] = [
  ['tokens', 'what is sold has fewer digits than its contract says: more would be sold', only('USDC', { decimals: 4 }), 'mismatch'],
  ['tokens', 'what is sold has more digits than its contract says', only('USDC', { decimals: 8 }), 'mismatch'],
  ['tokens', 'what is bought has fewer digits than its contract says: less would arrive', only('DAI', { decimals: 2 }), 'mismatch'],
  ['quotes', 'for another token in return', quote({ toAccount: id(other.address) }), 'mismatch'],
  ['quotes', 'for a token of another network', quote({ toAccount: id(dai.address, 'eip155:1') }), 'mismatch'],
  ['quotes', 'for another token that is sold', quote({ fromAccount: id(other.address) }), 'mismatch'],
  ['quotes', 'for another amount', quote({ fromAmount: '100000001' }), 'mismatch'],
  ['quotes', 'nothing in return', quote({ toAmount: '0' }), 'mismatch'],
  ['quotes', 'less than nothing in return', quote({ toAmount: '-1' }), 'unavailable'],
  ['quotes', 'no number', quote({ toAmount: '1e9' }), 'unavailable'],
  ['quotes', 'none at all', () => ({ quotes: [] }), 'mismatch'],
  ['quotes', 'much more than what is built then', quote({ toAmount: '300000000' }), 'moved'],
  ['quotes', 'no JSON', () => new Response('<html>'), 'unavailable'],
  ['allowance', 'more than there is: a swap that would fail', () => ({ allowance: String(maxUint256) }), 'moved'],
  ['allowance', 'less than nothing', () => ({ allowance: '-1' }), 'unavailable'],
  ['build-approve', 'for another spender', approval(thief, sold), 'mismatch'],
  ['build-approve', 'without a limit', approval(router, maxUint256), 'mismatch'],
  ['build-approve', 'of a little more', approval(router, sold + 1n), 'mismatch'],
  ['build-approve', 'of less', approval(router, sold - 1n), 'mismatch'],
  ['build-approve', 'of another token', tx({ from: id(other.address), to: id(other.address) }), 'mismatch'],
  ['build-approve', 'at another contract', tx({ to: id(thief) }), 'mismatch'],
  ['build-approve', 'on another network', tx({ to: id(usdc.address, 'eip155:1') }), 'mismatch'],
  ['build-approve', 'with coins', tx({ value: '1' }), 'mismatch'],
  [
    'build-approve',
    'a transfer',
    tx({ data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [thief, sold] }) }),
    'mismatch',
  ],
  ['build-approve', 'more behind it', (answer) => tx({ data: `${answer.tx.data}00` })(answer), 'mismatch'],
  ['build-approve', 'nothing', tx({ data: '0x' }), 'mismatch'],
  ['build-transaction', 'of another account', tx({ from: id(thief) }), 'mismatch'],
  ['build-transaction', 'at another contract', tx({ to: id(thief) }), 'mismatch'],
  ['build-transaction', 'at the token', tx({ to: id(usdc.address) }), 'mismatch'],
  ['build-transaction', 'on another network', tx({ to: id(router, 'eip155:1') }), 'mismatch'],
  ['build-transaction', 'for another recipient', route({ recipient: thief }), 'mismatch'],
  ['build-transaction', 'another token in return', route({ target: other.address as Hex }), 'mismatch'],
  ['build-transaction', 'another token that is sold', route({ source: other.address as Hex }), 'mismatch'],
  ['build-transaction', 'more that is sold', route({ sold: sold * 2n }), 'mismatch'],
  ['build-transaction', 'less that is sold', route({ sold: sold - 1n }), 'mismatch'],
  ['build-transaction', 'no minimum', route({ minimum: 0n }), 'mismatch'],
  ['build-transaction', 'a minimum below the slippage', route({ minimum: least - 1n }), 'mismatch'],
  ['build-transaction', 'more in return than its minimum says', tx({ amount: '250000000' }), 'mismatch'],
  ['build-transaction', 'much less in return than was quoted', tx({ amount: '150000000' }), 'moved'],
  ['build-transaction', 'nothing in return', tx({ amount: '0' }), 'moved'],
  ['build-transaction', 'nothing', tx({ data: '0x' }), 'mismatch'],
  [
    'build-transaction',
    'an approval',
    tx({ data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [thief, sold] }) }),
    'mismatch',
  ],
  ['build-transaction', 'more behind it', (answer) => tx({ data: `${answer.tx.data}${thief.slice(2)}` })(answer), 'mismatch'],
  ['build-transaction', 'a part with more behind it', multicall(concatHex([trade(), thief])), 'mismatch'],
  ['build-transaction', 'a second trade', multicall(trade(), trade()), 'mismatch'],
  ['build-transaction', 'a call inside a call', multicall(call('multicall', [1n, [trade()]])), 'mismatch'],
  ['build-transaction', 'what it sells, paid to the router and left there', multicall(trade({ recipient: routerItself })), 'mismatch'],
  [
    'build-transaction',
    'a payment before the trade, which leaves there what the trade gives',
    multicall(call('sweepToken', [dai.address, least, account]), trade({ recipient: routerItself, amountOutMinimum: 0n })),
    'mismatch',
  ],
  [
    'build-transaction',
    'a payment to somebody else beside it',
    multicall(trade(), call('sweepToken', [usdc.address, 0n, thief])),
    'mismatch',
  ],
]

describe('a lie about a swap', () => {
  test.each(refusedLies)('error: %s, %s: refused before the wallet is asked', async (endpoint, _what, lie, expected) => {
    server.world.lies[endpoint] = lie
    // What the chain would not do, it does not: the allowance is not there.
    if (endpoint === 'allowance') server.world.failsNow = true
    // Of an approval only where one is needed.
    const { refused, sent } = await swap()
    expect([refused, sent]).toEqual([expected, []])
  })

  const harmless: readonly (readonly [endpoint: string, what: string, lie: (answer: WireAnswer) => WireAnswer])[] = [
    ['tokens', 'the name and the picture of another token', only('DAI', { name: 'USD Coin', logoUri: 'javascript:alert(1)' })],
    ['tokens', 'a picture of the page behind it', only('USDC', { logoUri: 'https://thief.example/track.svg' })],
    ['quotes', 'no loss by the price', quote({ priceImpact: 0 })],
    ['quotes', 'a gain by the price', quote({ priceImpact: -500 })],
    ['quotes', 'a route over other pools', quote({ route: [{ percent: 100, path: [id(thief)], pools: [] }] })],
    ['gas-price', 'nothing', () => ({ standard: '0', fast: '0', instant: '0' })],
    ['gas-price', 'no number', () => ({ standard: '', fast: '', instant: '' })],
    ['build-approve', 'another price of gas', tx({ eip155: { gasPrice: '0' } })],
    ['build-approve', 'gas for the wallet', tx({ gas: '0x1', maxFeePerGas: '0xffffffffff', nonce: 0 })],
    ['build-transaction', 'coins for the router', tx({ value: '1000000000000000000' })],
    ['build-transaction', 'another price of gas', tx({ eip155: { gas: '200000', gasPrice: '0' } })],
    ['build-transaction', 'gas for the wallet', tx({ gas: '0x1', maxFeePerGas: '0xffffffffff', nonce: 0, accessList: [] })],
  ]
  test.each(harmless)('behavior: %s, %s: the wallet gets the same as from an honest server', async (endpoint, _what, lie) => {
    const honest = await swap()
    expect([honest.refused, honest.sent.length]).toEqual([undefined, 2])
    server.world.lies[endpoint] = lie
    const { refused, sent } = await swap()
    expect([refused, sent]).toEqual([undefined, honest.sent])
  })

  test('behavior: allowance, none though there is one: what is approved again is the amount, and nothing more', async () => {
    server.world.allowances.set(id(usdc.address), maxUint256)
    server.world.lies.allowance = () => ({ allowance: '0' })
    const { sent } = await swap()
    const [[{ to, data, value = '0x0' }]] = sent as unknown as [[{ to: string; data: Hex; value?: string }]]
    expect([to, BigInt(value), decodeFunctionData({ abi: erc20Abi, data }).args]).toEqual([usdc.address, 0n, [expect.any(String), sold]])
  })

  const nativeTrade = call('exactInput', [
    { path: packedPath([wrapped, dai.address as Hex]), recipient: account, amountIn: 10n ** 20n, amountOutMinimum: 198n * 10n ** 18n },
  ])
  test.each<[string, string, string, (answer: WireAnswer) => WireAnswer]>([
    [
      'coins that are given back before the trade, which takes wrapped ones',
      nativeTokenAddress,
      dai.address,
      multicall(call('refundETH', []), nativeTrade),
    ],
    ['a trade of wrapped coins that pays coins as wrapped ones', dai.address, nativeTokenAddress, multicall(nativeTrade)],
    ['more behind the call that wraps', nativeTokenAddress, wrapped, (answer) => tx({ data: `${answer.tx.data}00` })(answer)],
    ['a router that wraps', nativeTokenAddress, wrapped, tx({ to: id(router) })],
    ['more that is unwrapped', wrapped, nativeTokenAddress, tx({ data: `0x2e1a7d4d${'f'.repeat(64)}` })],
  ])('error: build-transaction, %s: refused before the wallet is asked', async (_what, from, to, lie) => {
    server.world.allowances.set(id(from), maxUint256)
    const honest = await swap({ from, to })
    expect([honest.refused, honest.sent.length]).toEqual([undefined, 1])
    server.world.lies['build-transaction'] = lie
    const { refused, sent } = await swap({ from, to })
    expect([refused, sent]).toEqual(['mismatch', []])
  })

  test.each<[string, object]>([
    ['no gas at all', { gas: '0', gasPrice: '0' }],
    ['all of the gas there is', { gas: '9'.repeat(70), gasPrice: '9' }],
  ])('behavior: build-transaction, %s: the fee on screen is the only thing that changes', async (_what, eip155) => {
    const honest = await swap()
    server.world.lies['build-transaction'] = tx({ eip155 })
    const { refused, sent } = await swap()
    expect([refused, sent]).toEqual([undefined, honest.sent])
  })

  test('error: balances, a coin with fewer digits than the network says, which no list of swaps has: it is not sold', async () => {
    const { dialog, state, sent } = await open()
    swapStore(dialog).setState({ from: { ...eth, decimals: 17 }, to: dai, text: '1' })
    await refreshQuote(dialog)
    reviewSwap(dialog)
    await vi.waitFor(() => expect(state().reviewing).toBe('mismatch'))
    await confirmSwap(dialog)
    expect(sent()).toEqual([])
  })

  test('behavior: quotes, no loss by the price: what the values say is asked for a second time', async () => {
    server.world.lies.quotes = quote({ priceImpact: 0 })
    const { dialog, state } = await open()
    swapStore(dialog).setState({ from: usdc, to: dai, text: '100', prices: { [usdc.address]: 4_000_000n, [dai.address]: 1_000_000n } })
    await refreshQuote(dialog)
    expect(state().quote).toMatchObject({ quote: { impact: 5_000 } })
  })

  test('behavior: gas-price, more than anybody has: it is said that there is not enough for the fee', async () => {
    server.world.lies['gas-price'] = () => ({ standard: '9'.repeat(60), fast: '9'.repeat(60), instant: '9'.repeat(60) })
    const { need, sent } = await swap()
    expect([need, sent]).toEqual(['feeFunds', []])
  })
})

describe('a lie about tokens', () => {
  test('error: a token of another network is left out: at its address may be anything here', async () => {
    server.world.lies.tokens = only('DAI', { address: id(dai.address, 'eip155:1') })
    const { state } = await open()
    expect(state().tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'WETH', 'USDC', 'EVIL'])
  })

  test('behavior: the coin is what the network says, whatever the list calls it', async () => {
    server.world.lies.tokens = only('ETH', { symbol: 'USDC', name: 'USD Coin', decimals: 6, listed: false })
    const { state } = await open()
    expect(state().from).toMatchObject({ address: nativeTokenAddress, symbol: 'ETH', name: 'Ether', decimals: 18, listed: true })
  })

  test('behavior: a symbol cannot turn the writing round, or hide more behind it', async () => {
    server.world.lies.tokens = only('EVIL', { symbol: '\u202eCDSU\u0000\n100 USDC', name: '\u2066USD Coin' })
    const { state } = await open()
    const { symbol = '', name = '' } = state().tokens.find((one) => one.address === other.address) ?? {}
    expect(`${symbol}${name}`).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  test('error: a list that is none is no list, and says so', async () => {
    server.world.lies.tokens = () => ({ tokens: 'all' })
    const { state } = await open()
    expect([state().listing, state().tokens]).toEqual(['failed', []])
  })

  test.each<[string, object]>([
    ['another token than the one at the pasted address', { address: id(other.address) }],
    ['one of another network', { address: id(dai.address, 'eip155:1') }],
  ])('error: %s is not found', async (_what, change) => {
    const { dialog } = await open()
    expect(await findPasted(dialog, dai.address.toUpperCase().replace('0X', '0x'))).toMatchObject({ symbol: 'DAI' })
    server.world.lies.tokens = listed(() => change)
    expect(await findPasted(dialog, dai.address)).toBeUndefined()
  })
})
