import { nativeTokenAddress } from '@latchkey/protocol'
import { type Address, encodeFunctionData, parseAbi } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { nativeCoin } from '../prices/priceProvider.js'
import { type Recorded, startRecordedServer } from '../testing/recordedServer.js'
import { oneInchRouter, oneInchSwaps } from './oneInch.js'

/* 1inch as the documentation of its Swap API 6.0 has it: https://portal.1inch.dev/documentation/apis/swap/classic-swap. */

const mainnet = {
  caipNetworkId: 'eip155:1',
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  upstreams: [{ url: 'http://127.0.0.1:9', weight: 1 }],
  testnet: false,
  rpcMethods: [],
} as Chain
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const user = '0x00000000000000000000000000000000000c0a1e'
const stranger = '0x0000000000000000000000000000000000000bad'
const router = oneInchRouter(mainnet) ?? ''
const abi = parseAbi([
  'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data)',
])

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
async function open(answer: (path: string) => Recorded | undefined) {
  const keys: unknown[] = []
  const server = await startRecordedServer((path, headers) => {
    keys.push(headers.authorization)
    return answer(path)
  })
  closing.push(server.close)
  return { ...server, keys, provider: oneInchSwaps({ key: 'secret-key', url: server.url }) }
}

const question = (more: object = {}) => ({
  chain: mainnet,
  from: nativeCoin,
  to: usdc,
  amount: 10n ** 18n,
  signal: AbortSignal.timeout(5_000),
  ...more,
})
const terms = { user, slippage: 100 }

type Desc = Readonly<Record<'srcToken' | 'dstToken' | 'dstReceiver', string>> &
  Readonly<Record<'amount' | 'minReturnAmount' | 'flags', bigint>>
const honest: Desc = {
  srcToken: nativeTokenAddress,
  dstToken: usdc,
  dstReceiver: user,
  amount: 10n ** 18n,
  minReturnAmount: 2_475_000_000n,
  flags: 0n,
}
function built(desc: Partial<Desc> = {}, tx: object = {}): Recorded {
  const full = { ...honest, ...desc, srcReceiver: stranger } as never
  const data = encodeFunctionData({ abi, functionName: 'swap', args: [stranger as Address, full, '0x12'] })
  const body = {
    dstAmount: '2500000000',
    tx: { from: user, to: router, data, value: String(10n ** 18n), gas: 180_000, gasPrice: '1000000000', ...tx },
  }
  return { body: JSON.stringify(body) }
}

describe('1inch', () => {
  test('behavior: a quote, with the operator’s key and what it costs', async () => {
    const { provider, asked, keys } = await open(() => ({ body: '{"dstAmount":"2500000000","gas":180000}' }))
    expect(provider.serves(mainnet)).toBe(true)
    expect(provider.serves({ ...mainnet, id: 31_337, caipNetworkId: 'eip155:31337' })).toBe(false)
    expect(await provider.quote(question())).toEqual({ amountOut: 2_500_000_000n, gas: 198_000n, legs: [] })
    expect(asked).toEqual([`/swap/v6.0/1/quote?src=${nativeTokenAddress}&dst=${usdc}&amount=1000000000000000000&includeGas=true`])
    expect(keys).toEqual(['Bearer secret-key'])
  })

  test('behavior: a transaction, asked for in the form that can be read', async () => {
    const { provider, asked } = await open(() => built())
    const made = await provider.build(question(), terms)
    expect(made).toMatchObject({ to: router, amountOut: 2_500_000_000n, gas: 198_000n })
    const query = new URLSearchParams(asked[0]?.split('?')[1])
    expect(Object.fromEntries(query)).toMatchObject({
      slippage: '1',
      compatibility: 'true',
      allowPartialFill: 'false',
      receiver: user,
      from: user,
    })
  })

  test.each<[string, Recorded]>([
    ['another receiver', built({ dstReceiver: stranger })],
    ['another token', built({ dstToken: stranger })],
    ['another token that is sold', built({ srcToken: stranger })],
    ['another amount', built({ amount: 1n })],
    ['a part of the amount', built({ flags: 1n })],
    ['a minimum below the slippage', built({ minReturnAmount: 2_474_999_999n })],
    ['another contract', built({}, { to: stranger })],
    ['more of the coin', built({}, { value: '2' })],
    ['a call that is not read', built({}, { data: '0xdeadbeef' })],
  ])('error: what it built with %s is refused', async (_what, recorded) => {
    const { provider } = await open(() => recorded)
    await expect(provider.build(question(), terms)).rejects.toThrow(/^1inch built a swap of/)
  })

  test.each<[string, Recorded, RegExp]>([
    [
      'insufficient liquidity',
      { status: 400, body: '{"error":"Bad Request","description":"insufficient liquidity","statusCode":400,"meta":[],"requestId":"1"}' },
      /^insufficient liquidity$/,
    ],
    [
      'its own words for a mistake',
      { status: 400, body: '{"error":"Bad Request","description":"Not enough ETH balance","statusCode":400}' },
      /^Not enough ETH balance$/,
    ],
    ['a token that it has not', { status: 404, body: '{}' }, /not supported$/],
    ['a key that it does not take', { status: 401, body: '{}' }, /^1inch answered 401/],
    ['a limit', { status: 429, body: '{}' }, /^1inch answered 429/],
    ['an outage', { status: 500, body: 'down' }, /^1inch answered 500/],
    ['nothing in return', { body: '{"dstAmount":"0"}' }, /something else/],
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
})
