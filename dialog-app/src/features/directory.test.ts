// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { configureApi } from '../api/http.js'
import { directoryStore } from '../state/directory.js'
import { networksStore } from '../state/networks.js'
import { initialSettings, settingsStore } from '../state/settings.js'
import { initialUi, uiStore } from '../state/ui.js'
import { initialWallets, walletsStore } from '../state/wallets.js'
import { bitcoinNetwork, networks, solanaNetwork } from '../testing/fixtures.js'
import {
  filterWallets,
  findListed,
  findNamed,
  leaveDirectory,
  loadMore,
  openDirectory,
  retryDirectory,
  searchWallets,
  showAllWallets,
  startDirectory,
} from './directory.js'

const all = Array.from({ length: 95 }, (_, index) => ({
  id: `id-${index}`,
  name: `Wallet ${index}`,
  chains: ['eip155:1'],
  // On a phone only these can be opened.
  ...(index % 2 ? { mobile_link: 'a://' } : {}),
}))
let asked: URLSearchParams[] = []
let broken = false

beforeEach(() => {
  asked = []
  broken = false
  vi.useFakeTimers()
  configureApi({ baseUrls: { api: 'https://api.example' }, projectId: 'p', sdk: { type: 'html', version: '1' } })
  uiStore.setState(initialUi, true)
  walletsStore.setState(initialWallets, true)
  settingsStore.setState(initialSettings, true)
  networksStore.setState({ networks: [...networks.slice(0, 2), solanaNetwork, bitcoinNetwork] })
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

  test.each([
    ['found', 900],
    ['asked', 600],
  ])('behavior: what was shown before is back at once when the search is taken away, once it was %s', async (_phase, after) => {
    openDirectory()
    await settle()
    await loadMore()
    searchWallets('Wallet 9')
    await vi.advanceTimersByTimeAsync(after)
    asked = []
    searchWallets('')
    expect(state()).toMatchObject({ status: 'ready', found: '', page: 2 })
    expect(state().wallets).toHaveLength(80)
    await settle()
    expect(asked).toEqual([])
    await loadMore()
    expect(state().page).toBe(3)
  })

  test('behavior: an answer to what is no longer asked is dropped', async () => {
    openDirectory()
    await settle()
    searchWallets('Wallet 1')
    await vi.advanceTimersByTimeAsync(600)
    filterWallets({ certified: true })
    searchWallets('')
    await settle()
    expect(state()).toMatchObject({ found: '', count: 95, filter: { certified: true } })
    expect(asked.at(-1)?.get('badge_type')).toBe('certified')
  })
})

describe('filterWallets', () => {
  const ethereum = networks.slice(0, 2).map(({ caipNetworkId }) => caipNetworkId)
  test.each<[string, Parameters<typeof filterWallets>[0], Record<string, string | null>]>([
    ['all of the page’s networks', {}, { chains: [...ethereum, solanaNetwork.caipNetworkId, bitcoinNetwork.caipNetworkId].join() }],
    ['one family', { family: 'eip155' }, { chains: ethereum.join(), badge_type: null, platform: null }],
    ['another family, certified', { family: 'solana', certified: true }, { chains: solanaNetwork.caipNetworkId, badge_type: 'certified' }],
    ['on phones', { platform: 'mobile' }, { platform: 'ios' }],
    ['in browsers', { platform: 'browser' }, { platform: 'extension' }],
  ])('behavior: %s', async (_name, filter, expected) => {
    filterWallets(filter)
    await settle()
    const query = asked.at(-1)
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, query?.get(name)]))).toEqual(expected)
  })

  test('behavior: one filter leaves the others as they are, and the next page has them all', async () => {
    filterWallets({ platform: 'browser' })
    filterWallets({ certified: true })
    await settle()
    await loadMore()
    expect(asked.at(-1)?.toString()).toMatch(/page=2.*platform=extension.*badge_type=certified/)
    showAllWallets()
    await settle()
    expect(asked.at(-1)?.get('badge_type')).toBeNull()
  })

  test('behavior: on a phone what no link opens is left out', async () => {
    vi.stubGlobal('navigator', { ...navigator, userAgent: 'Mozilla/5.0 (Linux; Android 15) Mobile', languages: ['en'] })
    filterWallets({ platform: 'mobile' })
    await settle()
    expect(asked.at(-1)?.get('platform')).toBe('android')
    expect(
      state()
        .wallets.map(({ name }) => name)
        .slice(0, 2),
    ).toEqual(['Wallet 1', 'Wallet 3'])
    vi.unstubAllGlobals()
  })
})

describe('wallets of the page’s own', () => {
  beforeEach(() => {
    const customWallets = [{ id: 'mine', name: 'Mine', rdns: 'com.mine', image_url: 'https://mine.example/i.png', mobile_link: 'mine://' }]
    settingsStore.setState({ options: { customWallets, featuredWalletIds: ['id-3'] } })
  })
  const first = () => state().wallets[0]

  test('behavior: they come first, then the featured ones, and a search finds them', async () => {
    await startDirectory()
    openDirectory()
    await settle()
    expect(
      state()
        .wallets.slice(0, 3)
        .map(({ id }) => id),
    ).toEqual(['mine', 'id-3', 'id-0'])
    expect(state().wallets).toHaveLength(41)
    searchWallets('mi')
    await settle()
    expect(state().wallets.map(({ id }) => id)).toEqual(['mine'])
    filterWallets({ certified: true })
    await settle()
    expect(first()?.id).not.toBe('mine')
  })

  test('behavior: they are met like those of the directory, by id or rdns', async () => {
    const mine = { id: 'mine', icon: 'https://mine.example/i.png', walletConnect: true, certified: false, mobile_link: 'mine://' }
    expect(await findListed('mine')).toMatchObject(mine)
    expect(await findListed('com.mine')).toMatchObject(mine)
    expect(asked).toEqual([])
  })

  test('behavior: an excluded one is not there', async () => {
    settingsStore.setState(({ options }) => ({ options: { ...options, excludeWalletIds: ['com.mine'] } }))
    openDirectory()
    await settle()
    expect(first()?.id).not.toBe('mine')
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

describe('a page without WalletConnect', () => {
  test('behavior: no wallet of the list is met by a code, however it is looked up', async () => {
    const customWallets = [{ id: 'mine', name: 'Mine', mobile_link: 'mine://' }]
    settingsStore.setState({ options: { customWallets, excludeWalletIds: ['walletConnect'] } })
    openDirectory()
    await settle()
    expect(state().wallets.length).toBeGreaterThan(30)
    expect(state().wallets.filter(({ walletConnect }) => walletConnect)).toEqual([])
    searchWallets('Wallet 9')
    await settle()
    expect(state().wallets.filter(({ walletConnect }) => walletConnect)).toEqual([])
    expect(await findListed('mine')).toMatchObject({ walletConnect: false })
    expect(await findListed('id-94')).toMatchObject({ walletConnect: false })
    expect(await findNamed('Wallet 94')).toMatchObject({ walletConnect: false })
  })
})
