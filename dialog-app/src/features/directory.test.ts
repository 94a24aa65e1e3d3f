// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { configureApi } from '../api/http.js'
import { directoryStore } from '../state/directory.js'
import { initialUi, uiStore } from '../state/ui.js'
import { initialWallets, walletsStore } from '../state/wallets.js'
import { filterWallets, leaveDirectory, loadMore, openDirectory, retryDirectory, searchWallets, startDirectory } from './directory.js'

const all = Array.from({ length: 95 }, (_, index) => ({ id: `id-${index}`, name: `Wallet ${index}`, chains: ['eip155:1'] }))
let asked: URLSearchParams[] = []
let broken = false

beforeEach(() => {
  asked = []
  broken = false
  vi.useFakeTimers()
  configureApi({ baseUrls: { api: 'https://api.example' }, projectId: 'p', sdk: { type: 'html', version: '1' } })
  uiStore.setState(initialUi, true)
  walletsStore.setState(initialWallets, true)
  vi.stubGlobal('fetch', async (url: URL) => {
    asked.push(url.searchParams)
    if (broken) throw new TypeError('Failed to fetch')
    const found = all.filter(({ name }) => name.includes(url.searchParams.get('search') ?? ''))
    const [page, entries] = ['page', 'entries'].map((name) => Number(url.searchParams.get(name))) as [number, number]
    return Response.json({ data: found.slice((page - 1) * entries, page * entries), count: found.length })
  })
})
afterEach(() => {
  leaveDirectory()
  vi.useRealTimers()
})

const state = () => directoryStore.getState()
const settle = () => vi.advanceTimersByTimeAsync(2_500)

describe('openDirectory', () => {
  test('behavior: forty at first, then forty more, each wallet once, until there are no more', async () => {
    openDirectory()
    await settle()
    expect(state()).toMatchObject({ status: 'ready', count: 95 })
    expect(state().wallets).toHaveLength(40)
    for (const length of [80, 95, 95]) {
      await loadMore()
      expect(state().wallets).toHaveLength(length)
    }
    expect(asked.map((query) => query.get('page'))).toEqual(['1', '2', '3'])
  })

  test('error: the next page fails, what is there stays, and it can be asked again', async () => {
    openDirectory()
    await settle()
    broken = true
    await loadMore()
    expect(state()).toMatchObject({ status: 'ready', more: 'failed' })
    expect(state().wallets).toHaveLength(40)
    broken = false
    await loadMore()
    expect(state().wallets).toHaveLength(80)
  })

  test('error: nothing comes at all', async () => {
    broken = true
    openDirectory()
    await settle()
    expect(state().status).toBe('failed')
    broken = false
    retryDirectory()
    await settle()
    expect(state().status).toBe('ready')
  })
})

describe('searchWallets', () => {
  test('behavior: half a second after the last key, from two characters on, a hundred at once', async () => {
    openDirectory()
    await settle()
    asked = []
    for (const query of ['W', ' 9', 'Wallet', 'Wallet 9']) {
      searchWallets(query)
      await vi.advanceTimersByTimeAsync(400)
    }
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    expect(asked.map((query) => [query.get('search'), query.get('entries')])).toEqual([['Wallet 9', '100']])
    expect(state()).toMatchObject({ status: 'loading', found: '' })
    expect(state().wallets).toHaveLength(40)
    await vi.advanceTimersByTimeAsync(300)
    expect(state()).toMatchObject({ status: 'ready', found: 'Wallet 9', count: 6 })
  })

  test('behavior: an answer to what is no longer asked is dropped', async () => {
    openDirectory()
    await settle()
    searchWallets('Wallet 1')
    await vi.advanceTimersByTimeAsync(600)
    filterWallets('certified')
    searchWallets('')
    await settle()
    expect(state()).toMatchObject({ found: '', count: 95, filterName: 'certified' })
    expect(asked.at(-1)?.get('badge_type')).toBe('certified')
  })
})

describe('startDirectory', () => {
  test('behavior: rows do not change while they are on screen; the count may', async () => {
    uiStore.setState({ open: true })
    await startDirectory()
    expect(walletsStore.getState()).toMatchObject({ count: 95, listed: [] })
    uiStore.setState({ open: false })
    expect(walletsStore.getState().listed).toHaveLength(20)
  })

  test('error: without a directory the guide’s list stands in', async () => {
    broken = true
    await startDirectory()
    expect(walletsStore.getState()).toMatchObject({ count: 0, listed: [] })
  })
})
