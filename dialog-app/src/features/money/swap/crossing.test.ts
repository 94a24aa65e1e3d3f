// @vitest-environment happy-dom
import { nativeTokenAddress } from '@latchkey/protocol'
import { acrossCalls } from '@latchkey/protocol/acrossCalls'
import { encodeAbiParameters, encodeEventTopics, encodeFunctionData, erc20Abi, type Hex, parseAbi, zeroAddress } from 'viem'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { destroy } from '../../../lib/lifetime.js'
import { crossingsStore } from '../../../state/crossings.js'
import { type SwapToken, swapStore } from '../../../state/swap.js'
import { uiStore } from '../../../state/ui.js'
import { currentView } from '../../../state/view.js'
import { evmNode } from '../../../testing/evmNode.js'
import { connectedPage } from '../../../testing/fakePage.js'
import { address, scriptedWallet } from '../../../testing/scriptedWallet.js'
import { push } from '../../navigator/view.js'
import { earlierStep } from './earlierSteps.js'
import { followArrival } from './followArrival.js'
import { refreshQuote } from './liveQuote.js'
import { confirmSwap } from './performSwap.js'
import { reviewSwap } from './swapActions.js'
import { setToken, startSwap, stopSwap, turnAround } from './swapForm.js'
import { loadElsewhere } from './swapTokens.js'

/* A swap whose token arrives on another network, before a server, a bridge and nodes that the test plays. */

const [here, elsewhere] = ['eip155:31337', 'eip155:31338'] as const
const router: Hex = '0x00000000000000000000000000000000000000a1'
const contract: Hex = '0x00000000000000000000000000000000000000b1'
const stranger: Hex = '0x00000000000000000000000000000000000bad00'
const usdc: Hex = '0x00000000000000000000000000000000000000c1'
const account = address.toLowerCase() as Hex
const hashOf = (digit: string): Hex => `0x${digit.repeat(64)}`
const token = (symbol: string, at: string, more: Partial<SwapToken> = {}): SwapToken => ({
  ...{ address: at, symbol, name: symbol, decimals: 6, icon: '', listed: true },
  ...more,
})
/** At the same address on both networks, as some tokens are. */
const there = token('USDC', usdc, { networkId: elsewhere })
const events = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])

const world = { spender: contract as Hex, receiver: account, arrival: {} as object, out: (amount: bigint) => amount - 100_000n }
let node = evmNode(address)

function build(order: { amount: string; from: string; to: string; userAddress: string }) {
  const amount = BigInt(order.amount)
  const toAddress = order.to.split(':')[2] as Hex
  const bridged = {
    transactionId: hashOf('1'),
    bridge: 'across',
    integrator: '',
    referrer: zeroAddress,
    sendingAssetId: usdc,
    receiver: world.receiver,
    minAmount: amount,
    destinationChainId: 31_338n,
    hasSourceSwaps: false,
    hasDestinationCall: false,
  } as const
  const across = {
    receiverAddress: account,
    refundAddress: account,
    receivingAssetId: toAddress,
    outputAmount: world.out(amount),
    outputAmountPercent: 0n,
    exclusiveRelayer: zeroAddress,
    quoteTimestamp: 0,
    fillDeadline: 0,
    exclusivityDeadline: 0,
    message: '0x',
  } as const
  const data = encodeFunctionData({ abi: parseAbi(acrossCalls), functionName: 'startBridgeTokensViaAcrossV3', args: [bridged, across] })
  const tx = { from: order.userAddress, to: `${here}:${contract}`, data, amount: String(world.out(amount)) }
  return Response.json({ tx: { ...tx, eip155: { gas: '200000', gasPrice: '10' } } })
}
function convert(path: string, query: URLSearchParams, body: string): Response {
  const amount = query.get('amount') ?? '0'
  switch (path) {
    case 'tokens': {
      const chain = query.get('chainId') ?? ''
      const tokens = [token('ETH', nativeTokenAddress), token('USDC', usdc)].map(({ address: at, ...rest }) => ({
        ...rest,
        ...{ address: `${chain}:${at}`, logoUri: null, eip2612: null },
      }))
      return Response.json({ tokens })
    }
    case 'quotes': {
      const accounts = { fromAccount: query.get('from'), toAccount: query.get('to'), fromAmount: amount }
      const quote = { id: null, ...accounts, toAmount: String(world.out(BigInt(amount))), gas: '200000', provider: 'LI.FI' }
      return Response.json({ quotes: [{ ...quote, crossing: { seconds: 90, fee: '0.10' } }] })
    }
    case 'gas-price':
      return Response.json({ standard: '10', fast: '11', instant: '12' })
    case 'allowance':
      return Response.json({ allowance: query.get('toChainId') === elsewhere ? '0' : '999999999999' })
    case 'arrival':
      return Response.json(world.arrival)
    case 'build-approve': {
      const args = [world.spender, BigInt(amount)] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
      return Response.json({ tx: { from: query.get('from'), to: query.get('from'), data, value: '0', eip155: { gasPrice: '10' } } })
    }
    default:
      return build(JSON.parse(body))
  }
}

beforeEach(() => {
  localStorage.clear()
  Object.assign(world, { spender: contract, receiver: account, arrival: { status: 'pending', hash: null } })
  node = evmNode(address)
  node.results.eth_call = ([call]: readonly unknown[]) => {
    const isDecimals = (call as { data: string }).data.startsWith('0x313ce567')
    return encodeAbiParameters([{ type: 'uint256' }], [isDecimals ? 6n : 500_000_000n])
  }
  vi.stubGlobal('fetch', async (input: URL | string, init: RequestInit = {}) => {
    init.signal?.throwIfAborted()
    const { pathname, searchParams } = new URL(input)
    if (pathname.startsWith('/v1/convert/')) return convert(pathname.slice(12), searchParams, String(init.body))
    if (pathname === '/v1/fungible/price') return Response.json({ fungibles: [] })
    return node.fetch(input, init)
  })
})

async function open() {
  let count = 0
  const wallet = scriptedWallet({
    eth_sendTransaction: () => {
      count += 1
      const hash = node.send(hashOf(String(count)))
      node.mine(hash)
      return hash
    },
  })
  const contracts = { router, kind: 'v2Router', crossing: contract } as const
  const { dialog } = await connectedPage(wallet, { boot: { swaps: { [here]: contracts, [elsewhere]: contracts } } as never })
  onTestFinished(() => {
    stopSwap(dialog)
    destroy(dialog)
  })
  uiStore(dialog).setState({ open: true })
  push(dialog, 'Account')
  push(dialog, 'Swap')
  startSwap(dialog)
  const state = () => swapStore(dialog).getState()
  await vi.waitFor(() => expect(state().listing).toBe('ready'))
  const sent = () => wallet.calls.filter(({ method }) => method === 'eth_sendTransaction')
  return { dialog, state, sent }
}
type Page = Awaited<ReturnType<typeof open>>
async function reviewed({ dialog, state }: Page) {
  swapStore(dialog).setState({ from: token('USDC', usdc), to: there, text: '100' })
  await refreshQuote(dialog)
  reviewSwap(dialog)
  await vi.waitFor(() => expect(state().reviewing).not.toBe('loading'))
}

describe('the form', () => {
  test('behavior: tokens of other networks can be received, but not their coin; at the same address it is another token', async () => {
    const { dialog, state } = await open()
    await loadElsewhere(dialog)
    expect(state().elsewhere).toMatchObject([{ symbol: 'USDC', networkId: elsewhere }])
    swapStore(dialog).setState({ from: token('USDC', usdc), choosing: 'to' })
    const [found] = state().elsewhere
    if (found) setToken(dialog, found)
    expect([state().from?.address, state().to?.networkId]).toEqual([usdc, elsewhere])
    // Nothing can be sold from there.
    turnAround(dialog)
    expect(state().to?.networkId).toBe(elsewhere)
  })
})

describe('the review', () => {
  test('behavior: has both networks, the least that is paid out, what the bridge keeps, and the time; the allowance is of the contract that takes it there', async () => {
    const page = await open()
    await reviewed(page)
    expect(page.state().review).toMatchObject({
      ...{ networkId: here, to: { networkId: elsewhere }, amount: 100_000_000n, minimum: 99_900_000n, contract },
      ...{ crossing: { seconds: 90, fee: 100_000n }, approval: { before: true, reset: false } },
    })
  })

  test.each<[string, Partial<typeof world>]>([
    ['another spender', { spender: router }],
    ['another receiver', { receiver: stranger }],
  ])('error: what was built for %s is not shown, and nothing is sent', async (_what, lie) => {
    const page = await open()
    Object.assign(world, lie)
    await reviewed(page)
    expect([page.state().reviewing, page.state().review]).toEqual(['mismatch', undefined])
    await confirmSwap(page.dialog)
    expect(page.sent()).toEqual([])
  })
})

describe('what was sent', () => {
  const paidOut = (value: bigint) => ({
    logs: [
      {
        address: usdc,
        topics: encodeEventTopics({ abi: events, eventName: 'Transfer', args: { from: contract, to: account } }),
        data: encodeAbiParameters([{ type: 'uint256' }], [value]),
      },
    ],
  })
  async function send() {
    const page = await open()
    await reviewed(page)
    await confirmSwap(page.dialog)
    const hash = page.state().result?.hash ?? expect.fail('Nothing was sent.')
    const way = {
      hash,
      networkId: here,
      namespace: 'eip155',
      from: account,
      to: { address: usdc, networkId: elsewhere },
      minimum: 99_900_000n,
    } as const
    const look = () => onTestFinished(followArrival(page.dialog, way))
    return { ...page, look, arrival: () => crossingsStore(page.dialog).getState()[hash] }
  }

  test('behavior: is said to be sent, not to have arrived, and stays known until it has', async () => {
    const { dialog, state, sent, look, arrival } = await send()
    expect([sent().length, state().result?.status, currentView(dialog)]).toEqual([2, 'sent', 'SwapPreview'])
    expect(earlierStep(dialog)).toMatchObject({ purpose: 'swap', status: 'confirmed', about: { to: { networkId: elsewhere } } })
    look()
    await vi.waitFor(() => expect(arrival()).toEqual({ status: 'waiting' }))
  })

  test('behavior: has arrived with what is seen on the other network', async () => {
    const { look, arrival } = await send()
    node.mine(node.send(hashOf('9')), paidOut(99_950_000n))
    world.arrival = { status: 'arrived', hash: hashOf('9') }
    look()
    await vi.waitFor(() => expect(arrival()).toEqual({ status: 'arrived', received: 99_950_000n }))
  })

  test.each<[string, (hash: Hex) => void]>([
    ['no such transaction', () => {}],
    ['a transaction that pays nothing', (hash) => node.mine(node.send(hash))],
    ['a transaction that pays less', (hash) => node.mine(node.send(hash), paidOut(99_899_999n))],
  ])(
    'error: the bridge says that it has arrived, and there is %s: it is still on its way',
    async (_what, play) => {
      const { look, arrival } = await send()
      play(hashOf('9'))
      world.arrival = { status: 'arrived', hash: hashOf('9') }
      look()
      await vi.waitFor(() => expect(arrival()).toEqual({ status: 'waiting' }))
    },
    30_000,
  )

  test.each<'refunded' | 'failed'>(['refunded', 'failed'])(
    'behavior: %s is told',
    async (status) => {
      const { look, arrival } = await send()
      world.arrival = { status, hash: null }
      look()
      await vi.waitFor(() => expect(arrival()).toEqual({ status }))
    },
    30_000,
  )
})
