import { describe, expect, test } from 'vitest'
import type { Chain } from '../config/chains.js'
import { BadCursor, type HistoryProvider, type Transaction } from './historyProvider.js'
import { joinPages } from './joinPages.js'

const chainOf = (id: number) => ({ caipNetworkId: `eip155:${id}` }) as Chain
const [one, two, three] = [chainOf(1), chainOf(2), chainOf(3)]
const address = '0x00000000000000000000000000000000000000ff'

/** Knows the times at which something happened on its chains, and tells `size` of them a page. */
function known(name: string, times: Readonly<Record<string, readonly number[]>>, { size = 3, isTogether = false } = {}) {
  const state = { fails: false }
  const provider: HistoryProvider = {
    name,
    isTogether,
    serves: ({ caipNetworkId }) => caipNetworkId in times,
    pageOf: async ({ chains, cursor = '0' }) => {
      if (state.fails) throw new Error('no answer')
      if (!/^\d+$/.test(cursor)) throw new BadCursor('Not a cursor.')
      const all = chains.flatMap((chain) =>
        (times[chain.caipNetworkId] ?? []).map((at) => ({ chain, at, hash: `${chain.caipNetworkId}/${at}` })),
      )
      const sorted = all.sort((a, b) => b.at - a.at) as unknown as Transaction[]
      const end = Number(cursor) + size
      return { transactions: sorted.slice(Number(cursor), end), next: end < sorted.length ? String(end) : null }
    },
  }
  return { provider, state }
}

const failed: string[] = []
const page = (providers: readonly HistoryProvider[], chains: readonly Chain[], cursor?: string) =>
  joinPages(providers, { chains, address, cursor, signalOf: () => AbortSignal.timeout(1_000) }, ({ name }) => failed.push(name))
async function everything(providers: readonly HistoryProvider[], chains: readonly Chain[]) {
  const pages: number[][] = []
  for (let cursor: string | undefined, on = true; on; ) {
    const { transactions, next } = await page(providers, chains, cursor)
    pages.push(transactions.map(({ at }) => at))
    cursor = next ?? undefined
    on = next !== null
  }
  return pages
}

describe('joinPages', () => {
  test('behavior: what several tell comes in one order, once each, however unevenly it lies', async () => {
    const index = known('index', { 'eip155:1': [90, 80, 70, 60, 50, 40, 5], 'eip155:2': [99, 3] }, { isTogether: true })
    const explorer = known('explorer', { 'eip155:3': [95, 94, 93, 92, 91, 90, 10, 5, 4, 1] }, { size: 4 })
    const pages = await everything([index.provider, explorer.provider], [one, two, three])
    expect(pages.flat()).toEqual([99, 95, 94, 93, 92, 91, 90, 90, 80, 70, 60, 50, 40, 10, 5, 5, 4, 3, 1])
    expect(pages.length).toBeGreaterThan(2)
  })

  test('behavior: a chain is told by the first who serves it, and one that nobody serves has nothing', async () => {
    const index = known('index', { 'eip155:1': [5] }, { isTogether: true })
    const explorer = known('explorer', { 'eip155:1': [7], 'eip155:2': [3] })
    const joined = await page([index.provider, explorer.provider], [one, two, three])
    expect(joined.transactions.map(({ at }) => at)).toEqual([5, 3])
    expect([joined.sources, joined.unavailable, joined.next]).toEqual([['index', 'explorer'], [], null])
    expect(joined.unserved).toEqual([three])
  })

  test('behavior: when the first fails the next one is asked; a chain without another is named', async () => {
    const index = known('index', { 'eip155:1': [5], 'eip155:2': [4] }, { isTogether: true })
    const explorer = known('explorer', { 'eip155:1': [7] })
    index.state.fails = true
    failed.length = 0
    const joined = await page([index.provider, explorer.provider], [one, two])
    expect(joined.transactions.map(({ at }) => at)).toEqual([7])
    expect([joined.unavailable, failed]).toEqual([[two], ['index']])
  })

  test('behavior: who fails in the middle is named; nobody else goes on with its place, and the next page asks for it again', async () => {
    const first = known('first', { 'eip155:1': [9, 8, 7, 6], 'eip155:2': [5, 4, 3, 2, 1] })
    const second = known('second', { 'eip155:1': [99] })
    const providers = [first.provider, second.provider]
    const { next } = await page(providers, [one])
    first.state.fails = true
    const broken = await page(providers, [one], next ?? '')
    expect(broken).toMatchObject({ transactions: [], unavailable: [one] })
    first.state.fails = false
    const mended = await page(providers, [one], broken.next ?? '')
    expect([mended.transactions.map(({ at }) => at), mended.unavailable, mended.next]).toEqual([[6], [], null])
  })

  test('behavior: while one chain is silent in the middle, the others go on, and nothing of it is lost', async () => {
    const index = known('index', { 'eip155:1': [90, 70, 50, 30, 10], 'eip155:2': [95, 75, 55, 35] }, { isTogether: true })
    const explorer = known('explorer', { 'eip155:3': [99, 98, 80, 40, 20] })
    let silent: readonly Chain[] = []
    const partly: HistoryProvider = {
      ...index.provider,
      pageOf: async (question) => {
        const told = await index.provider.pageOf({ ...question, chains: question.chains.filter((chain) => !silent.includes(chain)) })
        return { ...told, silent: silent.filter((chain) => question.chains.includes(chain)) }
      },
    }
    const providers = [partly, explorer.provider]
    const first = await page(providers, [two, three])
    explorer.state.fails = true
    silent = [two]
    const broken = await page(providers, [two, three], first.next ?? '')
    expect(new Set(broken.unavailable)).toEqual(new Set([two, three]))
    explorer.state.fails = false
    silent = []
    const told = first.transactions.map(({ at }) => at)
    for (let cursor = broken.next; cursor !== null; ) {
      const { transactions, next } = await page(providers, [two, three], cursor)
      told.push(...transactions.map(({ at }) => at))
      cursor = next
    }
    expect(told.sort((a, b) => b - a)).toEqual([99, 98, 95, 80, 75, 55, 40, 35, 20])
  })

  test('error: a cursor of other chains, of nobody, or of another text', async () => {
    const { provider } = known('index', { 'eip155:1': [9, 8, 7, 6], 'eip155:2': [5, 4, 3, 2] })
    const { next } = await page([provider], [one])
    const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const cursors = [
      next ?? '',
      'x',
      write([]),
      write([['nobody', ['eip155:2'], '3', null]]),
      write([['index', ['eip155:2', 'eip155:1'], '3', null]]),
      write([['index', ['eip155:2'], 'x', null]]),
    ]
    for (const cursor of cursors) await expect(page([provider], [two], cursor)).rejects.toThrow(BadCursor)
  })

  test('error: a cursor that has a chain ask again and again', async () => {
    let asked = 0
    const { provider } = known('index', { 'eip155:1': [5], 'eip155:2': [4] }, { isTogether: true })
    const counting: HistoryProvider = {
      ...provider,
      pageOf: (question) => {
        asked += 1
        return provider.pageOf(question)
      },
    }
    const cursorOf = (...parts: readonly (readonly string[])[]) =>
      Buffer.from(JSON.stringify(parts.map((ids) => ['index', ids, null, null]))).toString('base64url')
    expect((await page([counting], [one, two], cursorOf(['eip155:1'], ['eip155:2']))).transactions).toHaveLength(2)
    asked = 0
    for (const cursor of [cursorOf(...Array.from({ length: 80 }, () => ['eip155:1'])), cursorOf(['eip155:1', 'eip155:2'], ['eip155:2'])])
      await expect(page([counting], [one, two], cursor)).rejects.toThrow(BadCursor)
    expect(asked).toBe(0)
  })
})
