import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AccountChange, type HistoryTransaction, type Nfts, nativeTokenAddress, type TokenBalance } from '@latchkey/protocol'
import { startAnvil } from '@latchkey/testkit/src/chains/anvil.js'
import { localContracts, writeGenesis } from '@latchkey/testkit/src/chains/localContracts.js'
import { contractsConfig } from '@latchkey/testkit/src/chains/localTokens.js'
import { openAnyDatabase, type TestDatabase } from '@latchkey/testkit/src/databases/databases.ts'
import { ask } from '@latchkey/testkit/src/server/ask.ts'
import { localChain } from '@latchkey/testkit/src/server/localChain.ts'
import { buildServices } from '@latchkey/testkit/src/server/serverProcess.ts'
import { startTestServices, urls } from '@latchkey/testkit/src/server/services.ts'
import { type Address, createTestClient, erc20Abi, http, parseAbi, parseEther, parseUnits, publicActions, walletActions } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from './db/openDatabase.js'
import { pricePoints } from './db/priceTables.js'
import { toUsdPrice } from './prices/priceProvider.js'
import type { RunningServices } from './startServices.js'
import { writeSites } from './testing/sites.js'

/* Balances, prices and names of the real contracts of a local chain, by the calls of the API. The second chain's node is dead. */

const contracts = localContracts()['eip155:31337'] ?? expect.fail('There is no first chain.')
const { faucet, tokens, pools } = contracts
const addressOf = (key: string) => (tokens[key] ?? expect.fail(`There is no ${key}.`)).address
const holder = '0x00000000000000000000000000000000000a11ce' as Address
/** The ninth development account, whose primary name is alice.eth; and the tenth, which says so, too. */
const named = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'
const impostor = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

let folder: string
let node: Awaited<ReturnType<typeof startAnvil>>
let database: TestDatabase
let sites: Awaited<ReturnType<typeof writeSites>>
let running: RunningServices
beforeAll(async () => {
  // The indexing thread loads what was built.
  await buildServices()
  folder = await mkdtemp(join(tmpdir(), 'latchkey-money-'))
  node = await startAnvil({ chainId: 31_337, args: ['--init', await writeGenesis({ chainId: 31_337, folder })] })
  ;[database, sites] = await Promise.all([openAnyDatabase(), writeSites()])
  running = await startTestServices({
    database: database.options,
    folders: sites.folders,
    node: node.url,
    chains: [
      { ...localChain(node.url), blockTime: 0, testnet: true, indexer: 'full', ...contractsConfig(31_337) },
      { ...localChain(), id: 31_338, name: 'Dead', blockTime: 0 },
    ],
    rates: { eur: '0.5' },
  })
}, 120_000)
afterAll(async () => {
  await running?.close()
  await node?.stop()
  await Promise.all([database?.remove(), sites?.remove(), rm(folder, { recursive: true, force: true })])
}, 60_000)

function chain() {
  const local = { ...localChain(node.url), rpcUrls: { default: { http: [node.url] } } }
  return createTestClient({ chain: local, transport: http(), mode: 'anvil', pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
}

/** The faucet sends a transaction, and it is in the chain. */
async function fromFaucet(to: Address, abi: ReturnType<typeof parseAbi>, functionName: string, args: readonly unknown[]): Promise<void> {
  const client = chain()
  await client.impersonateAccount({ address: faucet })
  const hash = await client.writeContract({ account: faucet, address: to, abi, functionName, args } as Parameters<
    typeof client.writeContract
  >[0])
  const { status } = await client.waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
}
const give = (key: string, amount: bigint) => fromFaucet(addressOf(key), erc20Abi as never, 'transfer', [holder, amount])

const get = (path: string, query: Record<string, string>) =>
  ask(running.port, `${urls.api}${path}?${new URLSearchParams({ projectId: 'open', sv: 'html-1', ...query })}`)
const balancesOf = async (query: Record<string, string> = {}) => {
  const answer = await get(`/v1/account/${holder}/balance`, { currency: 'usd', chainId: 'eip155:31337', ...query })
  expect(answer.status).toBe(200)
  return (answer.json as { balances: TokenBalance[] }).balances
}
/** Reads everything anew. */
const freshly = (key = 'USDC') => balancesOf({ forceUpdate: `eip155:31337:${addressOf(key)}` })
const price = (body: object) =>
  ask(running.port, `${urls.api}/v1/fungible/price`, {
    method: 'POST',
    body: JSON.stringify({ projectId: 'open', currency: 'usd', ...body }),
  })
const priceOf = async (key: string) => {
  const answer = await price({ addresses: [`eip155:31337:${addressOf(key)}`] })
  return (answer.json as { fungibles: { price: number }[] }).fungibles[0]?.price
}

describe('GET /v1/account/{address}/balance', () => {
  test('behavior: the coin and the listed tokens, with exact amounts and prices of the pools', async () => {
    const client = chain()
    await client.setBalance({ address: holder, value: parseEther('2') })
    await give('USDC', parseUnits('1234.567891', 6))
    await give('WBTC', 12_345_678n)
    const balances = await freshly()
    const by = (symbol: string) => balances.find((one) => one.symbol === symbol)
    expect(by('USDC')).toMatchObject({
      chainId: 'eip155:31337',
      address: `eip155:31337:${addressOf('USDC').toLowerCase()}`,
      price: 1,
      value: 1234.567891,
      quantity: { decimals: '6', numeric: '1234.567891' },
      listed: true,
    })
    expect(by('USDC')?.iconUrl).toMatch(/^data:image\/svg/)
    expect(by('ETH')).not.toHaveProperty('address')
    // This server has known the price for less than a day.
    expect(by('ETH')).not.toHaveProperty('change24h')
    expect(by('ETH')?.quantity).toEqual({ decimals: '18', numeric: '2' })
    expect(by('ETH')?.price).toBeGreaterThan(2_400)
    expect(by('ETH')?.price).toBeLessThan(2_600)
    expect(by('WBTC')?.quantity.numeric).toBe('0.12345678')
    expect(by('WBTC')?.price).toBeGreaterThan(45_000)
    expect(balances.map(({ value = 0 }) => value)).toEqual(balances.map(({ value = 0 }) => value).sort((a, b) => b - a))
  })

  test('behavior: a token that is asked for is read anew, and answered at zero', async () => {
    expect((await freshly('DAI')).find(({ symbol }) => symbol === 'DAI')?.quantity.numeric).toBe('0')
    expect((await balancesOf()).some(({ symbol }) => symbol === 'DAI' || symbol === 'USDC')).toBe(true)
  })

  test('behavior: strangers are shown as what they are: not listed, without a price, and with no trick in their names', async () => {
    for (const key of ['COPY', 'BIDI', 'MARKUP', 'NAMELESS', 'WHOLE']) await give(key, 5n)
    const forceUpdate = ['COPY', 'BIDI', 'MARKUP', 'NAMELESS', 'WHOLE'].map((key) => `eip155:31337:${addressOf(key)}`).join()
    const balances = await balancesOf({ forceUpdate })
    const at = (key: string) => balances.find(({ address }) => address === `eip155:31337:${addressOf(key).toLowerCase()}`)
    expect(at('COPY')).toMatchObject({ symbol: 'USDC', listed: false, price: 0 })
    expect(at('COPY')).not.toHaveProperty('value')
    expect(at('BIDI')).toMatchObject({ symbol: 'CDSU', listed: false })
    expect(at('MARKUP')).toMatchObject({ symbol: '<b>USDC</b>', listed: false })
    expect(at('NAMELESS')).toMatchObject({ symbol: '', listed: false })
    expect(at('WHOLE')?.quantity).toEqual({ decimals: '0', numeric: '5' })
  })

  test('behavior: values in a currency that the operator gave a rate for', async () => {
    expect((await balancesOf({ currency: 'eur' })).find(({ symbol, listed }) => symbol === 'USDC' && listed)?.price).toBe(0.5)
    expect((await balancesOf({ currency: 'eth' })).find(({ symbol }) => symbol === 'ETH')?.price).toBeCloseTo(1, 9)
    expect((await balancesOf({ currency: 'inr' })).every((one) => one.price === 0 && one.value === undefined)).toBe(true)
  })

  test('behavior: all chains of the family when none is named; the one whose node is dead is named', async () => {
    const answer = await get(`/v1/account/${holder}/balance`, { currency: 'usd' })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ unavailable: ['eip155:31338'] })
    expect((answer.json as { balances: unknown[] }).balances.length).toBeGreaterThan(2)
  })

  test('behavior: a chain that is not configured has nothing; a plain fetch, without the version of an SDK, gets the balances', async () => {
    expect((await get(`/v1/account/${holder}/balance`, { currency: 'usd', chainId: 'eip155:424242' })).json).toEqual({
      balances: [],
      unserved: ['eip155:424242'],
    })
    const plain = await ask(running.port, `${urls.api}/v1/account/${holder}/balance?projectId=open&currency=usd&chainId=eip155:31337`)
    expect((plain.json as { balances: TokenBalance[] }).balances.some(({ symbol }) => symbol === 'ETH')).toBe(true)
  })

  test.each<[string, string, Record<string, string>, number, string]>([
    ['no address', 'nobody', { currency: 'usd' }, 400, 'address'],
    ['no currency', holder, {}, 400, 'currency'],
    ['an unknown currency', holder, { currency: 'xau' }, 400, 'currency'],
    ['no CAIP-10 id', holder, { currency: 'usd', forceUpdate: 'usdc' }, 400, 'forceUpdate'],
    ['an unknown project', holder, { currency: 'usd', projectId: 'nobody' }, 401, 'authentication'],
    ['a dead node', holder, { currency: 'usd', chainId: 'eip155:31338' }, 503, 'chainId'],
  ])('error: %s', async (_what, address, query, status, field) => {
    const answer = await get(`/v1/account/${address}/balance`, query)
    expect(answer.status).toBe(status)
    expect(answer.json).toMatchObject({ status: 'FAILED', reasons: [{ field }] })
    if (status === 503) expect(answer.headers['retry-after']).toMatch(/^\d+$/)
  })
})

describe('POST /v1/fungible/price', () => {
  test('behavior: every token that is asked for, in its order; what has no trusted pool has no price', async () => {
    const addresses = ['WBTC', 'COPY', 'USDC'].map((key) => `eip155:31337:${addressOf(key)}`)
    const answer = await price({
      addresses: [`eip155:31337:${nativeTokenAddress}`, ...addresses, 'eip155:424242:0x0000000000000000000000000000000000000001'],
    })
    const { fungibles } = answer.json as { fungibles: { symbol: string; price: number; decimals: number; address: string }[] }
    expect(fungibles.map(({ symbol }) => symbol)).toEqual(['ETH', 'WBTC', 'USDC', 'USDC'])
    expect(fungibles[2]?.price).toBe(0)
    expect(fungibles[3]).toMatchObject({ price: 1, decimals: 6, address: addresses[2] })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('security: a trade of one block, however large, moves no price', async () => {
    const client = chain()
    await client.mine({ blocks: 10 })
    await client.impersonateAccount({ address: faucet })
    await client.setBalance({ address: faucet, value: parseEther('1000000') })
    const before = await priceOf('WBTC')
    const amount = parseUnits('300', 8)
    await fromFaucet(addressOf('WBTC'), parseAbi(['function approve(address, uint256)']), 'approve', [pools.swapRouter02, amount])
    const swap = { tokenIn: addressOf('WBTC'), tokenOut: addressOf('WETH'), fee: 3_000, recipient: faucet, amountIn: amount }
    const router = parseAbi([
      'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96)) returns (uint256)',
    ])
    await fromFaucet(pools.swapRouter02, router, 'exactInputSingle', [{ ...swap, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n }])
    // Another replica, which has no price in memory, and on its database what the token cost a day ago.
    const options = database.options.url ? database.options : { folder: join(folder, 'other') }
    const past = await openDatabase(options)
    const then = { chain: 'eip155:31337', at: new Date(Date.now() - 86_460_000), price: toUsdPrice(String(before)) }
    await past.db.insert(pricePoints).values({ ...then, token: addressOf('WBTC').toLowerCase() })
    await past.close()
    const other = await startTestServices({
      database: options,
      folders: sites.folders,
      node: node.url,
      chains: [{ ...localChain(node.url), blockTime: 0, testnet: true, ...contractsConfig(31_337) }],
    })
    const answer = await ask(other.port, `${urls.api}/v1/fungible/price`, {
      method: 'POST',
      body: JSON.stringify({ projectId: 'open', currency: 'usd', addresses: [`eip155:31337:${addressOf('WBTC')}`] }),
    })
    await other.close()
    const [token] = (answer.json as { fungibles: { price: number; change24h?: number }[] }).fungibles
    expect(token?.price).toBeCloseTo(before ?? 0, 2)
    expect(token?.change24h).toBeCloseTo(0, 2)
  })

  test.each<[string, object, number, string]>([
    ['no addresses', { addresses: [] }, 400, 'addresses'],
    ['no CAIP-10 id', { addresses: ['usdc'] }, 400, 'addresses'],
    ['an unknown currency', { addresses: [`eip155:1:${holder}`], currency: 'xau' }, 422, 'currency'],
    ['another shape', { addresses: 'eip155:1' }, 422, 'addresses'],
    ['an unknown project', { addresses: [`eip155:1:${holder}`], projectId: 'nobody' }, 401, 'authentication'],
  ])('error: %s', async (_what, body, status, field) => {
    const answer = await price(body)
    expect(answer.status).toBe(status)
    expect(answer.json).toMatchObject({ status: 'FAILED', reasons: [{ field }] })
  })
})

describe('GET /v1/account/{address}/history', () => {
  type Page = { data: HistoryTransaction[]; next: string | null }
  const historyOf = async (query: Record<string, string> = {}) => {
    const answer = await get(`/v1/account/${holder}/history`, { chainId: 'eip155:31337', ...query })
    expect(answer.status).toBe(200)
    return answer.json as Page
  }
  /** The newest transaction of the address, once it is this one. */
  const newest = (symbol: string, numeric: string) =>
    vi.waitFor(
      async () => {
        const [first] = (await historyOf()).data
        expect(first?.transfers[0]).toMatchObject({ fungible_info: { symbol }, quantity: { numeric } })
        return first as HistoryTransaction
      },
      { timeout: 10_000, interval: 50 },
    )

  test('behavior: a token that arrives is told with its amount, value and sender; of a stranger, that it is one', async () => {
    await give('USDC', parseUnits('12.5', 6))
    const { metadata, transfers } = await newest('USDC', '12.5')
    expect(metadata).toMatchObject({
      operationType: 'receive',
      status: 'confirmed',
      chain: 'eip155:31337',
      sentFrom: faucet.toLowerCase(),
      application: { name: 'USDC', iconUrl: null },
    })
    expect(Math.abs(Date.parse(metadata.minedAt) - Date.now())).toBeLessThan(3_600_000)
    expect(transfers[0]).toMatchObject({
      direction: 'in',
      price: 1,
      value: 12.5,
      nft_info: null,
      listed: true,
      counterparty: faucet.toLowerCase(),
    })
    await give('COPY', 7n)
    expect((await newest('USDC', '0.000007')).transfers[0]).toMatchObject({ listed: false, value: null, price: null })
  })

  test('behavior: the coin, and a picture', async () => {
    const client = chain()
    await client.impersonateAccount({ address: faucet })
    await client.setBalance({ address: faucet, value: parseEther('1000') })
    const hash = await client.sendTransaction({ account: faucet, to: holder, value: parseEther('0.25'), chain: null })
    await client.waitForTransactionReceipt({ hash })
    const coin = await newest('ETH', '0.25')
    expect(coin.metadata).toMatchObject({ hash, sentTo: holder.toLowerCase() })
    expect(coin.transfers[0]).not.toHaveProperty('address')
  })

  test('behavior: pages follow each other without a gap; a cursor is of this address alone', async () => {
    for (let amount = 1n; amount <= 55n; amount++) await give('DAI', amount)
    await newest('DAI', '0.000000000000000055')
    const first = await historyOf()
    expect(first.data).toHaveLength(50)
    const second = await historyOf({ cursor: first.next ?? '' })
    const hashes = [...first.data, ...second.data].map(({ metadata }) => metadata.hash)
    expect(new Set(hashes).size).toBe(hashes.length)
    expect(second.data[0]?.transfers[0]?.quantity.numeric).toBe('0.000000000000000005')
    const other = await get(`/v1/account/${named}/history`, { cursor: first.next ?? '' })
    expect(other.status).toBe(400)
    expect(other.json).toMatchObject({ reasons: [{ field: 'cursor' }] })
  })

  test('behavior: a chain that is not configured, or not indexed, has nothing, and is said to be one that nobody reads', async () => {
    for (const chainId of ['eip155:424242', 'eip155:31338'])
      expect(await historyOf({ chainId })).toEqual({ data: [], next: null, unserved: [chainId] })
    await vi.waitFor(async () => expect(await historyOf()).not.toHaveProperty('unserved'))
  })

  test('behavior: what was ever received is asked for among the balances, listed or not', async () => {
    const { balances } = (await get(`/v1/account/${holder}/balance`, { currency: 'usd', chainId: 'eip155:31337' })).json as {
      balances: TokenBalance[]
    }
    expect(balances.some(({ symbol, listed }) => symbol === 'USDC' && listed === false)).toBe(true)
  })

  test('error: no address, an unknown project, an unknown currency', async () => {
    expect((await get('/v1/account/nobody/history', {})).status).toBe(400)
    expect((await get(`/v1/account/${holder}/history`, { projectId: 'nobody' })).status).toBe(401)
    expect((await get(`/v1/account/${holder}/history`, { currency: 'xau' })).status).toBe(400)
  })
})

describe('GET /v1/account/{address}/nfts', () => {
  const collector = '0x00000000000000000000000000000000000c0de1' as Address
  const mintAbi = parseAbi(['function mint(address to, string uri)', 'function mint(address to, uint256 id, uint256 amount, string uri)'])
  const collection = (key: string) => (contracts.collections[key] ?? expect.fail(`There is no ${key}.`)) as Address
  const nftsOf = async (query: Record<string, string> = {}) => {
    const answer = await get(`/v1/account/${collector}/nfts`, { chainId: 'eip155:31337', ...query })
    expect(answer.status).toBe(200)
    return (answer.json as Nfts).nfts
  }

  test('behavior: what the address has, with its picture; what it gave away is gone', async () => {
    await fromFaucet(collection('PICTURES'), mintAbi, 'mint', [collector, ''])
    await fromFaucet(collection('ITEMS'), mintAbi, 'mint', [collector, 7n, 3n, 'https://nobody.example/7.json'])
    const nfts = await vi.waitFor(
      async () => {
        const all = await nftsOf()
        expect(all).toHaveLength(2)
        const picture = all.find(({ kind }) => kind === 'erc721')
        expect(picture?.pending).toBeUndefined()
        expect(picture?.imageUrl).toMatch(/^data:image/)
        return all
      },
      { timeout: 15_000, interval: 100 },
    )
    const items = `eip155:31337:${collection('ITEMS').toLowerCase()}`
    expect(nfts.find(({ kind }) => kind === 'erc1155')).toMatchObject({
      address: items,
      tokenId: '7',
      amount: '3',
      imageUrl: '',
      spam: false,
    })
    const client = chain()
    await client.impersonateAccount({ address: collector })
    await client.setBalance({ address: collector, value: parseEther('1') })
    const { tokenId = '0' } = nfts.find(({ kind }) => kind === 'erc721') ?? {}
    const hash = await client.writeContract({
      account: collector,
      chain: null,
      address: collection('PICTURES'),
      abi: parseAbi(['function transferFrom(address from, address to, uint256 id)']),
      functionName: 'transferFrom',
      args: [collector, faucet, BigInt(tokenId)],
    })
    await client.waitForTransactionReceipt({ hash })
    expect((await nftsOf()).map(({ kind }) => kind)).toEqual(['erc1155'])
  })

  test('behavior: a chain that is not configured, or not indexed, has nothing, and is said to be one that nobody reads', async () => {
    for (const chainId of ['eip155:424242', 'eip155:31338'])
      expect((await get(`/v1/account/${collector}/nfts`, { chainId })).json).toEqual({ nfts: [], unserved: [chainId] })
    await vi.waitFor(async () =>
      expect((await get(`/v1/account/${collector}/nfts`, {})).json).toMatchObject({ unserved: ['eip155:31338'] }),
    )
  })

  test('error: no address, an unknown project', async () => {
    expect((await get('/v1/account/nobody/nfts', {})).status).toBe(400)
    expect((await get(`/v1/account/${collector}/nfts`, { projectId: 'nobody' })).status).toBe(401)
  })
})

describe('GET /v1/account/{address}/transactions/{hash}', () => {
  const stateOf = async (hash: string, address: string = faucet) =>
    (await get(`/v1/account/${address}/transactions/${hash}`, { chainId: 'eip155:31337' })).json

  test('behavior: one that a wallet sent by a node of its own is followed, listed as pending, and told when it is mined', async () => {
    const client = chain()
    await client.impersonateAccount({ address: faucet })
    await client.setBalance({ address: faucet, value: parseEther('1000') })
    await client.setAutomine(false)
    try {
      const hash = await client.sendTransaction({ account: faucet, to: holder, value: parseEther('0.5'), chain: null })
      expect(await stateOf(hash, holder)).toEqual({ status: 'unknown', replacedBy: null })
      expect(await stateOf(hash)).toEqual({ status: 'pending', replacedBy: null })
      const { data } = (await get(`/v1/account/${holder}/history`, { chainId: 'eip155:31337' })).json as { data: HistoryTransaction[] }
      expect(data[0]).toMatchObject({
        metadata: { hash, status: 'pending', operationType: 'receive' },
        transfers: [{ quantity: { numeric: '0.5' } }],
      })
      await client.mine({ blocks: 1 })
      await vi.waitFor(async () => expect(await stateOf(hash)).toEqual({ status: 'confirmed', replacedBy: null }), { timeout: 10_000 })
    } finally {
      await client.setAutomine(true)
    }
  })

  test('error: nobody knows it, no hash, no address, an unknown project', async () => {
    const nobodys = `0x${'1'.repeat(64)}`
    expect(await stateOf(nobodys)).toEqual({ status: 'unknown', replacedBy: null })
    expect((await get(`/v1/account/${holder}/transactions/0x12`, { chainId: 'eip155:31337' })).status).toBe(400)
    expect((await get(`/v1/account/nobody/transactions/${nobodys}`, { chainId: 'eip155:31337' })).status).toBe(400)
    expect((await get(`/v1/account/${holder}/transactions/${nobodys}`, { chainId: 'eip155:31337', projectId: 'nobody' })).status).toBe(401)
    expect((await get(`/v1/account/${holder}/transactions/${nobodys}`, { chainId: 'eip155:424242' })).json).toMatchObject({
      status: 'unknown',
    })
  })
})

describe('GET /v1/account/{address}/changes', () => {
  test('behavior: what happens to the address is told within two seconds, and to nobody else', async () => {
    const listen = async (address: string) => {
      const control = new AbortController()
      const url = new URL(`${urls.api}/v1/account/${address}/changes?projectId=open`)
      const heard: AccountChange[] = []
      const events: string[] = []
      await new Promise<void>((resolve, reject) => {
        const outgoing = request(
          { host: '127.0.0.1', port: running.port, path: url.pathname + url.search, headers: { host: url.host }, signal: control.signal },
          (response) => {
            expect(response.headers['content-type']).toMatch(/^text\/event-stream/)
            response.setEncoding('utf8')
            response.on('error', () => {})
            response.on('data', (text: string) => {
              resolve()
              for (const [event, name, json] of text.matchAll(/^event: (.*)\ndata: (.*)$/gm)) {
                events.push(event)
                if (name === 'change') heard.push(JSON.parse(json ?? '') as AccountChange)
              }
            })
          },
        )
        outgoing.on('error', reject)
        outgoing.end()
      })
      return { heard, events, close: () => control.abort() }
    }
    const [own, foreign] = [await listen(holder), await listen(named)]
    const started = Date.now()
    await give('USDC', 1n)
    await vi.waitFor(() => expect(own.heard).toContainEqual(expect.objectContaining({ chain: 'eip155:31337', status: 'confirmed' })), {
      timeout: 10_000,
      interval: 20,
    })
    expect(Date.now() - started).toBeLessThan(5_000)
    expect(foreign.heard).toEqual([])
    // First, once, which chains it tells of: nobody indexes the second one.
    for (const { events } of [own, foreign])
      expect(events.filter((event) => event.startsWith('event: chains'))).toEqual(['event: chains\ndata: {"chains":["eip155:31337"]}'])
    expect(own.events[0]).toMatch(/^event: chains/)
    own.close()
    foreign.close()
  })

  test('behavior: where nothing is indexed there is nothing to wait for', async () => {
    expect((await get('/v1/account/So11111111111111111111111111111111111111112/changes', {})).status).toBe(204)
    expect((await get('/v1/account/nobody/changes', {})).status).toBe(400)
    expect((await get(`/v1/account/${holder}/changes`, { projectId: 'nobody' })).status).toBe(401)
  })
})

describe('GET /v1/identity/{address}', () => {
  test('behavior: the primary name of an address, for five minutes; the same below the account', async () => {
    for (const path of [`/v1/identity/${named}`, `/v1/account/${named}/identity`]) {
      const answer = await get(path, {})
      expect(answer.json).toMatchObject({ name: 'alice.eth' })
      const [, seconds] = /^public, max-age=(\d+)$/.exec(String(answer.headers['cache-control'])) ?? []
      expect(Number(seconds)).toBeGreaterThan(200)
      expect(Number(seconds)).toBeLessThanOrEqual(300)
    }
  })

  test('behavior: nobody, for an hour; an address of another family too', async () => {
    const nobody = await get(`/v1/identity/${holder}`, {})
    expect(nobody.json).toMatchObject({ name: null, avatar: null })
    expect(nobody.headers['cache-control']).toMatch(/^public, max-age=3[56]\d\d$/)
    expect((await get('/v1/identity/So11111111111111111111111111111111111111112', {})).json).toMatchObject({ name: null })
  })

  test('security: a name that stands for another address is none of this one', async () => {
    expect((await get(`/v1/identity/${impostor}`, {})).json).toMatchObject({ name: null })
  })

  test('error: no address, no project', async () => {
    expect((await get('/v1/identity/alice', {})).status).toBe(400)
    expect((await get(`/v1/identity/${named}`, { projectId: 'nobody' })).status).toBe(401)
  })
})
