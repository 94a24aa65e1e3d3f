// @vitest-environment happy-dom
import { nativeTokenAddress, RpcError } from '@latchkey/protocol'
import { decodeFunctionData, encodeAbiParameters, encodeEventTopics, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Dialog } from '../../../lib/dialog.js'
import { destroy } from '../../../lib/lifetime.js'
import { sessionStore } from '../../../state/session.js'
import { dispatchSession } from '../../../state/sessionReducer.js'
import { type SwapToken, swapStore } from '../../../state/swap.js'
import { uiStore } from '../../../state/ui.js'
import { currentView } from '../../../state/view.js'
import { evmNode } from '../../../testing/evmNode.js'
import { connectedPage } from '../../../testing/fakePage.js'
import { scriptedFrame } from '../../../testing/scriptedFrame.js'
import { address, deferred, scriptedWallet } from '../../../testing/scriptedWallet.js'
import { createEmbeddedWallet } from '../../../wallets/embedded/index.js'
import { provideWallet } from '../../../wallets/registry.js'
import { closeDialog, finishClosing } from '../../navigator/close.js'
import { push } from '../../navigator/view.js'
import { startTransactions } from '../transactions/startTransactions.js'
import { approvedAlone, dismissEarlier, earlierStep } from './earlierSteps.js'
import { amountOf, refreshQuote } from './liveQuote.js'
import { confirmSwap } from './performSwap.js'
import { makeReview } from './reviewSwap.js'
import { reviewSwap } from './swapActions.js'
import { startSwap, stopSwap, takePart, turnAround, typeAmount } from './swapForm.js'
import { swapLimits } from './swapLimits.js'
import { leastOf } from './swapMath.js'
import { swapNeed } from './swapNeed.js'

/* Swaps of a whole dialog, before a server and a node that the test plays: honest ones, and ones that lie. */

const chain = 'eip155:31337'
const router: Hex = '0x00000000000000000000000000000000000000a1'
const stranger: Hex = '0x00000000000000000000000000000000000bad00'
const usdc: Hex = '0x00000000000000000000000000000000000000c1'
const dai: Hex = '0x00000000000000000000000000000000000000c2'
const account = address.toLowerCase() as Hex
/** The contract of the OP stack that says what the chain below takes. */
const oracle = '0x420000000000000000000000000000000000000F'
const hashOf = (digit: string): Hex => `0x${digit.repeat(64)}`
const routerAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])
const lifiAbi = parseAbi([
  'function swapTokensSingleV3ERC20ToERC20(bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmount, (address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit) swap)',
])
const events = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])

const token = (symbol: string, at: string): SwapToken => ({ address: at, symbol, name: symbol, decimals: 6, icon: '', listed: true })
const wire = ({ address: at, ...rest }: SwapToken) => ({ ...rest, address: `${chain}:${at}`, logoUri: null, eip2612: null })

type Lies = {
  readonly quote?: object
  readonly quoteStatus?: number
  readonly reason?: string
  readonly spender?: Hex
  readonly approved?: bigint
  readonly recipient?: Hex
  readonly minimum?: (honest: bigint) => bigint
  readonly offered?: string
  /** What is bought, of the transaction. */
  readonly bought?: Hex
  /** The contract that the transaction goes to. */
  readonly contract?: Hex
}
/** Who swaps. */
type Kind = 'v2Router' | 'lifi'
/** What the server and the node do; a test changes it as it goes. */
const world = { lies: {} as Lies, kind: 'v2Router' as Kind, allowance: 0n, wouldFail: false, balance: 500_000_000n, quotes: 0, dataFee: 0n }
let node = evmNode(address)

const failure = (status: number, description: string) =>
  new Response(JSON.stringify({ status: 'FAILED', reasons: [{ field: 'x', description }] }), { status })

type Terms = Readonly<Record<'sold' | 'bought' | 'recipient', Hex> & Record<'amount' | 'minimum', bigint>>
const encodeSwap: Readonly<Record<Kind, (terms: Terms) => Hex>> = {
  v2Router: ({ sold, bought, amount, minimum, recipient }) =>
    encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapExactTokensForTokens',
      args: [amount, minimum, [sold, bought], recipient, 9n ** 9n],
    }),
  lifi: ({ sold, bought, amount, minimum, recipient }) => {
    const swap = { callTo: stranger, approveTo: stranger, callData: '0x12345678', requiresDeposit: true } as const
    const tokens = { sendingAssetId: sold, receivingAssetId: bought, fromAmount: amount }
    const args = [hashOf('1'), 'shop', '', recipient, minimum, { ...swap, ...tokens }] as const
    return encodeFunctionData({ abi: lifiAbi, functionName: 'swapTokensSingleV3ERC20ToERC20', args })
  },
}

function convert(path: string, query: URLSearchParams, body: string): Response {
  const { lies } = world
  const amount = query.get('amount') ?? ''
  switch (path) {
    case 'tokens':
      return Response.json({ tokens: [token('ETH', nativeTokenAddress), token('USDC', usdc), token('DAI', dai)].map(wire) })
    case 'quotes': {
      world.quotes += 1
      if (lies.quoteStatus) return failure(lies.quoteStatus, lies.reason ?? '')
      const honest = {
        id: null,
        fromAmount: amount,
        fromAccount: query.get('from'),
        toAmount: String(BigInt(amount) * 2n),
        toAccount: query.get('to'),
      }
      return Response.json({ quotes: [{ ...honest, priceImpact: 8, gas: '200000', ...lies.quote }] })
    }
    case 'gas-price':
      return Response.json({ standard: '10', fast: '11', instant: '12' })
    case 'allowance':
      return Response.json({ allowance: String(world.allowance) })
    case 'build-approve': {
      const args = [lies.spender ?? router, lies.approved ?? BigInt(amount)] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
      return Response.json({ tx: { from: query.get('from'), to: query.get('from'), data, value: '0', eip155: { gasPrice: '10' } } })
    }
    default: {
      const order = JSON.parse(body)
      const out = BigInt(lies.offered ?? BigInt(order.amount) * 2n)
      const honest = leastOf(out, order.eip155.slippage * 100)
      const [sold, bought] = [order.from, order.to].map((id: string) => id.split(':')[2] as Hex) as [Hex, Hex]
      const terms = {
        ...{ sold, bought: lies.bought ?? bought, amount: BigInt(order.amount) },
        ...{ minimum: lies.minimum?.(honest) ?? honest, recipient: lies.recipient ?? account },
      }
      const data = encodeSwap[world.kind](terms)
      const tx = {
        from: order.userAddress,
        to: `${chain}:${lies.contract ?? router}`,
        data,
        amount: String(out),
        eip155: { gas: '200000', gasPrice: '10' },
      }
      return Response.json({ tx })
    }
  }
}

beforeEach(() => {
  localStorage.clear()
  Object.assign(world, { lies: {}, kind: 'v2Router', allowance: 0n, wouldFail: false, balance: 500_000_000n, quotes: 0, dataFee: 0n })
  node = evmNode(address)
  node.results.eth_call = ([call]: readonly unknown[]) => {
    const { to, data } = call as { to: string; data: string }
    if (to === oracle) return encodeAbiParameters([{ type: 'uint256' }], [world.dataFee])
    const isDecimals = data.startsWith('0x313ce567')
    return encodeAbiParameters([{ type: 'uint256' }], [isDecimals ? 6n : world.balance])
  }
  vi.stubGlobal('fetch', async (input: URL | string, init: RequestInit = {}) => {
    init.signal?.throwIfAborted()
    const { pathname, searchParams } = new URL(input)
    if (pathname.startsWith('/v1/convert/')) return convert(pathname.slice(12), searchParams, String(init.body))
    if (pathname === '/v1/fungible/price') return Response.json({ fungibles: [] })
    const calls = pathname === '/v1/' ? JSON.parse(String(init.body)) : undefined
    // A call that a node refuses.
    if (world.wouldFail && calls && !Array.isArray(calls) && calls.method === 'eth_call' && calls.params[0].from)
      return Response.json({ jsonrpc: '2.0', id: calls.id, error: { code: 3, message: 'execution reverted' } })
    return node.fetch(input, init)
  })
})

async function open(replies: Parameters<typeof scriptedWallet>[0] = {}, projectId: string = crypto.randomUUID()) {
  const wallet = scriptedWallet(replies)
  const boot = { projectId, swaps: { [chain]: { router, kind: world.kind } } }
  const page = await connectedPage(wallet, { boot })
  const { dialog } = page
  onTestFinished(() => {
    stopSwap(dialog)
    destroy(dialog)
  })
  uiStore(dialog).setState({ open: true })
  push(dialog, 'Account')
  push(dialog, 'Swap')
  startSwap(dialog)
  await vi.waitFor(() => expect(swapStore(dialog).getState().listing).toBe('ready'))
  swapStore(dialog).setState({ from: token('USDC', usdc), to: token('DAI', dai) })
  const sent = () => wallet.calls.filter(({ method }) => method === 'eth_sendTransaction' || method === 'wallet_sendCalls')
  return { dialog, wallet, sent, projectId, state: () => swapStore(dialog).getState() }
}
async function quoted(dialog: Dialog, text = '100') {
  swapStore(dialog).setState({ text })
  await refreshQuote(dialog)
}
async function reviewed(dialog: Dialog) {
  await quoted(dialog)
  reviewSwap(dialog)
  await vi.waitFor(() => expect(swapStore(dialog).getState().reviewing).not.toBe('loading'))
}

/** What a swap of the second transaction leaves: so much of DAI arrived. */
const receipt = (value: bigint) => ({
  logs: [
    {
      address: dai,
      topics: encodeEventTopics({ abi: events, eventName: 'Transfer', args: { from: router, to: account } }),
      data: encodeAbiParameters([{ type: 'uint256' }], [value]),
    },
  ],
})

/** The same account, as a smart account of the embedded wallet, of which it says who pays. */
async function openSmart(estimateFee: unknown) {
  const page = await open()
  const { frame, asked } = scriptedFrame({
    estimateFee,
    rpcRequest: ({ method }: { method: string }) => {
      if (method === 'wallet_getCapabilities') return { '0x7a69': { atomic: { status: 'supported' } } }
      throw new RpcError(4200, method)
    },
  })
  const nothing = () => undefined
  const wallet = createEmbeddedWallet({
    ...{ frame, networks: () => [], name: () => 'Email', target: () => ({}), forget: nothing, onNotAllowed: nothing },
  })
  provideWallet(page.dialog, 'embedded', () => wallet)
  const accounts = [{ namespace: 'eip155', address, type: 'smartAccount' }] as const
  dispatchSession(page.dialog, { type: 'connected', namespace: 'eip155', wallet: wallet.info, accounts, networkId: chain })
  return { ...page, asked }
}

describe('who pays', () => {
  test('behavior: where the operator pays, Max sells all of the coin, no fee is missed, and the review shows none', async () => {
    const { dialog, state, asked } = await openSmart({ fee: '0x0', isSponsored: true })
    await quoted(dialog)
    await vi.waitFor(() => expect(state().isSponsored).toBe(true))
    await reviewed(dialog)
    expect(state().review).toMatchObject({ fee: 0n, isSponsored: true, approval: 'together' })
    // Of the calls that are sent: the approval, and the swap.
    expect(asked('estimateFee').at(-1)).toMatchObject({ chainId: chain, calls: [{ to: usdc }, { to: router }] })
    swapStore(dialog).setState({ from: token('ETH', nativeTokenAddress) })
    takePart(dialog, 100)
    expect(state().text).toBe('1000000000000')
    await refreshQuote(dialog)
    expect(swapNeed(state())).toBe('ready')
    stopSwap(dialog)
  })

  test('behavior: a paymaster that does not pay for this swap: the review shows what the wallet says that it costs', async () => {
    const { dialog, state } = await openSmart(({ calls }: { calls: readonly unknown[] }) =>
      calls.length === 1 ? { fee: '0x0', isSponsored: true } : { fee: '0x4d2', isSponsored: false },
    )
    await quoted(dialog)
    await vi.waitFor(() => expect(state().isSponsored).toBe(true))
    await reviewed(dialog)
    expect(state()).toMatchObject({ review: { fee: 1_234n, isSponsored: false, isFeeMost: true }, isSponsored: false })
  })
})

describe('the live price', () => {
  test('behavior: is asked for once when the user stops typing, with its cost, and the button says what is missing', async () => {
    const { dialog, state } = await open()
    expect(swapNeed(state())).toBe('amount')
    world.quotes = 0
    for (const text of ['1', '10', '100', '100.', '100,5']) typeAmount(dialog, text)
    expect(swapNeed(state())).toBe('price')
    await vi.waitFor(() => expect(state().quote.status).toBe('ready'))
    expect([state().text, world.quotes]).toEqual(['100,5', 1])
    expect(state().quote).toMatchObject({ quote: { amountOut: 201_000_000n, impact: 8, fee: 2_400_000n } })
    expect(swapNeed(state())).toBe('ready')
    typeAmount(dialog, '501')
    expect(swapNeed(state())).toBe('funds')
    takePart(dialog, 50)
    expect(state().text).toBe('250')
    takePart(dialog, 100)
    expect([state().text, state().isMax]).toEqual(['500', true])
    await vi.waitFor(() => expect(state().quote.status).toBe('ready'))
    turnAround(dialog)
    expect([state().from?.symbol, state().to?.symbol, state().text]).toEqual(['DAI', 'USDC', '1000'])
  })

  test.each<[string, Lies, string]>([
    ['for another token', { quote: { toAccount: `${chain}:${stranger}` } }, 'mismatch'],
    ['for another amount', { quote: { fromAmount: '1' } }, 'mismatch'],
    ['of nothing', { quote: { toAmount: '0' } }, 'mismatch'],
    ['that nobody gives', { quoteStatus: 400, reason: 'insufficient liquidity' }, 'liquidity'],
    [
      'of a token that keeps a part',
      { quoteStatus: 400, reason: 'This token keeps a part of each transfer and is not supported' },
      'keepsPart',
    ],
    ['of less than anybody trades', { quoteStatus: 400, reason: 'The amount is too small' }, 'tooLittle'],
    ['of a token that the provider has not', { quoteStatus: 400, reason: 'This token is not supported' }, 'unknownToken'],
    ['on a network without swaps', { quoteStatus: 400, reason: 'Network not supported for Swaps' }, 'unsupported'],
    ['while there are too many', { quoteStatus: 429 }, 'tooOften'],
    ['while nobody answers', { quoteStatus: 503 }, 'unavailable'],
  ])('error: a price %s is not shown, and its sentence is', async (_what, lies, expected) => {
    const { dialog, state } = await open()
    world.lies = lies
    await quoted(dialog)
    expect(state().quote).toMatchObject({ status: 'failed', failure: expected })
    expect(swapNeed(state())).toBe('noPrice')
  })
})

describe('the review', () => {
  test.each<Kind>(['v2Router', 'lifi'])(
    'behavior: shows what is in the bytes of %s: amounts, the least that arrives, fee and approval',
    async (kind) => {
      world.kind = kind
      const { dialog, state } = await open()
      await reviewed(dialog)
      expect(currentView(dialog)).toBe('SwapPreview')
      expect(state().review).toMatchObject({
        ...{ amount: 100_000_000n, amountOut: 200_000_000n, minimum: 198_000_000n, slippage: 100, contract: router },
        ...{ approval: { before: true, reset: false }, fee: 2_600_000n, impact: 8 },
      })
    },
  )

  test('behavior: the fee of each step has what the chain below takes, and Max of the coin leaves it', async () => {
    const { dialog, state } = await open()
    world.dataFee = 700_000n
    await quoted(dialog)
    expect(state().quote).toMatchObject({ quote: { fee: 2_400_000n + 700_000n } })
    reviewSwap(dialog)
    // Of the approval and of the swap.
    await vi.waitFor(() => expect(state().review?.fee).toBe(2_600_000n + 1_400_000n))
    world.allowance = 100_000_000n
    await makeReview(dialog)
    expect(state().review?.fee).toBe(2_000_000n + 700_000n)
    node.results.eth_getBalance = () => '0xde0b6b3a7640000'
    swapStore(dialog).setState({ from: { ...token('ETH', nativeTokenAddress), decimals: 18 }, to: token('DAI', dai), text: '1' })
    await refreshQuote(dialog)
    takePart(dialog, 100)
    expect(10n ** 18n - (amountOf(state()) ?? 0n)).toBe(2_400_000n + 700_000n)
  })

  const lies: readonly (readonly [string, Lies, string])[] = [
    ['a foreign spender', { spender: stranger }, 'mismatch'],
    ['an approval without a limit', { approved: 2n ** 256n - 1n }, 'mismatch'],
    ['another recipient', { recipient: stranger }, 'mismatch'],
    ['a negative slippage: less than was promised', { minimum: (honest) => honest - 1n }, 'mismatch'],
    ['another token in return', { bought: stranger }, 'mismatch'],
    ['another contract', { contract: stranger }, 'mismatch'],
    ['a price much below the quote', { offered: '150000000' }, 'moved'],
  ]
  const kinds = ['v2Router', 'lifi'] as const
  test.each(kinds.flatMap((kind) => lies.map((lie) => [kind, ...lie] as const)))(
    'error: of %s %s is refused with a sentence, and nothing is sent',
    async (kind, _what, lies, expected) => {
      world.kind = kind
      const { dialog, state, sent } = await open({ eth_sendTransaction: () => node.send(hashOf('a')) })
      world.lies = lies
      await reviewed(dialog)
      expect([state().reviewing, state().review]).toEqual([expected, undefined])
      await confirmSwap(dialog)
      expect(sent()).toEqual([])
    },
  )

  test('error: a swap that the chain would refuse is no review', async () => {
    const { dialog, state } = await open()
    Object.assign(world, { allowance: 100_000_000n, wouldFail: true })
    await reviewed(dialog)
    expect(state().reviewing).toBe('moved')
  })

  test('behavior: one that is too old, or of another account, is made anew and asks again', async () => {
    const { dialog, state, sent } = await open({ eth_sendTransaction: () => node.send(hashOf('a')) })
    world.allowance = 100_000_000n
    await reviewed(dialog)
    const old = state().review?.until ?? 0
    vi.spyOn(dialog, 'now').mockReturnValue(old)
    world.lies = { offered: '199000000' }
    await confirmSwap(dialog)
    expect(sent()).toEqual([])
    expect(state()).toMatchObject({ reviewing: 'idle', moved: 1_000_000n, review: { until: old + swapLimits.reviewFor } })
    sessionStore(dialog).setState(({ connections }) => ({
      connections: { ...connections, eip155: { ...connections.eip155, networkId: 'eip155:31338' } as never },
    }))
    await confirmSwap(dialog)
    expect(sent()).toEqual([])
  })
})

describe('the swap', () => {
  test('behavior: approves exactly the amount, then sends what was reviewed, once, and tells what arrived', async () => {
    let count = 0
    const { dialog, state, wallet, sent } = await open({
      eth_sendTransaction: () => {
        count += 1
        const hash = node.send(hashOf(String(count)))
        node.mine(hash, count === 2 ? receipt(199_500_000n) : {})
        return hash
      },
    })
    await reviewed(dialog)
    const pressed = [confirmSwap(dialog), confirmSwap(dialog)]
    await Promise.all(pressed)
    expect(sent().map(({ params }) => (params as [{ to: string }])[0].to)).toEqual([usdc, router])
    expect(wallet.methods()).not.toContain('wallet_sendCalls')
    expect(state().result).toMatchObject({ status: 'done', received: 199_500_000n, hash: hashOf('2') })
    expect(approvedAlone(dialog)).toBeUndefined()
  })

  test('behavior: in one step where the wallet does both or none', async () => {
    const { dialog, state, sent } = await open({
      wallet_getCapabilities: { '0x7a69': { atomic: { status: 'supported' } } },
      wallet_sendCalls: { id: 'batch' },
      wallet_getCallsStatus: { status: 200, receipts: [{ transactionHash: hashOf('b'), status: '0x1' }] },
    })
    await reviewed(dialog)
    expect(state().review?.approval).toBe('together')
    await confirmSwap(dialog)
    const calls = (sent()[0]?.params as [{ calls: { to: string }[] }] | undefined)?.[0].calls.map(({ to }) => to)
    expect([sent().length, calls]).toEqual([1, [usdc, router]])
    expect(state().result?.status).toBe('done')
  })

  test('behavior: in one step, an older allowance of a token that changes one from nothing only is taken back first', async () => {
    const { dialog, state, sent } = await open({
      wallet_getCapabilities: { '0x7a69': { atomic: { status: 'supported' } } },
      wallet_sendCalls: { id: 'batch' },
      wallet_getCallsStatus: { status: 200, receipts: [{ transactionHash: hashOf('b'), status: '0x1' }] },
    })
    Object.assign(world, { allowance: 1n, wouldFail: true })
    await reviewed(dialog)
    expect(state().review?.approval).toBe('together')
    await confirmSwap(dialog)
    const calls = (sent()[0]?.params as [{ calls: { to: string; data: Hex }[] }] | undefined)?.[0].calls ?? []
    const allowed = calls.slice(0, -1).map(({ data }) => decodeFunctionData({ abi: erc20Abi, data }).args?.[1])
    expect([allowed, calls.at(-1)?.to]).toEqual([[0n, state().review?.amount], router])
  })

  test('error: an approval that was given alone is said so, and known afterwards', async () => {
    let count = 0
    const { dialog, state, sent } = await open({
      eth_sendTransaction: () => {
        count += 1
        if (count === 2) throw { code: 4001, message: 'User rejected the request.' }
        const hash = node.send(hashOf(String(count)))
        node.mine(hash)
        return hash
      },
    })
    await reviewed(dialog)
    await confirmSwap(dialog)
    expect(sent().length).toBe(2)
    expect(currentView(dialog)).toBe('Swap')
    expect(state().problem).toEqual({ message: expect.any(String), approved: 'USDC' })
    expect(approvedAlone(dialog)).toMatchObject({ purpose: 'approve', status: 'confirmed' })
    // The next one needs no approval.
    world.allowance = 100_000_000n
    await makeReview(dialog)
    expect(state().review?.approval).toBe('none')
    await confirmSwap(dialog)
    expect([sent().length, state().result?.status, approvedAlone(dialog)]).toEqual([3, 'done', undefined])
  })

  test('error: a price that moved while the approval was waited for asks again', async () => {
    const { dialog, state, sent } = await open({
      eth_sendTransaction: () => {
        const hash = node.send(hashOf('1'))
        node.mine(hash)
        Object.assign(world, { wouldFail: true, allowance: 100_000_000n })
        return hash
      },
    })
    await reviewed(dialog)
    await confirmSwap(dialog)
    expect(sent().length).toBe(1)
    expect(state()).toMatchObject({ progress: undefined, reviewing: 'moved', problem: { approved: 'USDC' } })
  })
})

/* Left, refused, lost or changed at each step: what is asked for once is asked for once, and an approval that stands alone is known. */
describe('an interrupted swap', () => {
  /** Mines each transaction at once, but those that `waits` names by their place, from 1. */
  function chainWallet(
    waits: Readonly<Record<number, Promise<unknown>>> = {},
    of: (count: number) => Record<string, unknown> = () => ({}),
  ) {
    let count = 0
    return {
      eth_sendTransaction: async () => {
        count += 1
        const own = count
        await waits[own]
        const hash = node.send(hashOf(String(own)))
        node.mine(hash, of(own))
        return hash
      },
    }
  }
  /** The user closes the dialog, and comes back to the form. */
  function leave(dialog: Dialog) {
    closeDialog(dialog, { force: true })
    finishClosing(dialog)
    uiStore(dialog).setState({ open: false })
    stopSwap(dialog)
  }
  function comeBack(dialog: Dialog) {
    uiStore(dialog).setState({ open: true })
    push(dialog, 'Account')
    push(dialog, 'Swap')
    startSwap(dialog)
  }
  const asked = (sent: () => readonly unknown[], count: number) => vi.waitFor(() => expect(sent().length).toBe(count))
  const toNetwork = (dialog: Dialog, networkId: string) =>
    sessionStore(dialog).setState(({ connections }) => ({
      connections: { ...connections, eip155: { ...connections.eip155, networkId } as never },
    }))

  test('behavior: while the wallet does not answer, coming back leads to the same question, and nothing is asked twice', async () => {
    const answer = deferred()
    const { dialog, state, sent } = await open(chainWallet({ 1: answer.promise }))
    await reviewed(dialog)
    const running = confirmSwap(dialog)
    await asked(sent, 1)
    leave(dialog)
    comeBack(dialog)
    expect(earlierStep(dialog)).toMatchObject({ purpose: 'approve', status: 'asking' })
    reviewSwap(dialog)
    expect([currentView(dialog), state().progress]).toMatchObject(['SwapPreview', { step: 'approve', waits: 'wallet' }])
    await confirmSwap(dialog)
    expect(sent().length).toBe(1)
    answer.resolve(undefined)
    await running
    expect([sent().length, state().result?.status]).toEqual([2, 'done'])
  })

  test('behavior: another network and back: what the wallet still asks is not asked again', async () => {
    const answer = deferred()
    const { dialog, state, sent } = await open(chainWallet({ 1: answer.promise }))
    await reviewed(dialog)
    const running = confirmSwap(dialog)
    await asked(sent, 1)
    leave(dialog)
    for (const network of ['eip155:31338', chain]) {
      toNetwork(dialog, network)
      comeBack(dialog)
    }
    await vi.waitFor(() => expect(state().listing).toBe('ready'))
    swapStore(dialog).setState({ from: token('USDC', usdc), to: token('DAI', dai) })
    await reviewed(dialog)
    await confirmSwap(dialog)
    expect(sent().length).toBe(1)
    expect(state().problem?.message).toBe('swap.stillAsks')
    answer.resolve(undefined)
    await running
    // The review on screen is another one: its swap is not sent by the earlier yes.
    expect(sent().length).toBe(1)
    expect(approvedAlone(dialog)).toMatchObject({ purpose: 'approve' })
  })

  test('behavior: closed before the approval is given: the swap is not asked for, and the approval is said to stand alone', async () => {
    const answer = deferred()
    const { dialog, state, sent } = await open(chainWallet({ 1: answer.promise }))
    await reviewed(dialog)
    const running = confirmSwap(dialog)
    await asked(sent, 1)
    leave(dialog)
    answer.resolve(undefined)
    await running
    expect(sent().length).toBe(1)
    expect(state().problem).toEqual({ message: 'swap.left', approved: 'USDC' })
    expect(approvedAlone(dialog)).toMatchObject({ purpose: 'approve', status: 'confirmed' })
  })

  test('behavior: another network before the approval is given: it is told where it was given, and nowhere else', async () => {
    const answer = deferred()
    const { dialog, state, sent } = await open(chainWallet({ 1: answer.promise }))
    await reviewed(dialog)
    const running = confirmSwap(dialog)
    await asked(sent, 1)
    toNetwork(dialog, 'eip155:31338')
    startSwap(dialog)
    answer.resolve(undefined)
    await running
    expect([sent().length, state().problem, approvedAlone(dialog)]).toEqual([1, undefined, undefined])
    toNetwork(dialog, chain)
    expect(approvedAlone(dialog)).toMatchObject({ purpose: 'approve', status: 'confirmed' })
  })

  test('error: a swap that fails in the chain leaves the approval, which is said', async () => {
    const { dialog, state } = await open(chainWallet({}, (count) => (count === 2 ? { status: '0x0' } : {})))
    await reviewed(dialog)
    await confirmSwap(dialog)
    expect(state().result).toMatchObject({ status: 'failed', approved: 'USDC' })
    expect(approvedAlone(dialog)).toMatchObject({ purpose: 'approve', status: 'confirmed' })
  })

  test('error: an approval whose answer was lost is not called failed, and is known once it is found', async () => {
    const lost = new RpcError(-32_001, 'x', { data: { reason: 'request_expired' } })
    const { dialog, state, sent } = await open({
      eth_sendTransaction: () => {
        throw lost
      },
    })
    await reviewed(dialog)
    await confirmSwap(dialog)
    expect(state().problem?.message).toBe('swap.approveLost')
    expect(earlierStep(dialog)).toMatchObject({ purpose: 'approve', status: 'unsure' })
    const [{ to, data }] = (sent()[0] ?? expect.fail('Nothing was asked.')).params as [{ to: string; data: string }]
    node.mine(node.send(hashOf('7'), { to, input: data }))
    await vi.waitFor(() => expect(approvedAlone(dialog)).toMatchObject({ hash: hashOf('7') }), { timeout: 15_000 })
  })

  test('behavior: after a reload an approval that is on its way is waited for, and not asked for again', async () => {
    const first = await open({ eth_sendTransaction: () => node.send(hashOf('1')) })
    await reviewed(first.dialog)
    void confirmSwap(first.dialog)
    await vi.waitFor(() => expect(earlierStep(first.dialog)).toMatchObject({ status: 'pending' }))
    destroy(first.dialog)
    const { dialog, state, sent } = await open(
      {
        eth_sendTransaction: () => {
          const hash = node.send(hashOf('2'))
          node.mine(hash, receipt(199_500_000n))
          return hash
        },
      },
      first.projectId,
    )
    startTransactions(dialog)
    expect(earlierStep(dialog)).toMatchObject({ purpose: 'approve', status: 'pending' })
    await quoted(dialog)
    reviewSwap(dialog)
    node.mine(hashOf('1'))
    world.allowance = 100_000_000n
    await vi.waitFor(() => expect(state().review?.approval).toBe('none'), { timeout: 15_000 })
    await confirmSwap(dialog)
    expect([sent().length, state().result?.status, approvedAlone(dialog)]).toEqual([1, 'done', undefined])
  })

  test('behavior: after a reload a swap that was on its way is told by its end, and what was approved for it does not stand alone', async () => {
    let count = 0
    const first = await open({
      eth_sendTransaction: () => {
        count += 1
        const hash = node.send(hashOf(String(count)))
        if (count === 1) node.mine(hash)
        return hash
      },
    })
    await reviewed(first.dialog)
    void confirmSwap(first.dialog)
    await vi.waitFor(() => expect(earlierStep(first.dialog)).toMatchObject({ purpose: 'swap', status: 'pending' }), { timeout: 15_000 })
    destroy(first.dialog)
    const { dialog } = await open({}, first.projectId)
    startTransactions(dialog)
    expect(earlierStep(dialog)).toMatchObject({ purpose: 'swap', status: 'pending' })
    node.mine(hashOf('2'), receipt(199_500_000n))
    await vi.waitFor(() => expect(earlierStep(dialog)).toMatchObject({ purpose: 'swap', status: 'confirmed' }), { timeout: 15_000 })
    expect(approvedAlone(dialog)).toBeUndefined()
    const ended = earlierStep(dialog)
    if (ended) dismissEarlier(dialog, ended)
    expect([earlierStep(dialog), approvedAlone(dialog)]).toEqual([undefined, undefined])
  })
})
