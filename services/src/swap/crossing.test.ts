import { acrossCalls } from '@latchkey/protocol/acrossCalls'
import { encodeFunctionData, type Hex, pad, parseAbi, zeroAddress } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { nativeCoin } from '../prices/priceProvider.js'
import { type Recorded, startRecordedServer } from '../testing/recordedServer.js'
import { lifiContract } from './lifi.js'
import { lifiBridge } from './lifiBridge.js'
import { swapContractsOf } from './swapContracts.js'

/*
 * LI.FI between chains, by recorded answers in the shapes of its public documentation: https://docs.li.fi/api-reference (quote, advanced routes,
 * status), and calls in those of its public contracts.
 */

const chainOf = (id: number) =>
  ({
    ...{ caipNetworkId: `eip155:${id}`, id, name: `Chain ${id}`, nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
    ...{ upstreams: [{ url: 'http://127.0.0.1:9', weight: 1 }], testnet: false, rpcMethods: [] },
  }) as unknown as Chain
const [mainnet, base] = [chainOf(1), chainOf(8_453)]
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const dai = '0x6b175474e89094c44da98b954eedeac495271d0f'
const baseUsdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const user = '0x00000000000000000000000000000000000c0a1e'
const stranger = '0x0000000000000000000000000000000000000bad'
const contract = lifiContract(mainnet) ?? ''
const sold = 100_000_000n
const out = 99_900_000n

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
async function open(answer: (path: string) => Recorded | undefined, settings: object = { key: 'secret-key', integrator: 'shop' }) {
  const questions: { path: string; key: unknown; body: unknown }[] = []
  const server = await startRecordedServer((path, headers, body) => {
    questions.push({ path, key: headers['x-lifi-api-key'], body: body ? JSON.parse(body) : undefined })
    return answer(path)
  })
  closing.push(server.close)
  return { questions, bridge: lifiBridge({ ...settings, url: server.url }) }
}
const question = (more: object = {}) => ({
  ...{ chain: mainnet, toChain: base, from: usdc, to: baseUsdc, amount: sold, signal: AbortSignal.timeout(5_000) },
  ...more,
})
const terms = { user, slippage: 50 }

const token = (address: string, chainId: number) => ({ address, chainId, symbol: 'USDC', decimals: 6, name: 'USD Coin', priceUSD: '1' })
const route = (more: object = {}) => ({
  ...{ id: 'a', fromAmount: String(sold), toAmount: String(out), fromToken: token(usdc, 1), toToken: token(baseUsdc, 8_453) },
  steps: [
    {
      ...{ type: 'lifi', tool: 'across' },
      estimate: {
        executionDuration: 3.4,
        feeCosts: [
          { name: 'Relayer fee', amountUSD: '0.0800', included: true },
          { name: 'LIFI Fixed Fee', amountUSD: '0.25', included: true },
        ],
        gasCosts: [{ type: 'SEND', estimate: '150000', limit: '200000' }],
      },
    },
  ],
  ...more,
})
const routes = (...given: object[]): Recorded => ({ body: JSON.stringify({ routes: given, unavailableRoutes: {} }) })

const bridgeData = {
  ...{ transactionId: `0x${'1'.repeat(64)}`, bridge: 'across', integrator: 'shop', referrer: zeroAddress, sendingAssetId: usdc },
  ...{ receiver: user, minAmount: sold, destinationChainId: 8_453n, hasSourceSwaps: false, hasDestinationCall: false },
} as const
const times = { quoteTimestamp: 1, fillDeadline: 2, message: '0x' } as const
const v3 = {
  ...{
    receiverAddress: user,
    refundAddress: user,
    receivingAssetId: baseUsdc,
    outputAmount: out,
    outputAmountPercent: 999_000_000_000_000_000n,
  },
  ...{ exclusiveRelayer: zeroAddress, exclusivityDeadline: 0, ...times },
} as const
const word = (address: string) => pad(address as Hex)
const v4 = {
  ...{ receiverAddress: word(user), refundAddress: word(user), sendingAssetId: word(usdc), receivingAssetId: word(baseUsdc) },
  ...{
    outputAmount: out,
    outputAmountMultiplier: 999_000_000_000_000_000n,
    exclusiveRelayer: word(zeroAddress),
    exclusivityParameter: 0,
    ...times,
  },
} as const
const swapData = {
  ...{ callTo: stranger, approveTo: stranger, sendingAssetId: dai, receivingAssetId: usdc, fromAmount: sold },
  ...{ callData: '0x1234', requiresDeposit: true },
} as const

type Change = {
  readonly kind?: 'v3' | 'v4'
  readonly bridge?: object
  readonly across?: object
  readonly swaps?: readonly object[]
  readonly tx?: object
  readonly answer?: object
}
function built({ kind = 'v4', bridge, across, swaps, tx, answer }: Change = {}): Recorded {
  const functionName = `${swaps ? 'swapAndStart' : 'start'}BridgeTokensViaAcross${kind.toUpperCase()}`
  const last = { ...(kind === 'v3' ? v3 : v4), ...across }
  const args = [{ ...bridgeData, hasSourceSwaps: swaps !== undefined, ...bridge }, ...(swaps ? [swaps] : []), last]
  const data = encodeFunctionData({ abi: parseAbi(acrossCalls), functionName, args } as unknown as Parameters<typeof encodeFunctionData>[0])
  const body = {
    ...{ type: 'lifi', tool: 'across', estimate: { toAmount: String(out), approvalAddress: contract } },
    transactionRequest: { from: user, to: contract, data, value: '0x0', chainId: 1, gasLimit: '0x30d40', ...tx },
    ...answer,
  }
  return { body: JSON.stringify(body) }
}

describe('a price', () => {
  test('behavior: with what is kept on the way and how long it takes; LI.FI does not learn whose it is', async () => {
    const { bridge, questions } = await open(() => routes(route({ steps: [{ tool: 'hop', estimate: { executionDuration: 1 } }] }), route()))
    expect([bridge.serves(mainnet, base), bridge.serves(mainnet, mainnet), bridge.serves(mainnet, chainOf(31_337))]).toEqual([
      true,
      false,
      false,
    ])
    expect(await bridge.quote(question())).toEqual({ amountOut: out, gas: 220_000n, seconds: 4, fee: '0.33' })
    expect(questions).toEqual([
      {
        ...{ path: '/v1/advanced/routes', key: 'secret-key' },
        body: {
          ...{ fromChainId: 1, toChainId: 8_453, fromTokenAddress: usdc, toTokenAddress: baseUsdc, fromAmount: String(sold) },
          options: {
            ...{ integrator: 'shop', order: 'CHEAPEST', slippage: 0.01, allowSwitchChain: false, allowDestinationCall: false },
            bridges: { allow: ['across'] },
          },
        },
      },
    ])
  })

  test.each<[string, Recorded, RegExp]>([
    ['no route', routes(), /^insufficient liquidity$/],
    [
      'a bridge that is not read',
      routes(route({ steps: [{ tool: 'hop', estimate: { executionDuration: 1 } }] })),
      /^insufficient liquidity$/,
    ],
    ['another token', routes(route({ toToken: token(stranger, 8_453) })), /quoted another crossing/],
    ['the same token of another chain', routes(route({ toToken: token(baseUsdc, 10) })), /quoted another crossing/],
    ['another amount', routes(route({ fromAmount: '1' })), /quoted another crossing/],
    ['another shape', { body: '[]' }, /something else/],
    ['an outage', { status: 500, body: 'down' }, /^LI.FI answered 500/],
    ['a cut connection', 'cut', /does not answer/],
  ])('error: %s', async (_what, recorded, words) => {
    const { bridge } = await open(() => recorded)
    const failure = await bridge.quote(question()).catch((error) => error)
    expect(failure.message).toMatch(words)
    expect(failure.message).not.toContain('secret-key')
  })
})

describe('a transaction', () => {
  test.each<'v3' | 'v4'>(['v3', 'v4'])('behavior: for the user, by a bridge whose call is read (%s)', async (kind) => {
    const { bridge, questions } = await open(() => built({ kind }), {})
    expect(await bridge.build(question(), terms)).toMatchObject({ to: contract, amountOut: out, gas: 220_000n })
    const asked = new URL(`http://x${questions[0]?.path}`)
    expect([asked.pathname, Object.fromEntries(asked.searchParams)]).toEqual([
      '/v1/quote',
      {
        ...{
          fromChain: '1',
          toChain: '8453',
          fromToken: usdc,
          toToken: baseUsdc,
          fromAmount: String(sold),
          fromAddress: user,
          toAddress: user,
        },
        ...{ slippage: '0.005', order: 'CHEAPEST', allowBridges: 'across', allowDestinationCall: 'false', skipSimulation: 'true' },
      },
    ])
  })

  test.each<'v3' | 'v4'>(['v3', 'v4'])(
    'behavior: with a swap before the bridge: what must come out of it is what the bridge gives a share of (%s)',
    async (kind) => {
      const { bridge } = await open(() => built({ kind, swaps: [swapData] }))
      expect((await bridge.build(question({ from: dai }), terms)).amountOut).toBe(out)
      const less = await open(() => built({ kind, swaps: [swapData], bridge: { minAmount: sold - 1_000_000n } }))
      await expect(less.bridge.build(question({ from: dai }), terms)).rejects.toThrow('LI.FI built a crossing of a lower minimum.')
    },
  )

  test('behavior: the coin is sent along', async () => {
    const selling = question({ from: nativeCoin })
    const { bridge } = await open(() =>
      built({
        bridge: { sendingAssetId: zeroAddress },
        tx: { value: `0x${sold.toString(16)}` },
        across: { sendingAssetId: word(stranger) },
      }),
    )
    expect((await bridge.build(selling, terms)).amountOut).toBe(out)
    const without = await open(() => built({ bridge: { sendingAssetId: zeroAddress } }))
    await expect(without.bridge.build(selling, terms)).rejects.toThrow('LI.FI built a crossing of another value.')
  })

  test.each<[string, Change]>([
    ['another receiver', { bridge: { receiver: stranger } }],
    ['another receiver', { across: { receiverAddress: word(stranger) } }],
    ['another receiver of what is given back', { across: { refundAddress: word(stranger) } }],
    ['another chain', { bridge: { destinationChainId: 10n } }],
    ['another chain', { tx: { chainId: 10 } }],
    ['other tokens', { bridge: { sendingAssetId: dai } }],
    ['other tokens', { across: { receivingAssetId: word(stranger) } }],
    ['other tokens', { across: { sendingAssetId: word(dai) } }],
    ['another amount', { bridge: { minAmount: sold + 1n } }],
    ['a lower minimum', { across: { outputAmount: 1n } }],
    ['a call on the other chain', { bridge: { hasDestinationCall: true } }],
    ['a call on the other chain', { across: { message: '0x12' } }],
    ['a kind that is not read', { bridge: { hasSourceSwaps: true } }],
    ['a kind that is not read', { tx: { data: '0xdeadbeef' } }],
    ['another contract', { tx: { to: stranger } }],
    ['another value', { tx: { value: '0x2' } }],
    ['another spender', { answer: { estimate: { toAmount: String(out), approvalAddress: stranger } } }],
    ['another bridge', { answer: { tool: 'hop' } }],
    ['other tokens', { swaps: [{ ...swapData, sendingAssetId: usdc, receivingAssetId: dai }] }],
    ['other tokens', { swaps: [] }],
    ['another amount', { swaps: [{ ...swapData, sendingAssetId: usdc, fromAmount: sold * 2n }] }],
  ])('error: with %s is refused', async (what, change) => {
    const { bridge } = await open(() => built(change))
    await expect(bridge.build(question(), terms)).rejects.toThrow(`LI.FI built a crossing of ${what}.`)
  })
})

describe('the arrival', () => {
  const hash = `0x${'5'.repeat(64)}`
  const there = `0x${'6'.repeat(64)}`
  const receiving = { chainId: 8_453, txHash: there, amount: String(out) }
  const answered = (body: object, status = 200): Recorded => ({ status, body: JSON.stringify(body) })
  test.each<[string, Recorded, object]>([
    ['not seen yet', answered({ status: 'NOT_FOUND' }), { status: 'pending', hash: null }],
    ['not seen yet, as a mistake', answered({ message: 'Not an EVM Transaction', code: 1011 }, 404), { status: 'pending', hash: null }],
    ['on its way', answered({ status: 'PENDING', substatus: 'WAIT_DESTINATION_TRANSACTION' }), { status: 'pending', hash: null }],
    ['arrived', answered({ status: 'DONE', substatus: 'COMPLETED', receiving }), { status: 'arrived', hash: there }],
    ['arrived without a transaction', answered({ status: 'DONE', substatus: 'COMPLETED' }), { status: 'pending', hash: null }],
    [
      'arrived on another chain',
      answered({ status: 'DONE', substatus: 'COMPLETED', receiving: { ...receiving, chainId: 10 } }),
      { status: 'pending', hash: null },
    ],
    ['given back', answered({ status: 'DONE', substatus: 'REFUNDED' }), { status: 'refunded', hash: null }],
    ['failed', answered({ status: 'FAILED', substatus: 'UNKNOWN_FAILED_ERROR' }), { status: 'failed', hash: null }],
  ])('behavior: %s', async (_what, recorded, expected) => {
    const { bridge, questions } = await open(() => recorded)
    expect(await bridge.arrival(mainnet, base, hash, AbortSignal.timeout(5_000))).toEqual(expected)
    expect(questions[0]?.path).toBe(`/v1/status?txHash=${hash}&fromChain=1&toChain=8453&bridge=across`)
  })

  test.each<[string, Recorded]>([
    ['an error', answered({ message: 'Internal' }, 500)],
    ['a limit', answered({ message: 'Too many requests' }, 429)],
    ['a page instead of JSON', { status: 200, body: '<html>Sign in</html>' }],
    ['another shape', answered({ status: 7 })],
  ])('error: LI.FI answers with %s: nothing has arrived by that', async (_what, recorded) => {
    const { bridge } = await open(() => recorded)
    const told = await bridge.arrival(mainnet, base, hash, AbortSignal.timeout(5_000)).catch(() => 'unanswered')
    expect([{ status: 'pending', hash: null }, 'unanswered']).toContainEqual(told)
  })
})

test('behavior: the dialog learns from the configuration which contract takes tokens elsewhere, also where 1inch swaps, and where the operator names it', () => {
  const local = chainOf(31_337)
  const contracts = { 'eip155:31337': '0x00000000000000000000000000000000000000AA' }
  expect(swapContractsOf({ swaps: { lifi: { contracts }, oneInch: { key: 'a' } } }, [mainnet, local])).toMatchObject({
    'eip155:1': { kind: 'oneInch', crossing: contract },
    'eip155:31337': { kind: 'lifi', crossing: '0x00000000000000000000000000000000000000aa' },
  })
  expect(swapContractsOf({ swaps: { oneInch: { key: 'a' } } }, [mainnet])['eip155:1']).not.toHaveProperty('crossing')
})
