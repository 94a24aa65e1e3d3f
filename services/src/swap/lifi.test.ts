import { encodeFunctionData, parseAbi, zeroAddress } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { nativeCoin } from '../prices/priceProvider.js'
import { type Recorded, startRecordedServer } from '../testing/recordedServer.js'
import { lifiContract, lifiSwaps } from './lifi.js'
import { swapContractsOf, swapNamesOf } from './swapContracts.js'

/* LI.FI by recorded answers, in the shapes of its public documentation: https://docs.li.fi/api-reference (quote, advanced routes, error codes). */

const mainnet = {
  caipNetworkId: 'eip155:1',
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: [{ url: 'http://127.0.0.1:9', weight: 1 }],
  testnet: false,
  rpcMethods: [],
} as unknown as Chain
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const user = '0x00000000000000000000000000000000000c0a1e'
const stranger = '0x0000000000000000000000000000000000000bad'
const contract = lifiContract(mainnet) ?? ''
const part =
  '(address callTo, address approveTo, address sendingAssetId, address receivingAssetId, uint256 fromAmount, bytes callData, bool requiresDeposit)'
const head = 'bytes32 transactionId, string integrator, string referrer, address receiver, uint256 minAmount'
const abi = parseAbi([
  `function swapTokensMultipleV3ERC20ToNative(${head}, ${part}[] swaps)`,
  `function swapTokensSingleV3ERC20ToERC20(${head}, ${part} swap)`,
  `function swapTokensSingleV3NativeToERC20(${head}, ${part} swap)`,
])

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
  return { questions, provider: lifiSwaps({ ...settings, url: server.url }) }
}

const ether = 10n ** 18n
const question = (more: object = {}) => ({
  chain: mainnet,
  from: nativeCoin,
  to: usdc,
  amount: ether,
  signal: AbortSignal.timeout(5_000),
  ...more,
})
const terms = { user, slippage: 100 }

const token = (address: string) => ({ address, chainId: 1, symbol: 'X', decimals: 18, name: 'X', priceUSD: '1' })
const route = (more: object = {}) => ({
  id: '0x1e21fad9c26fff48b67ae2925f878e43bf81211da8b1cd9b7faa8bfd8d7ea9d9',
  fromAmount: String(ether),
  toAmount: '2500000000',
  toAmountMin: '2475000000',
  fromToken: token(zeroAddress),
  toToken: token(usdc),
  steps: [{ type: 'lifi', tool: '1inch', estimate: { gasCosts: [{ type: 'SEND', estimate: '150000', limit: '200000' }] } }],
  ...more,
})
const routes = (...given: object[]): Recorded => ({
  body: JSON.stringify({ routes: given, unavailableRoutes: { filteredOut: [], failed: [] } }),
})

const swapData = { callTo: stranger, approveTo: stranger, callData: '0x1234', requiresDeposit: true } as const
const single = { ...swapData, sendingAssetId: zeroAddress, receivingAssetId: usdc, fromAmount: ether } as const
type Change = {
  readonly receiver?: string
  readonly minimum?: bigint
  readonly swap?: object
  readonly name?: string
  readonly tx?: object
  readonly estimate?: object
}
function built({ receiver = user, minimum = 2_475_000_000n, swap = single, name, tx, estimate }: Change = {}): Recorded {
  const functionName = name ?? 'swapTokensSingleV3NativeToERC20'
  const args = [`0x${'1'.repeat(64)}`, 'shop', '', receiver, minimum, swap]
  const data = encodeFunctionData({ abi, functionName, args } as unknown as Parameters<typeof encodeFunctionData>[0])
  const body = {
    type: 'lifi',
    tool: '1inch',
    estimate: { fromAmount: String(ether), toAmount: '2500000000', toAmountMin: '2475000000', approvalAddress: contract, ...estimate },
    transactionRequest: {
      ...{ from: user, to: contract, data, value: `0x${ether.toString(16)}`, chainId: 1, gasLimit: '0x30d40', gasPrice: '0x5d21dba00' },
      ...tx,
    },
  }
  return { body: JSON.stringify(body) }
}

describe('LI.FI', () => {
  test('behavior: a price, for which it learns neither the account nor more than it must', async () => {
    const { provider, questions } = await open(() => routes(route({ steps: [{ estimate: {} }, { estimate: {} }] }), route()))
    expect(provider.serves(mainnet)).toBe(true)
    expect(provider.serves({ ...mainnet, id: 31_337, caipNetworkId: 'eip155:31337' } as Chain)).toBe(false)
    expect(await provider.quote(question())).toEqual({ amountOut: 2_500_000_000n, gas: 220_000n, legs: [] })
    expect(questions).toEqual([
      {
        path: '/v1/advanced/routes',
        key: 'secret-key',
        body: {
          ...{ fromChainId: 1, toChainId: 1, fromTokenAddress: zeroAddress, toTokenAddress: usdc, fromAmount: String(ether) },
          options: { integrator: 'shop', order: 'CHEAPEST', slippage: 0.01, allowSwitchChain: false },
        },
      },
    ])
  })

  test('behavior: a transaction for the user, with the slippage that they chose; without a key none is sent', async () => {
    const { provider, questions } = await open(() => built(), {})
    expect(await provider.build(question(), terms)).toMatchObject({ to: contract, amountOut: 2_500_000_000n, gas: 220_000n })
    const asked = new URL(`http://x${questions[0]?.path}`)
    expect([asked.pathname, questions[0]?.key]).toEqual(['/v1/quote', undefined])
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      ...{ fromChain: '1', toChain: '1', fromToken: zeroAddress, toToken: usdc, fromAmount: String(ether) },
      ...{ fromAddress: user, toAddress: user, slippage: '0.01', order: 'CHEAPEST', skipSimulation: 'true' },
    })
  })

  test('behavior: a token that is sold for the coin, with a fee taken before', async () => {
    const fee = { ...swapData, sendingAssetId: usdc, receivingAssetId: usdc, fromAmount: 1_000n }
    const rest = { ...fee, receivingAssetId: zeroAddress, fromAmount: 990n, requiresDeposit: false }
    const name = 'swapTokensMultipleV3ERC20ToNative'
    const selling = question({ from: usdc, to: nativeCoin, amount: 1_000n })
    const { provider } = await open(() => built({ name, swap: [fee, rest], tx: { value: '0x0' } }))
    expect((await provider.build(selling, terms)).amountOut).toBe(2_500_000_000n)
    const foreign = await open(() => built({ name, swap: [fee, rest], tx: { value: '0x0' }, estimate: { approvalAddress: stranger } }))
    await expect(foreign.provider.build(selling, terms)).rejects.toThrow('LI.FI built a swap of another spender.')
    const twice = await open(() => built({ name, swap: [fee, { ...rest, requiresDeposit: true }], tx: { value: '0x0' } }))
    await expect(twice.provider.build(selling, terms)).rejects.toThrow('LI.FI built a swap of another amount.')
  })

  test.each<[string, Recorded]>([
    ['another receiver', built({ receiver: stranger })],
    ['other tokens', built({ swap: { ...single, receivingAssetId: stranger } })],
    ['other tokens', built({ swap: { ...single, sendingAssetId: usdc } })],
    ['other tokens', built({ name: 'swapTokensSingleV3ERC20ToERC20' })],
    ['another amount', built({ swap: { ...single, fromAmount: 1n } })],
    ['a lower minimum', built({ minimum: 2_474_999_999n })],
    ['another contract', built({ tx: { to: stranger } })],
    ['another value', built({ tx: { value: '0x2' } })],
    ['another chain', built({ tx: { chainId: 10 } })],
    ['a kind that is not read', built({ tx: { data: '0xdeadbeef' } })],
  ])('error: what it built with %s is refused', async (what, recorded) => {
    const { provider } = await open(() => recorded)
    await expect(provider.build(question(), terms)).rejects.toThrow(`LI.FI built a swap of ${what}.`)
  })

  const failed = (code: number, status: number, message = 'No available quotes for the requested transfer'): Recorded => ({
    status,
    body: JSON.stringify({ message, code, errors: [] }),
  })
  const toolError = (code: string) => ({ errorType: 'NO_QUOTE', code, tool: '1inch', message: 'The amount is too low.', action: {} })
  test.each<[string, Recorded, RegExp]>([
    ['no quote', failed(1002, 404), /^insufficient liquidity$/],
    [
      'less than anybody trades',
      {
        status: 404,
        body: JSON.stringify({
          message: 'No available quotes',
          code: 1002,
          errors: [toolError('AMOUNT_TOO_LOW'), toolError('TOOL_TIMEOUT')],
        }),
      },
      /^The amount is too small$/,
    ],
    [
      'less than anybody trades, of routes',
      {
        body: JSON.stringify({
          routes: [],
          unavailableRoutes: { filteredOut: [], failed: [{ subpaths: { '1:A-1inch-1:B': [toolError('AMOUNT_TOO_LOW')] } }] },
        }),
      },
      /^The amount is too small$/,
    ],
    [
      'too little for some, and too much for others',
      {
        status: 404,
        body: JSON.stringify({
          message: 'No available quotes',
          code: 1002,
          errors: [toolError('AMOUNT_TOO_LOW'), toolError('INSUFFICIENT_LIQUIDITY')],
        }),
      },
      /^insufficient liquidity$/,
    ],
    ['no route', routes(), /^insufficient liquidity$/],
    ['only routes of several transactions', routes(route({ steps: [{ estimate: {} }, { estimate: {} }] })), /^insufficient liquidity$/],
    ['a price that moves too far', failed(1007, 409), /^insufficient liquidity$/],
    ['a token that it has not', failed(1003, 404, 'Could not find token'), /not supported$/],
    ['a token that it does not take', failed(1011, 400, 'Unknown token symbol or address passed.'), /not supported$/],
    ['its own words for another mistake', failed(1011, 400, '/fromAmount must be above 100'), /^\/fromAmount must be above 100$/],
    ['a transaction that it could not build', failed(1001, 422), /^LI.FI failed with 1001/],
    ['a key that it does not take', failed(1010, 401), /^LI.FI answered 401/],
    ['a limit', failed(1005, 429), /^LI.FI answered 429/],
    ['an outage', { status: 500, body: 'down' }, /^LI.FI answered 500/],
    ['another token', routes(route({ toToken: token(stranger) })), /quoted another swap/],
    ['a token of another chain', routes(route({ toToken: { ...token(usdc), chainId: 10 } })), /quoted another swap/],
    ['another amount', routes(route({ fromAmount: '1' })), /quoted another swap/],
    ['nothing in return', routes(route({ toAmount: '0' })), /something else/],
    ['another shape', { body: '[]' }, /something else/],
    ['a page', { body: '<!doctype html>' }, /no JSON/],
    ['a cut connection', 'cut', /does not answer/],
  ])('error: %s', async (_what, recorded, words) => {
    const { provider } = await open(() => recorded)
    const failure = await provider.quote(question()).catch((error) => error)
    expect(failure.message).toMatch(words)
    expect(failure.message).not.toContain('secret-key')
  })

  test('error: who does not answer is given up in time', async () => {
    const { provider } = await open(() => 'hang')
    await expect(provider.quote(question({ signal: AbortSignal.timeout(50) }))).rejects.toThrow()
  })

  test('behavior: the dialog checks by its contract where it swaps, and by that of 1inch where that comes first', () => {
    const scroll = { ...mainnet, id: 534_352, caipNetworkId: 'eip155:534352' } as Chain
    const lifi = { router: contract, kind: 'lifi', crossing: contract }
    expect(swapContractsOf({ swaps: { lifi: {} } }, [mainnet, scroll])).toEqual({ 'eip155:1': lifi, 'eip155:534352': lifi })
    expect([...swapNamesOf({ swaps: {} }, mainnet).values()]).toEqual(['1inch', 'LI.FI'])
    expect([...swapNamesOf({ swaps: {} }, scroll)]).toEqual([[lifi.router, 'LI.FI']])
    expect(swapContractsOf({ swaps: { lifi: {}, oneInch: { key: 'a' } } }, [mainnet, scroll])).toEqual({
      'eip155:1': { router: '0x111111125421ca6dc452d289314280a0f8842a65', kind: 'oneInch', crossing: contract },
      'eip155:534352': lifi,
    })
  })
})
