import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nativeTokenAddress, type SwapQuote } from '@latchkey/protocol'
import {
  buildApproveAnswer,
  buildTransactionAnswer,
  swapContracts,
  swapQuotesAnswer,
  swapTokensAnswer,
} from '@latchkey/protocol/schemas/swap'
import { localContracts } from '@latchkey/testkit/src/chains/localContracts.js'
import { contractsConfig } from '@latchkey/testkit/src/chains/localTokens.js'
import { databases, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { type Address, createTestClient, decodeFunctionData, erc20Abi, type Hex, http, parseEther, publicActions, zeroAddress } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RunningServices } from '../startServices.js'
import { type FakeNode, startFakeNode } from '../testing/fakeNode.js'
import { type Recorded, startRecordedServer } from '../testing/recordedServer.js'
import { writeSites } from '../testing/sites.js'
import { faults, startEvm, startFaultyNode } from '../testing/upstreams.js'

/* `/v1/convert/*` over the real contracts of a local chain; of other chains the node is dead, silent or lies, or there are no pools. */

const { tokens, pools } = localContracts()['eip155:31337'] ?? expect.fail('There is no first chain.')
const at = (key: string, chain = 'eip155:31337') =>
  `${chain}:${key === 'ETH' ? nativeTokenAddress : (tokens[key] ?? expect.fail(`There is no ${key}.`)).address.toLowerCase()}`
const account = '0x00000000000000000000000000000000000c0a1e' as Address
const user = `eip155:31337:${account}`
const [kind] = databases
if (!kind) throw new Error('There is no database.')

/** Chains whose node does not answer, by what it does instead. */
const broken = [...faults, { what: 'silence', answer: 'hang' as const }].map((fault, index) => ({ ...fault, id: 40_001 + index }))

let folder: string
/** LI.FI, by answers in the shapes of its documentation. */
let lifi: Awaited<ReturnType<typeof startRecordedServer>>
let lifiAnswer: Recorded
let evm: Awaited<ReturnType<typeof startEvm>>
let database: TestDatabase
let sites: Awaited<ReturnType<typeof writeSites>>
let running: RunningServices
const nodes: FakeNode[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-convert-'))
  ;[evm, database, sites] = await Promise.all([startEvm(folder), kind.open(), writeSites()])
  for (const { id, answer } of broken) {
    const node = await startFaultyNode(answer)
    node.identity = { 'eth_chainId []': `0x${id.toString(16)}` }
    nodes.push(node)
  }
  const contracts = contractsConfig(31_337)
  lifi = await startRecordedServer(() => lifiAnswer)
  const gnosis = await startFakeNode()
  gnosis.identity = { 'eth_chainId []': '0x64' }
  nodes.push(gnosis)
  running = await startTestServices({
    database: database.options,
    folders: sites.folders,
    node: evm.url,
    chains: [
      { ...localChain(evm.url), blockTime: 0, testnet: true, ...contracts },
      { ...localChain(evm.url), id: 31_338, name: 'Without pools', blockTime: 0 },
      { ...localChain(gnosis.url), id: 100, name: 'Gnosis', blockTime: 0 },
      ...broken.map(({ id }, index) => ({ ...localChain(nodes[index]?.url), id, blockTime: 0, testnet: true, ...contracts })),
    ],
    swaps: { lifi: { url: lifi.url } },
    limits: { api: { perSecond: 1, burst: 400 } },
  })
  await chain().setBalance({ address: account, value: parseEther('1000') })
  await chain().impersonateAccount({ address: account })
}, 120_000)
afterAll(async () => {
  await running?.close()
  await Promise.all([evm?.close(), database?.remove(), sites?.remove(), lifi?.close(), ...nodes.map((node) => node.close())])
  await rm(folder, { recursive: true, force: true })
}, 60_000)

const chain = () => createTestClient({ chain: foundry, transport: http(evm.url), mode: 'anvil', pollingInterval: 10 }).extend(publicActions)
async function send(call: { to: string; data?: string; value?: bigint }) {
  const { to, data = '0x', value = 0n } = call
  const address = to.split(':')[2] as Address
  const hash = await chain().sendUnsignedTransaction({ from: account, to: address, data: data as Hex, value, gas: 2_000_000n })
  const { status } = await vi.waitFor(() => chain().getTransactionReceipt({ hash }), { timeout: 10_000, interval: 5 })
  expect(status).toBe('success')
}
const read = (key: string, functionName: 'balanceOf' | 'allowance', args: readonly Address[]) =>
  chain().readContract({ address: tokens[key]?.address as Address, abi: erc20Abi, functionName, args } as never) as Promise<bigint>

const get = (path: string, query: Record<string, string>) =>
  ask(running.port, `${urls.api}/v1/convert/${path}?${new URLSearchParams({ projectId: 'open', sv: 'html-1', ...query })}`)
const build = (body: object) =>
  ask(running.port, `${urls.api}/v1/convert/build-transaction`, {
    method: 'POST',
    body: JSON.stringify({ projectId: 'open', eip155: { slippage: 1 }, userAddress: user, disableEstimate: true, ...body }),
  })
async function quote(from: string, to: string, amount: bigint): Promise<SwapQuote> {
  const answer = await get('quotes', { from: at(from), to: at(to), amount: String(amount), userAddress: user })
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  return swapQuotesAnswer(answer.json).quotes[0] ?? expect.fail('There is no quote.')
}

describe('GET /v1/convert/tokens', () => {
  test('behavior: the coin and the operator’s tokens, with their pictures', async () => {
    const answer = await get('tokens', { chainId: 'eip155:31337' })
    const found = swapTokensAnswer(answer.json).tokens
    expect(found.map(({ symbol }) => symbol)).toEqual(['ETH', 'WETH', 'USDC', 'DAI', 'USDT', 'WBTC'])
    expect(found[0]).toMatchObject({ address: at('ETH'), decimals: 18 })
    expect(found[2]).toMatchObject({ address: at('USDC'), decimals: 6, eip2612: null, logoUri: expect.stringMatching(/^data:image/) })
    expect(answer.headers['cache-control']).toBe('public, max-age=3600')
  })

  test('behavior: one that is on no list is told as it tells itself, and that nobody vouches for it; what is no token is none', async () => {
    const one = async (address: string) => swapTokensAnswer((await get('tokens', { chainId: 'eip155:31337', address })).json).tokens
    expect(await one(at('COPY'))).toMatchObject([{ symbol: 'USDC', listed: false, address: at('COPY') }])
    expect(await one(tokens.MKR?.address ?? '')).toMatchObject([{ symbol: 'MKR', decimals: 18 }])
    expect(await one(account)).toEqual([])
  })
})

describe('swaps', () => {
  test('behavior: native to token: what is quoted is what arrives, the value is the amount, and gas is enough', async () => {
    const amount = parseEther('1')
    const quoted = await quote('ETH', 'USDC', amount)
    expect(quoted).toMatchObject({ id: null, fromAmount: String(amount), fromAccount: at('ETH'), toAccount: at('USDC'), provider: 'pools' })
    expect(quoted.gas).toMatch(/^\d{6}$/)
    expect(quoted.route?.[0]).toMatchObject({ percent: 100, path: [at('WETH'), at('USDC')], pools: [{ version: 'v3', fee: 500 }] })
    const answer = await build({ from: at('ETH'), to: at('USDC'), amount: String(amount) })
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store'])
    const { tx } = buildTransactionAnswer(answer.json)
    expect(tx).toMatchObject({ from: user, to: `eip155:31337:${pools.swapRouter02.toLowerCase()}`, amount: quoted.toAmount })
    expect(BigInt(tx.eip155.gas) > 0n && BigInt(tx.eip155.gasPrice) > 0n).toBe(true)
    // Asked twice when the first answer is more than the user has: the same again.
    expect(buildTransactionAnswer((await build({ from: at('ETH'), to: at('USDC'), amount: String(amount) })).json).tx.amount).toBe(
      tx.amount,
    )
    await send({ ...tx, value: amount })
    expect(await read('USDC', 'balanceOf', [account])).toBe(BigInt(quoted.toAmount))
  })

  test('behavior: an approval goes to the token that is sold, for exactly the amount; then the token is swapped', async () => {
    const amount = 100_000_000n
    const order = { from: at('USDC'), to: at('DAI'), amount: String(amount) }
    const query = { tokenAddress: at('USDC'), userAddress: user }
    expect((await get('allowance', query)).json).toEqual({ allowance: '0' })
    const estimated = await build({ ...order, disableEstimate: false })
    expect([estimated.status, estimated.json]).toMatchObject([
      400,
      { reasons: [{ field: 'transaction', description: 'execution reverted' }] },
    ])
    const { tx } = buildApproveAnswer((await get('build-approve', { ...order, userAddress: user })).json)
    expect(tx).toMatchObject({ from: at('USDC'), to: at('USDC'), value: '0' })
    const { args } = decodeFunctionData({ abi: erc20Abi, data: tx.data as Hex })
    expect(args).toEqual([pools.swapRouter02, amount])
    await send({ to: tx.from, data: tx.data })
    expect((await get('allowance', query)).json).toEqual({ allowance: String(amount) })
    expect(await read('USDC', 'allowance', [account, pools.swapRouter02])).toBe(amount)
    const exact = buildTransactionAnswer((await build({ ...order, disableEstimate: false })).json)
    const stated = buildTransactionAnswer((await build(order)).json)
    expect(BigInt(exact.tx.eip155.gas) <= BigInt(stated.tx.eip155.gas)).toBe(true)
    await send(stated.tx)
    expect(await read('DAI', 'balanceOf', [account])).toBe(BigInt(stated.tx.amount))
  })

  test('behavior: an approval without an amount is without a limit, as others ask for it', async () => {
    const { tx } = buildApproveAnswer((await get('build-approve', { from: at('DAI'), to: at('USDC') })).json)
    expect(decodeFunctionData({ abi: erc20Abi, data: tx.data as Hex }).args?.[1]).toBe(2n ** 256n - 1n)
  })

  test('behavior: an approval of the most that there can be, and of nothing', async () => {
    for (const amount of [2n ** 256n - 1n, 0n]) {
      const { tx } = buildApproveAnswer((await get('build-approve', { from: at('DAI'), to: at('USDC'), amount: String(amount) })).json)
      expect(decodeFunctionData({ abi: erc20Abi, data: tx.data as Hex }).args?.[1]).toBe(amount)
    }
  })

  test('behavior: a token or another network without a value are none', async () => {
    const { tokens: all } = swapTokensAnswer((await get('tokens', { chainId: 'eip155:31337', address: '' })).json)
    expect(all.length).toBeGreaterThan(1)
    expect((await get('allowance', { tokenAddress: at('WBTC'), userAddress: user, toChainId: '' })).json).toEqual({ allowance: '0' })
  })

  test('behavior: what gas costs, for more and less hurry', async () => {
    const answer = await get('gas-price', { chainId: 'eip155:31337' })
    expect(answer.json).toEqual({
      standard: expect.stringMatching(/^[1-9]\d*$/),
      fast: expect.stringMatching(/^[1-9]\d*$/),
      instant: expect.stringMatching(/^[1-9]\d*$/),
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('behavior: the dialog gets the contracts that swaps go through in its document', async () => {
    const page = await ask(running.port, `${urls.dialog}/?project=open&origin=http://localhost:3000`)
    const boot = JSON.parse(/id="latchkey-boot"[^>]*>([^<]*)</.exec(String(page.body))?.[1] ?? '{}')
    const contracts = swapContracts(boot.swaps)
    expect(contracts['eip155:31337']).toEqual({
      router: pools.swapRouter02.toLowerCase(),
      kind: 'swapRouter02',
      wrapped: pools.weth.toLowerCase(),
    })
    expect(contracts).not.toHaveProperty('eip155:31338')
  })
})

describe('a network that LI.FI swaps on', () => {
  const chain = 'eip155:100'
  const order = { from: at('ETH', chain), to: at('USDC', chain), amount: '1000' }
  const token = (address: string) => ({ address, chainId: 100 })
  const usdc = at('USDC', chain).split(':')[2] ?? ''

  test('behavior: its price, its name, and its contract as the spender and in the dialog’s document', async () => {
    const route = { fromAmount: '1000', toAmount: '2500', fromToken: token(zeroAddress), toToken: token(usdc), steps: [{ estimate: {} }] }
    lifiAnswer = { body: JSON.stringify({ routes: [route] }) }
    const quoted = swapQuotesAnswer((await get('quotes', order)).json).quotes
    expect(quoted).toMatchObject([{ fromAmount: '1000', toAmount: '2500', toAccount: order.to, provider: 'LI.FI', route: [] }])
    const { tx } = buildApproveAnswer((await get('build-approve', { from: order.to, to: order.from, amount: '7' })).json)
    const page = await ask(running.port, `${urls.dialog}/?project=open&origin=http://localhost:3000`)
    const boot = JSON.parse(/id="latchkey-boot"[^>]*>([^<]*)</.exec(String(page.body))?.[1] ?? '{}')
    const known = swapContracts(boot.swaps)[chain]
    expect(known?.kind).toBe('lifi')
    const [spender, amount] = decodeFunctionData({ abi: erc20Abi, data: tx.data as Hex }).args as [string, bigint]
    expect([spender.toLowerCase(), amount, tx.to]).toEqual([known?.router, 7n, order.to])
  })

  test.each<[string, Recorded, number, string]>([
    [
      'no route',
      { status: 404, body: '{"message":"No available quotes for the requested transfer","code":1002}' },
      400,
      'insufficient liquidity',
    ],
    [
      'a token that it has not',
      { status: 404, body: '{"message":"Could not find token","code":1003}' },
      400,
      'This token is not supported',
    ],
    ['an outage', { status: 500, body: 'down' }, 503, 'No node of the chain answers'],
    ['a limit', { status: 429, body: '{"message":"Rate limit exceeded","code":1005}' }, 503, 'No node of the chain answers'],
    [
      'a transaction that nobody can read',
      { body: JSON.stringify({ estimate: { toAmount: '1' }, transactionRequest: { to: account, data: '0x12', value: '0' } }) },
      503,
      'No node of the chain answers',
    ],
  ])('error: %s', async (_what, recorded, status, words) => {
    lifiAnswer = recorded
    const userAddress = `${chain}:${account}`
    const answers = [await build({ ...order, userAddress }), ...(status === 400 ? [await get('quotes', order)] : [])]
    for (const answer of answers)
      expect([answer.status, answer.json]).toMatchObject([status, { status: 'FAILED', reasons: [{ description: words }] }])
  })
})

describe('a network without swaps', () => {
  test.each(['eip155:31338', 'eip155:424242', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'])(
    'behavior: %s answers empty, but for what must not be guessed',
    async (id) => {
      const [from, to] = id.startsWith('eip155:') ? [at('ETH', id), at('USDC', id)] : [at('ETH', 'eip155:7'), at('USDC', 'eip155:7')]
      const userAddress = from.replace(nativeTokenAddress, account)
      const [list, quotes, allowance, approve, built] = await Promise.all([
        get('tokens', { chainId: id }),
        get('quotes', { from, to, amount: '1' }),
        get('allowance', { tokenAddress: to, userAddress }),
        get('build-approve', { from: to, to: from }),
        build({ from, to, userAddress, amount: '1' }),
      ])
      expect([list.json, quotes.json, allowance.json]).toEqual([{ tokens: [], unserved: [id] }, { quotes: [] }, { allowance: '0' }])
      for (const one of [approve, built])
        expect([one.status, one.json]).toEqual([
          400,
          { status: 'FAILED', reasons: [{ field: 'chainId', description: 'Network not supported for Swaps' }] },
        ])
    },
  )

  test.each([
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'],
    ['bip122:000000000019d6689c085ae165831e93', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['cosmos:cosmoshub-4', 'cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd02'],
    ['polkadot:91b171bb158e2d3848fa23a9f1c25182', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  ])('behavior: of another family, %s, too', async (id, address) => {
    const [from, to] = [`${id}:${address}`, `${id}:${nativeTokenAddress}`]
    const [quotes, allowance, approve, built, gas] = await Promise.all([
      get('quotes', { from, to, amount: '1' }),
      get('allowance', { tokenAddress: from, userAddress: from }),
      get('build-approve', { from, to }),
      build({ from, to, userAddress: from, amount: '1' }),
      get('gas-price', { chainId: id }),
    ])
    expect([quotes.status, quotes.json]).toEqual([200, { quotes: [] }])
    expect([allowance.status, allowance.json]).toEqual([200, { allowance: '0' }])
    for (const one of [approve, built])
      expect([one.status, one.json]).toMatchObject([400, { reasons: [{ description: 'Network not supported for Swaps' }] }])
    expect([gas.status, gas.json]).toMatchObject([400, { reasons: [{ description: 'Network not supported for Gas Price' }] }])
  })

  test('error: what gas costs on a network that is not configured', async () => {
    const answer = await get('gas-price', { chainId: 'eip155:424242' })
    expect([answer.status, answer.json]).toEqual([
      400,
      { status: 'FAILED', reasons: [{ field: 'chainId', description: 'Network not supported for Gas Price' }] },
    ])
  })
})

describe('questions that have no answer', () => {
  const order = { from: at('ETH'), to: at('USDC'), amount: '1000' }
  const approval = { from: at('USDC'), to: at('DAI') }
  test.each<[string, string, Record<string, string>, number, string, string]>([
    ['an unknown project', 'quotes', { ...order, projectId: 'nobody' }, 401, 'authentication', ''],
    [
      'chains that differ',
      'quotes',
      { ...order, to: at('USDC', 'eip155:31338') },
      400,
      'to',
      'from and to chain IDs must have the same value',
    ],
    ['no CAIP-10 id', 'quotes', { ...order, from: 'ETH' }, 400, 'from', 'CAIP-10'],
    ['a token of another family', 'quotes', { ...order, from: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:abc' }, 400, 'from', 'CAIP-10'],
    ['no amount', 'quotes', { from: order.from, to: order.to }, 400, 'amount', ''],
    ['a fraction', 'quotes', { ...order, amount: '1.5' }, 400, 'amount', 'whole number'],
    ['nothing', 'quotes', { ...order, amount: '0' }, 400, 'amount', 'above zero'],
    ['more than 256 bits', 'quotes', { ...order, amount: '9'.repeat(78) }, 400, 'amount', '256 bits'],
    ['an approval of 2^256', 'build-approve', { ...approval, amount: String(2n ** 256n) }, 400, 'amount', '256 bits'],
    ['an approval of 78 nines', 'build-approve', { ...approval, amount: '9'.repeat(78) }, 400, 'amount', '256 bits'],
    ['an approval of an amount without a value', 'build-approve', { ...approval, amount: '' }, 400, 'amount', 'whole number'],
    [
      'a mistyped token of another family',
      'quotes',
      { ...order, from: 'cosmos:cosmoshub-4:cosmos1hsk6jryyqjfhp5dhc55tc9jtckygx0eph6dd03' },
      400,
      'from',
      'CAIP-10',
    ],
    ['an unknown family', 'quotes', { ...order, from: `tron:1:${account}` }, 400, 'from', 'CAIP-10'],
    [
      'a token of another family for one of this',
      'quotes',
      { ...order, from: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' },
      400,
      'to',
      'must have the same value',
    ],
    ['NUL in an id', 'quotes', { ...order, to: `${order.to}\0` }, 400, 'to', 'CAIP-10'],
    ['no network of tokens', 'tokens', { chainId: '' }, 400, 'chainId', ''],
    ['no network of gas', 'gas-price', { chainId: '' }, 400, 'chainId', ''],
    ['a token for itself', 'quotes', { ...order, to: order.from }, 400, 'to', 'different tokens'],
    ['what nobody trades', 'quotes', { ...order, to: at('SPAM') }, 400, 'amount', 'insufficient liquidity'],
    ['a token that keeps a part', 'quotes', { ...order, to: at('FEE'), amount: String(parseEther('0.1')) }, 400, 'to', 'keeps a part'],
    ['an approval of the coin', 'build-approve', order, 400, 'from', 'native coin'],
    ['no token to look at', 'tokens', { chainId: 'eip155:31337', address: 'USDC' }, 400, 'address', 'CAIP-10'],
  ])('error: %s', async (_what, path, query, status, field, words) => {
    const answer = await get(path, query)
    expect([answer.status, answer.json]).toMatchObject([status, { status: 'FAILED', reasons: [{ field }] }])
    expect((answer.json as { reasons: { description: string }[] }).reasons[0]?.description).toContain(words)
  })

  test.each<[string, object, number, string]>([
    ['a negative slippage', { eip155: { slippage: -1 } }, 422, 'eip155.slippage'],
    ['no slippage', { eip155: {} }, 422, 'eip155.slippage'],
    ['more slippage than half', { eip155: { slippage: 51 } }, 422, 'eip155.slippage'],
    ['more than 256 bits', { amount: String(2n ** 256n) }, 422, 'amount'],
    ['a user of another chain', { userAddress: user.replace('31337', '1') }, 400, 'userAddress'],
    ['no liquidity', { to: at('SPAM') }, 400, 'amount'],
    [
      'more than the user has',
      { userAddress: user.replace('c0a1e', 'c0a1f'), amount: String(parseEther('1')), disableEstimate: false },
      400,
      'amount',
    ],
    ['an unknown project', { projectId: 'nobody' }, 401, 'authentication'],
    ['a body that is too large', { from: 'x'.repeat(20_000) }, 413, 'body'],
  ])('error: of a transaction: %s', async (_what, change, status, field) => {
    const answer = await build({ ...order, ...change })
    expect([answer.status, answer.json]).toMatchObject([status, { status: 'FAILED', reasons: [{ field }] }])
  })

  test.each(broken)(
    'error: a node that answers with $what: nothing is made up',
    async ({ id }) => {
      const chainId = `eip155:${id}`
      const [quoted, allowance, gas, built] = await Promise.all([
        get('quotes', { from: at('ETH', chainId), to: at('USDC', chainId), amount: '1000000000000' }),
        get('allowance', { tokenAddress: at('USDC', chainId), userAddress: `${chainId}:${account}` }),
        get('gas-price', { chainId }),
        build({ from: at('ETH', chainId), to: at('USDC', chainId), userAddress: `${chainId}:${account}`, amount: '1000000000000' }),
      ])
      for (const answer of [quoted, allowance, gas, built]) {
        expect([answer.status, answer.json]).toMatchObject([503, { status: 'FAILED' }])
        expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
      }
    },
    60_000,
  )

  test('error: who asks too often hears when to come back', async () => {
    const asked = await Promise.all(Array.from({ length: 450 }, () => get('tokens', { chainId: 'eip155:424242' })))
    const refused = asked.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers['retry-after']).toMatch(/^[1-9]\d*$/)
  }, 60_000)
})
