import { afterEach, describe, expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { type Recorded, startRecordedServer } from '../testing/recordedServer.js'
import { blockscoutHistory } from './blockscout.js'
import { BadCursor } from './historyProvider.js'

const address = '0x00000000000000000000000000000000000000ff'
const other = '0x00000000000000000000000000000000000000Aa'
const nobody = '0x0000000000000000000000000000000000000000'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const hashOf = (block: number, index = 0) => `0x${block.toString(16).padStart(32, '0')}${index.toString(16).padStart(32, '0')}`
const timeOf = (block: number) => new Date(1_700_000_000_000 + block * 12_000).toISOString().replace('Z', '000Z')
const who = (hash: string) => ({ hash, is_contract: false, is_scam: false, name: null, ens_domain_name: null })

type Item = { readonly block_number: number | null; readonly index?: number; readonly log_index?: number }
const sent = (block: number, changes: object = {}, index = 0) => ({
  hash: hashOf(block, index),
  block_number: block,
  index,
  timestamp: timeOf(block),
  from: who(address),
  to: who(other),
  value: '1000000000000000000',
  nonce: block,
  status: 'ok',
  result: 'success',
  method: null,
  created_contract: null,
  transaction_types: ['coin_transfer'],
  ...changes,
})
const moved = (block: number, changes: object = {}, index = 0, log = 0) => ({
  transaction_hash: hashOf(block, index),
  block_number: block,
  log_index: log,
  timestamp: timeOf(block),
  from: who(other),
  to: who(address),
  token: { address_hash: usdc, name: 'USD Coin', symbol: 'USDC', decimals: '6', type: 'ERC-20', reputation: 'ok' },
  total: { value: '1500000', decimals: '6' },
  type: 'token_transfer',
  ...changes,
})

/** Lists as the service pages through them: by `block_number` and `index`, the newest first; what waits comes with the first page alone. */
const served =
  (lists: { readonly transactions?: readonly Item[]; readonly 'token-transfers'?: readonly Item[] }, size = 50) =>
  (path: string): Recorded => {
    const url = new URL(path, 'http://localhost')
    const name = url.pathname.split('/').at(-1) as keyof typeof lists
    const [block, index] = [url.searchParams.get('block_number'), Number(url.searchParams.get('index'))]
    const placeOf = (one: Item) => one.index ?? one.log_index ?? 0
    const isBelow = (one: Item) =>
      block === null ||
      (one.block_number !== null && (one.block_number < Number(block) || (one.block_number === Number(block) && placeOf(one) < index)))
    const below = (lists[name] ?? []).filter(isBelow)
    const items = below.slice(0, size)
    const last = items.at(-1)
    const next = last && below.length > size ? { block_number: last.block_number, index: placeOf(last), items_count: size, key: 'k' } : null
    return { body: JSON.stringify({ items, next_page_params: next }) }
  }

let close: () => Promise<void> = async () => {}
afterEach(() => close())
async function open(answer: (path: string) => Recorded | undefined) {
  const server = await startRecordedServer(answer)
  close = server.close
  const chain = { caipNetworkId: 'eip155:1', tokens: [], blockscout: { url: server.url, key: 'k' } } as unknown as Chain
  const page = (cursor?: string) => blockscoutHistory.pageOf({ chains: [chain], address, cursor, signal: AbortSignal.timeout(5_000) })
  const all = async () => {
    const pages: (readonly string[])[] = []
    for (let cursor: string | undefined, next: string | null = ''; next !== null; cursor = next ?? undefined) {
      const { transactions, next: after } = await page(cursor)
      pages.push(transactions.map(({ hash, moved: things }) => `${hash} ${things.length}`))
      next = after
      if (pages.length > 100) throw new Error('It does not end.')
    }
    return pages
  }
  return { server, page, all }
}

describe('blockscoutHistory', () => {
  test('behavior: coins and tokens of one transaction are told together, the newest first', async () => {
    const { page, server } = await open(served({ transactions: [sent(9), sent(7)], 'token-transfers': [moved(9), moved(8)] }))
    const { transactions, next } = await page()
    expect(next).toBeNull()
    expect(transactions.map(({ hash, operation, moved: things }) => [hash, operation, things.length])).toEqual([
      [hashOf(9), 'trade', 2],
      [hashOf(8), 'receive', 1],
      [hashOf(7), 'send', 1],
    ])
    expect(transactions[0]).toMatchObject({
      status: 'confirmed',
      at: 1_700_000_000_000 + 9 * 12_000,
      from: address,
      to: other.toLowerCase(),
      nonce: 9,
      moved: [
        { direction: 'out', token: null, amount: 10n ** 18n, about: null },
        {
          direction: 'in',
          token: usdc.toLowerCase(),
          amount: 1_500_000n,
          about: { name: 'USD Coin', symbol: 'USDC', decimals: 6, isSpam: false },
        },
      ],
    })
    expect(server.asked.sort()[1]).toBe(`/api/v2/addresses/${address}/transactions?apikey=k`)
  })

  test.each([null, undefined, '', ' ', '-1', '1e1', '0x12', '78', '256', 'many', 1.5, {}, true])(
    'error: of a token whose decimals are %j the amount is told as one that nobody can divide',
    async (decimals) => {
      const token = { address_hash: usdc, name: 'Token', symbol: 'TKN', decimals, type: 'ERC-20', reputation: 'ok' }
      const { page } = await open(served({ 'token-transfers': [moved(9), moved(8, { token })] }))
      const { transactions } = await page()
      expect(transactions.map((one) => one.moved[0]?.about?.decimals)).toEqual([6, null])
      expect(transactions[1]).toMatchObject({ operation: 'receive', moved: [{ amount: 1_500_000n, about: { symbol: 'TKN' } }] })
    },
  )

  test.each([0, 18, '0', '18', '77'])('behavior: decimals are a number or a text: %j', async (decimals) => {
    const token = { address_hash: usdc, name: 'Token', symbol: 'TKN', decimals, type: 'ERC-20', reputation: 'ok' }
    const { page } = await open(served({ 'token-transfers': [moved(8, { token })] }))
    expect((await page()).transactions[0]?.moved[0]?.about?.decimals).toBe(Number(decimals))
  })

  test('security: a stranger who moves nothing in the address’s name puts no address into its history', async () => {
    const nothing = { from: who(address), to: who(other), total: { value: '0', decimals: '6' } }
    const lists = { transactions: [sent(9, { value: '0' })], 'token-transfers': [moved(9, nothing), moved(8, nothing), moved(7)] }
    const { page } = await open(served(lists))
    const { transactions } = await page()
    expect(transactions.map(({ hash, moved: things }) => [hash, things.map(({ amount }) => amount)])).toEqual([
      [hashOf(9), [0n]],
      [hashOf(7), [1_500_000n]],
    ])
  })

  test('behavior: a contract that the address called has the name of its source; not one that others called, or that deceives', async () => {
    const to = { ...who(other), is_contract: true, name: 'Plain\u202e Market' }
    const { page } = await open(
      served({
        transactions: [
          sent(9, { to }),
          sent(8, { from: who(other), to }),
          sent(7, { to: { ...to, is_scam: true } }),
          sent(6, { to: { ...to, is_contract: false } }),
          sent(5),
        ],
      }),
    )
    expect((await page()).transactions.map(({ application }) => application)).toEqual(['Plain Market', ...Array(4).fill(undefined)])
  })

  test('behavior: an address without transactions has none', async () => {
    expect(await (await open(served({}))).page()).toEqual({ transactions: [], next: null })
  })

  test.each<[string, object, object[], string, string, number]>([
    ['failed', { status: 'error' }, [], 'failed', 'execute', 0],
    ['an approval', { value: '0', method: 'approve' }, [], 'confirmed', 'approve', 0],
    ['a call', { value: '0', method: 'vote' }, [], 'confirmed', 'execute', 0],
    ['a new contract', { value: '0', to: null, created_contract: who(other) }, [], 'confirmed', 'deploy', 0],
    ['to itself', { to: who(address) }, [], 'confirmed', 'send', 1],
    ['waiting', { block_number: null, timestamp: null, status: null }, [], 'pending', 'send', 1],
    ['tokens made', { value: '0' }, [moved(9, { from: who(nobody) })], 'confirmed', 'mint', 1],
    ['tokens destroyed', { value: '0' }, [moved(9, { from: who(address), to: who(nobody) })], 'confirmed', 'burn', 1],
    ['another kind of token', { value: '0' }, [moved(9, { token: null, total: null })], 'confirmed', 'execute', 0],
  ])('behavior: %s', async (_what, row, transfers, status, operation, things) => {
    const { page } = await open(served({ transactions: [sent(9, row)], 'token-transfers': transfers as Item[] }))
    const { transactions } = await page()
    expect(transactions).toMatchObject([{ status, operation }])
    expect(transactions[0]?.moved).toHaveLength(things)
  })

  test('behavior: NFTs with number, name and picture; one that is called spam is marked', async () => {
    const token = { ...moved(9).token, type: 'ERC-721', decimals: null, reputation: 'scam' }
    const instance = { id: '77', image_url: 'https://example.com/77.png', metadata: { name: 'Cat\u202e 77' } }
    const many = { token_id: '5', value: '3', decimals: null, token_instance: null }
    const { page } = await open(
      served({
        'token-transfers': [moved(9, { token, total: { token_id: '77', token_instance: instance } }), moved(8, { token, total: many })],
      }),
    )
    const { transactions } = await page()
    expect(transactions.map(({ moved: things }) => things[0])).toMatchObject([
      { amount: 1n, nft: { id: 77n, name: 'Cat 77', image: 'https://example.com/77.png' }, about: { isSpam: true } },
      { amount: 3n, nft: { id: 5n, name: null, image: null } },
    ])
  })

  test.each<[string, unknown]>([
    ['a number for a name', { id: '77', image_url: 5, metadata: { name: 5 } }],
    ['nothing for a name', { id: '77', image_url: null, metadata: { name: null } }],
    ['a list', { id: '77', metadata: ['Cat'] }],
    ['a text', 'Cat'],
  ])('security: metadata of an NFT that is %s breaks no history', async (_what, instance) => {
    const token = { ...moved(9).token, type: 'ERC-721', decimals: null }
    const { page } = await open(served({ 'token-transfers': [moved(9, { token, total: { token_id: '77', token_instance: instance } })] }))
    const { transactions } = await page()
    expect(transactions.map(({ moved: things }) => things[0]?.nft)).toEqual([{ id: 77n, name: null, image: null }])
  })

  test('behavior: pages of two lists follow each other without a gap and without a half of a transaction', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => sent(100 - index * 2))
    // Some are of transactions of the first list; blocks with several transfers lie across the ends of pages.
    const transfers = Array.from({ length: 60 }, (_, index) => moved(100 - Math.floor(index / 3), {}, 0, 10 - (index % 3)))
    const { all } = await open(served({ transactions: rows, 'token-transfers': transfers }, 10))
    const expected = Array.from({ length: 100 }, (_, index) => 100 - index).flatMap((block) => {
      const things = rows.filter((one) => one.block_number === block).length + transfers.filter((one) => one.block_number === block).length
      return things > 0 ? [`${hashOf(block)} ${things}`] : []
    })
    const pages = await all()
    expect(pages.length).toBeGreaterThan(5)
    expect(pages.flat()).toEqual(expected)
  })

  test('behavior: a block that fills pages is read on, and at the latest after five of them told in part', async () => {
    const inOne = (count: number) => Array.from({ length: count }, (_, index) => moved(50, {}, 0, 1_000 - index))
    const some = await open(served({ 'token-transfers': [...inOne(25), moved(49)] }, 10))
    expect((await some.all()).flat()).toEqual([`${hashOf(50)} 25`, `${hashOf(49)} 1`])
    await close()
    const many = await open(served({ 'token-transfers': [...inOne(75), moved(49)] }, 10))
    expect((await many.all()).flat()).toEqual([`${hashOf(50)} 50`, `${hashOf(49)} 1`])
    expect(many.server.asked.some((path) => /[?&]key=/.test(path))).toBe(false)
  })

  test.each(['0', '-5', '1.5', 'x', '9999999999999999', '5&sort=value'])('error: the cursor %s', async (cursor) => {
    const { page, server } = await open(served({}))
    await expect(page(cursor)).rejects.toThrow(BadCursor)
    expect(server.asked).toEqual([])
  })

  test.each<[string, Recorded]>([
    ['an error', { status: 503, body: '{}' }],
    ['a page instead of JSON', { body: '<html></html>' }],
    ['another shape', { body: '{"items":{}}' }],
    ['ten megabytes', { body: `{"items":["${'x'.repeat(10_000_000)}"]}` }],
    ...(
      [
        ['an amount below zero', { value: '-1' }],
        ['an amount with a fraction', { value: '1.5' }],
        ['a time that is none', { timestamp: 'soon' }],
        ['a hash that is none', { hash: 'javascript:alert(1)' }],
      ] as const
    ).map(([what, row]): [string, Recorded] => [what, { body: JSON.stringify({ items: [sent(9, row)], next_page_params: null }) }]),
  ])('behavior: %s is no answer', async (_what, answer) => {
    const { page } = await open(() => answer)
    await expect(page()).rejects.toThrow()
  })
})
