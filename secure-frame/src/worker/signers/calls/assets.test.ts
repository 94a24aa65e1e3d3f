import type { Balances, Network, RpcError, TokenBalance } from '@latchkey/protocol'
import { createClient, custom, getAddress } from 'viem'
import { getAssets } from 'viem/experimental/erc7811'
import { describe, expect, test } from 'vitest'
import { evmAccount } from '../../../testing/fakeNode.js'
import { assetsOf } from './assets.js'
import { readBalances } from './balances.js'

const networkOf = (id: number | string, chainNamespace: 'eip155' | 'solana' = 'eip155'): Network => ({
  id,
  caipNetworkId: `${chainNamespace}:${id}`,
  chainNamespace,
  name: `Network ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: {},
})
const networks = [networkOf(1), networkOf(10), networkOf('mainnet', 'solana')]
const place = { api: 'https://api.example', projectId: 'shop', build: '1' }
const accountsOn = async () => [{ address: evmAccount, type: 'eoa' as const }]

const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const copy = '0x00000000000000000000000000000000000000c0'
const coin = (chainId: string, numeric: string): TokenBalance => ({
  name: 'Ether',
  symbol: 'ETH',
  chainId,
  price: 2_500,
  quantity: { decimals: '18', numeric },
  iconUrl: '',
})
const token = (chainId: string, address: string, numeric: string, listed = true): TokenBalance => ({
  ...coin(chainId, numeric),
  name: 'USD Coin',
  symbol: 'USDC',
  address: `${chainId}:${address}`,
  quantity: { decimals: '6', numeric },
  listed,
})
const everything: Balances = {
  balances: [
    coin('eip155:1', '1.000000000000000001'),
    token('eip155:1', usdc, '25.5'),
    token('eip155:1', copy, '1000000', false),
    coin('eip155:10', '0'),
  ],
}

/** A page's viem client over the wallet, whose server answers with `answer`. */
function client(answer: Balances = everything) {
  const asked: URL[] = []
  const send = async (url: URL | RequestInfo) => {
    asked.push(new URL(String(url)))
    return Response.json(answer)
  }
  const request = ({ params }: { params?: unknown }) =>
    // As it crosses the Bridge.
    assetsOf(JSON.parse(JSON.stringify(params)), networks, accountsOn, place, (where, question) => readBalances(where, question, send))
  return { asked, client: createClient({ account: evmAccount, transport: custom({ request }, { retryCount: 0 }) }) }
}

const codeOf = async (refused: Promise<unknown>) => {
  const error = await refused.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return (error as { code?: number; cause?: { code?: number } }).cause?.code ?? (error as RpcError).code
}

describe('wallet_getAssets by viem', () => {
  test('behavior: the coins and listed tokens of every network, exactly', async () => {
    const { client: page, asked } = client()
    const assets = await getAssets(page, { aggregate: false })
    expect(assets).toEqual({
      1: [
        { type: 'native', balance: 10n ** 18n + 1n, metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
        {
          type: 'erc20',
          address: getAddress(usdc),
          balance: 25_500_000n,
          metadata: { name: 'USD Coin', symbol: 'USDC', decimals: 6 },
        },
      ],
      10: [{ type: 'native', balance: 0n, metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 } }],
    })
    expect(asked.map(({ pathname }) => pathname)).toEqual([`/v1/account/${evmAccount.toLowerCase()}/balance`])
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({ projectId: 'shop', currency: 'usd', st: 'secure', sv: '1' })
  })

  test('behavior: chains and kinds are filtered, and one chain is asked for alone', async () => {
    const { client: page, asked } = client()
    expect(await getAssets(page, { chainIds: [10], aggregate: false })).toMatchObject({ 10: [{ balance: 0n }] })
    expect(asked[0]?.searchParams.get('chainId')).toBe('eip155:10')
    const tokens = await getAssets(page, { assetTypes: ['erc20'], aggregate: false })
    expect(tokens).toMatchObject({ 1: [{ balance: 25_500_000n }], 10: [] })
    expect(await getAssets(page, { chainIds: [5], aggregate: false })).toEqual({})
  })

  test('behavior: what a page names is answered although nobody vouches for it, and nothing else', async () => {
    const { client: page, asked } = client()
    const assets = { 1: [{ address: getAddress(copy), type: 'erc20' }] } as const
    const answer = await getAssets(page, { assets, chainIds: [10], assetTypes: ['native'], aggregate: false })
    expect(answer).toMatchObject({ 1: [{ address: getAddress(copy), balance: 10n ** 12n }] })
    expect(answer[1]).toHaveLength(1)
    expect(answer).not.toHaveProperty('10')
    expect(asked[0]?.searchParams.get('forceUpdate')).toBe(`eip155:1:${copy}`)
    expect(await getAssets(page, { assets: { 1: [{ address: 'native', type: 'native' }] }, aggregate: false })).toMatchObject({
      1: [{ type: 'native', balance: 10n ** 18n + 1n }],
    })
  })

  test('error: a network whose node does not answer is missing, not empty', async () => {
    const { client: page } = client({ ...everything, stale: ['eip155:1'] })
    expect(Object.keys(await getAssets(page, { aggregate: false }))).toEqual(['10'])
    expect(Object.keys(await getAssets(client({ ...everything, unavailable: ['eip155:10'] }).client, { aggregate: false }))).toEqual(['1'])
  })

  test('error: another address is refused, and what is no question', async () => {
    const { client: page, asked } = client()
    expect(await codeOf(getAssets(page, { account: copy }))).toBe(4100)
    const ask = (question: object) => codeOf(assetsOf([{ account: evmAccount, ...question }], networks, accountsOn, place))
    expect(await ask({ chainFilter: ['one'] })).toBe(-32602)
    const many = Array.from({ length: 101 }, () => ({ address: copy, type: 'erc20' }))
    expect(await ask({ assetFilter: { '0x1': many } })).toBe(-32602)
    expect(asked).toEqual([])
  })

  test('error: a server that answers nonsense is no empty wallet', async () => {
    for (const answer of [Response.json({}), new Response('<html>'), Response.json({}, { status: 503 })]) {
      const read = readBalances(place, { address: evmAccount, tokens: [] }, async () => answer)
      await expect(read).rejects.toMatchObject({ code: -32002, data: { reason: 'offline' } })
    }
  })
})
