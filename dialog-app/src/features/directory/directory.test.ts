// @vitest-environment happy-dom

import type { Options } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { configureApi } from '../../api/http.js'
import type { Dialog } from '../../lib/dialog.js'
import { directoryStore } from '../../state/directory.js'
import { networksStore } from '../../state/networks.js'
import { initialSettings, settingsStore } from '../../state/settings.js'
import { initialUi, uiStore } from '../../state/ui.js'
import { initialWallets, walletsStore } from '../../state/wallets.js'
import { bitcoinNetwork, networks, solanaNetwork } from '../../testing/fixtures.js'
import { testDialog } from '../../testing/testDialog.js'
import { namedWalletsStore } from '../connect/namedWallets.js'
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

let dialog: Dialog
beforeEach(() => {
  dialog = testDialog()
})

const all = Array.from({ length: 95 }, (_, index) => ({
  id: `id-${index}`,
  name: `Wallet ${index}`,
  image_id: `picture-${index}`,
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
  configureApi(dialog, { baseUrls: { api: 'https://api.example' }, projectId: 'p', sdk: { type: 'html', version: '1' } })
  uiStore(dialog).setState(initialUi, true)
  walletsStore(dialog).setState(initialWallets, true)
  settingsStore(dialog).setState(initialSettings, true)
  networksStore(dialog).setState({ networks: [...networks.slice(0, 2), solanaNetwork, bitcoinNetwork] })
  vi.stubGlobal('fetch', async (url: URL) => {
    if (url.pathname === '/getWalletNames') {
      if (broken) throw new TypeError('Failed to fetch')
      return Response.json({ names: all.map(({ id, name, ...rest }) => [id.slice(0, 12), name, 'mobile_link' in rest ? 1 : 0]) })
    }
    asked.push(url.searchParams)
    if (broken) throw new TypeError('Failed to fetch')
    const found = all.filter(({ name }) => name.includes(url.searchParams.get('search') ?? ''))
    const [page, entries] = ['page', 'entries'].map((name) => Number(url.searchParams.get(name))) as [number, number]
    return Response.json({ data: found.slice((page - 1) * entries, page * entries), count: found.length })
  })
})
afterEach(() => {
  leaveDirectory(dialog)
  vi.useRealTimers()
})

const state = () => directoryStore(dialog).getState()
const settle = () => vi.advanceTimersByTimeAsync(2_500)

describe('openDirectory', () => {
  test('behavior: forty at first, then forty more, each wallet once, until there are no more', async () => {
    openDirectory(dialog)
    await settle()
    expect(state()).toMatchObject({ status: 'ready', count: 95 })
    expect(state().wallets).toHaveLength(40)
    for (const length of [80, 95, 95]) {
      await loadMore(dialog)
      expect(state().wallets).toHaveLength(length)
    }
    expect(asked.map((query) => query.get('page'))).toEqual(['1', '2', '3'])
  })

  test('error: the next page fails, what is there stays, and it can be asked again', async () => {
    openDirectory(dialog)
    await settle()
    broken = true
    await loadMore(dialog)
    expect(state()).toMatchObject({ status: 'ready', more: 'failed' })
    expect(state().wallets).toHaveLength(40)
    broken = false
    await loadMore(dialog)
    expect(state().wallets).toHaveLength(80)
  })

  test('behavior: the next page is given up for a search, which is no failure of it', async () => {
    openDirectory(dialog)
    await settle()
    vi.stubGlobal(
      'fetch',
      (_url: URL, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    const more = loadMore(dialog)
    searchWallets(dialog, 'Wallet 1')
    await more
    expect(state()).toMatchObject({ status: 'loading', more: 'idle', found: 'Wallet 1' })
  })

  test('behavior: the list is there before its first pictures, which are asked for all the same', async () => {
    const pictures: string[] = []
    // They never come.
    vi.stubGlobal(
      'Image',
      class {
        set src(address: string) {
          pictures.push(address)
        }
      },
    )
    openDirectory(dialog)
    await vi.advanceTimersByTimeAsync(0)
    expect(state().status).toBe('ready')
    expect(pictures).toHaveLength(20)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(pictures.slice(20), 'they make way').toEqual(Array(20).fill(''))
    vi.unstubAllGlobals()
  })

  test('error: nothing comes at all', async () => {
    broken = true
    openDirectory(dialog)
    await settle()
    expect(state().status).toBe('failed')
    broken = false
    retryDirectory(dialog)
    await settle()
    expect(state().status).toBe('ready')
  })
})

describe('searchWallets', () => {
  test('behavior: half a second after the last key, from two characters on, a hundred at once', async () => {
    openDirectory(dialog)
    await settle()
    asked = []
    for (const query of ['W', ' 9', 'Wallet', 'Wallet 9']) {
      searchWallets(dialog, query)
      await vi.advanceTimersByTimeAsync(400)
    }
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    expect(asked.map((query) => [query.get('search'), query.get('entries')])).toEqual([['Wallet 9', '100']])
    // As long as feedback has to be there, the user has seen it since the key.
    await vi.advanceTimersByTimeAsync(50)
    expect(state()).toMatchObject({ status: 'ready', found: 'Wallet 9', count: 6 })
  })

  test('behavior: wallets whose names are known are there at the key, while the directory does not answer', async () => {
    openDirectory(dialog)
    await settle()
    const names = () => state().wallets.map(({ name }) => name)
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    searchWallets(dialog, 'wallet 39')
    expect(names()).toEqual(['Wallet 39'])
    expect(state()).toMatchObject({ status: 'loading', found: 'wallet 39' })
    searchWallets(dialog, 'wallet 3')
    expect(names()).toHaveLength(11)
    // Nobody here knows: what is there stays until the directory has answered.
    searchWallets(dialog, 'wallet 3x')
    expect(names()).toHaveLength(11)
    searchWallets(dialog, '')
    expect(names()).toHaveLength(40)
  })

  test('behavior: a wallet that was never on a page is found at the key, by how well its name answers', async () => {
    openDirectory(dialog)
    await settle()
    const names = () => state().wallets.map(({ name }) => name)
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    searchWallets(dialog, 'wallet 9')
    // The first page has 0 to 39.
    expect(names()).toEqual(['Wallet 9', 'Wallet 90', 'Wallet 91', 'Wallet 92', 'Wallet 93', 'Wallet 94'])
    searchWallets(dialog, 'wallet 94')
    expect(state()).toMatchObject({ found: 'wallet 94', wallets: [{ name: 'Wallet 94', named: true }] })
    // Its properties are known once the directory has answered.
    expect(state().wallets[0]).not.toHaveProperty('mobile_link')
  })

  test('error: without the names, those that were seen are found, and the next opening asks for them again', async () => {
    const answer = globalThis.fetch
    let failing = true
    vi.stubGlobal('fetch', async (url: URL) => {
      if (failing && url.pathname === '/getWalletNames') throw new TypeError('Failed to fetch')
      return answer(url)
    })
    openDirectory(dialog)
    await settle()
    searchWallets(dialog, 'wallet 94')
    expect(state().wallets).toHaveLength(40)
    leaveDirectory(dialog)
    failing = false
    openDirectory(dialog)
    await settle()
    searchWallets(dialog, 'wallet 94')
    expect(state().wallets.map(({ name }) => name)).toEqual(['Wallet 94'])
  })

  test('behavior: a page that changes its networks before the list is opened gets the list of these', async () => {
    openDirectory(dialog)
    await settle()
    asked = []
    openDirectory(dialog)
    await settle()
    expect(asked).toEqual([])
    networksStore(dialog).setState({ networks: [solanaNetwork] })
    openDirectory(dialog)
    await settle()
    expect(asked.map((query) => query.get('chains'))).toEqual([solanaNetwork.caipNetworkId])
  })

  test('behavior: what the page leaves out, or filters, is not found here', async () => {
    openDirectory(dialog)
    await settle()
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    settingsStore(dialog).setState({ options: { excludeWalletIds: ['id-3'] } })
    searchWallets(dialog, 'wallet 3')
    expect(state().wallets.map(({ id }) => id)).not.toContain('id-3')
    showAllWallets(dialog)
    filterWallets(dialog, { certified: true })
    const before = state().wallets
    searchWallets(dialog, 'wallet 2')
    expect(state().wallets).toBe(before)
  })

  test.each([
    ['found', 900],
    ['asked', 600],
  ])('behavior: what was shown before is back at once when the search is taken away, once it was %s', async (_phase, after) => {
    openDirectory(dialog)
    await settle()
    await loadMore(dialog)
    searchWallets(dialog, 'Wallet 9')
    await vi.advanceTimersByTimeAsync(after)
    asked = []
    searchWallets(dialog, '')
    expect(state()).toMatchObject({ status: 'ready', found: '', page: 2 })
    expect(state().wallets).toHaveLength(80)
    await settle()
    expect(asked).toEqual([])
    await loadMore(dialog)
    expect(state().page).toBe(3)
  })

  test('behavior: an answer to what is no longer asked is dropped', async () => {
    openDirectory(dialog)
    await settle()
    searchWallets(dialog, 'Wallet 1')
    await vi.advanceTimersByTimeAsync(600)
    filterWallets(dialog, { certified: true })
    searchWallets(dialog, '')
    await settle()
    expect(state()).toMatchObject({ found: '', count: 95, filter: { certified: true } })
    expect(asked.at(-1)?.get('badge_type')).toBe('certified')
  })
})

describe('filterWallets', () => {
  const ethereum = networks.slice(0, 2).map(({ caipNetworkId }) => caipNetworkId)
  test.each<[string, Parameters<typeof filterWallets>[1], Record<string, string | null>]>([
    ['all of the page’s networks', {}, { chains: [...ethereum, solanaNetwork.caipNetworkId, bitcoinNetwork.caipNetworkId].join() }],
    ['one family', { family: 'eip155' }, { chains: ethereum.join(), badge_type: null, platform: null }],
    ['another family, certified', { family: 'solana', certified: true }, { chains: solanaNetwork.caipNetworkId, badge_type: 'certified' }],
    ['on phones', { platform: 'mobile' }, { platform: 'ios' }],
    ['in browsers', { platform: 'browser' }, { platform: 'extension' }],
  ])('behavior: %s', async (_name, filter, expected) => {
    filterWallets(dialog, filter)
    await settle()
    const query = asked.at(-1)
    expect(Object.fromEntries(Object.keys(expected).map((name) => [name, query?.get(name)]))).toEqual(expected)
  })

  test('behavior: one filter leaves the others as they are, and the next page has them all', async () => {
    filterWallets(dialog, { platform: 'browser' })
    filterWallets(dialog, { certified: true })
    await settle()
    await loadMore(dialog)
    expect(asked.at(-1)?.toString()).toMatch(/page=2.*platform=extension.*badge_type=certified/)
    showAllWallets(dialog)
    await settle()
    expect(asked.at(-1)?.get('badge_type')).toBeNull()
  })

  test('behavior: on a phone what no link opens is left out', async () => {
    vi.stubGlobal('navigator', { ...navigator, userAgent: 'Mozilla/5.0 (Linux; Android 15) Mobile', languages: ['en'] })
    filterWallets(dialog, { platform: 'mobile' })
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
    settingsStore(dialog).setState({ options: { customWallets, featuredWalletIds: ['id-3'] } })
  })
  const first = () => state().wallets[0]

  test('behavior: they come first, then the featured ones, and a search finds them', async () => {
    await startDirectory(dialog)
    openDirectory(dialog)
    await settle()
    expect(
      state()
        .wallets.slice(0, 3)
        .map(({ id }) => id),
    ).toEqual(['mine', 'id-3', 'id-0'])
    expect(state().wallets).toHaveLength(41)
    searchWallets(dialog, 'mi')
    await settle()
    expect(state().wallets.map(({ id }) => id)).toEqual(['mine'])
    filterWallets(dialog, { certified: true })
    await settle()
    expect(first()?.id).not.toBe('mine')
  })

  test('behavior: they are met like those of the directory, by id or rdns', async () => {
    const mine = { id: 'mine', icon: 'https://mine.example/i.png', walletConnect: true, certified: false, mobile_link: 'mine://' }
    expect(await findListed(dialog, 'mine')).toMatchObject(mine)
    expect(await findListed(dialog, 'com.mine')).toMatchObject(mine)
    expect(asked).toEqual([])
  })

  test('behavior: an excluded one is not there', async () => {
    settingsStore(dialog).setState(({ options }) => ({ options: { ...options, excludeWalletIds: ['com.mine'] } }))
    openDirectory(dialog)
    await settle()
    expect(first()?.id).not.toBe('mine')
  })
})

/** A directory that goes by the lists of a request, as the real one does. */
function serveNamed(wallets: readonly { readonly id: string; readonly name: string; readonly rdns?: string }[]) {
  const lists = (query: URLSearchParams, ...names: string[]) => names.flatMap((name) => query.get(name)?.split(',') ?? [])
  vi.stubGlobal('fetch', async (url: URL) => {
    const query = url.searchParams
    const [wanted, hidden] = [lists(query, 'include', 'rdns'), lists(query, 'exclude')]
    const has = (names: readonly string[], { id, rdns = id }: { id: string; rdns?: string }) => names.includes(id) || names.includes(rdns)
    const found = wallets.filter((wallet) => (wanted.length === 0 || has(wanted, wallet)) && !has(hidden, wallet))
    if (url.pathname === '/getWalletNames') return Response.json({ names: found.map(({ id, name }) => [id.slice(0, 12), name, 1]) })
    asked.push(query)
    if (broken) throw new TypeError('Failed to fetch')
    const [page, entries] = ['page', 'entries'].map((name) => Number(query.get(name))) as [number, number]
    const data = found.slice((page - 1) * entries, page * entries).map((wallet) => ({ ...wallet, chains: ['eip155:1'] }))
    return Response.json({ data, count: found.length })
  })
}

describe('wallets that the page names', () => {
  const digits = (pair: string) => pair.repeat(32)
  const many = Array.from({ length: 60 }, (_, index) => ({
    id: digits(String(index + 10)),
    name: `Wallet ${index}`,
    rdns: `io.wallet${index}`,
  }))
  const [first, second, far] = [many[0], many[1], many[50]] as [(typeof many)[0], (typeof many)[0], (typeof many)[0]]
  const named = () => namedWalletsStore(dialog).getState()
  const options = (set: Options) => settingsStore(dialog).setState({ options: set })
  const found = () => state().wallets.map(({ name }) => name)

  test('behavior: those that it leaves out are known all the same, by id and by rdns, so that the ones of this browser are recognised', async () => {
    serveNamed(many)
    options({ excludeWalletIds: [first.id, far.rdns, 'walletConnect'] })
    await startDirectory(dialog)
    await vi.waitFor(() => expect(named().asked).toEqual([first.id, far.rdns]))
    expect(named().wallets).toMatchObject([first, far])
    expect(walletsStore(dialog).getState().listed).not.toContainEqual(expect.objectContaining({ id: first.id }))
  })

  test('behavior: each is asked for once, also one that the page names later; without lists nothing is asked', async () => {
    serveNamed(many)
    await startDirectory(dialog)
    expect(asked).toHaveLength(1)
    options({ includeWalletIds: [first.id] })
    options({ includeWalletIds: [first.id, second.rdns] })
    settingsStore(dialog).setState({ pageUrl: 'https://app.example/' })
    await settle()
    expect(asked.slice(1).map((query) => query.get('include') ?? query.get('rdns'))).toEqual([first.id, second.rdns])
    expect(named().wallets).toMatchObject([first, second])
  })

  test('error: a directory that does not answer holds nobody back for longer than two seconds, and rows on screen stay when it does', async () => {
    serveNamed(many)
    const answer = globalThis.fetch
    let arrive = () => {}
    const late = new Promise<void>((resolve) => {
      arrive = resolve
    })
    vi.stubGlobal('fetch', (url: URL) => late.then(() => answer(url)))
    options({ excludeWalletIds: [first.id] })
    void startDirectory(dialog)
    uiStore(dialog).setState({ open: true })
    await vi.advanceTimersByTimeAsync(1_900)
    expect(named().asked).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    expect(named()).toMatchObject({ asked: [first.id], wallets: [] })
    arrive()
    await settle()
    expect(named().wallets).toEqual([])
    uiStore(dialog).setState({ open: false })
    expect(named().wallets).toMatchObject([first])
  })

  test('error: a directory that fails holds nobody back', async () => {
    serveNamed(many)
    broken = true
    options({ excludeWalletIds: [first.id] })
    await startDirectory(dialog)
    await vi.waitFor(() => expect(named().asked).toEqual([first.id]))
  })

  test('behavior: what it features is there wherever the directory has it, by id and by rdns', async () => {
    serveNamed(many)
    options({ featuredWalletIds: [far.rdns, many[40]?.id ?? ''] })
    await startDirectory(dialog)
    expect(
      walletsStore(dialog)
        .getState()
        .listed.map(({ name }) => name),
    ).toEqual(expect.arrayContaining(['Wallet 50', 'Wallet 40']))
    openDirectory(dialog)
    await settle()
    expect(found().slice(0, 3)).toEqual(['Wallet 50', 'Wallet 40', 'Wallet 0'])
  })

  test('behavior: what it features later is fetched then, once, and stands on Connect when the dialog is opened the next time', async () => {
    serveNamed(many)
    const listed = () =>
      walletsStore(dialog)
        .getState()
        .listed.map(({ name }) => name)
    await startDirectory(dialog)
    expect(listed()).not.toContain('Wallet 50')
    asked = []
    uiStore(dialog).setState({ open: true })
    options({ featuredWalletIds: [far.rdns] })
    options({ featuredWalletIds: [far.rdns], themeMode: 'dark' })
    await settle()
    expect(asked).toHaveLength(1)
    expect(listed()).not.toContain('Wallet 50')
    uiStore(dialog).setState({ open: false })
    expect(listed()).toContain('Wallet 50')
    expect(listed()).toContain('Wallet 1')
  })

  test('behavior: the directory is not asked for a wallet of the page’s own that it features', async () => {
    serveNamed(many)
    options({
      featuredWalletIds: ['mine', 'com.other'],
      customWallets: [
        { id: 'mine', name: 'Mine' },
        { id: 'other', name: 'Other', rdns: 'com.other' },
      ],
    })
    await startDirectory(dialog)
    expect(asked).toHaveLength(1)
  })

  test('behavior: a search finds at the key what the page lets in, by id or by rdns', async () => {
    serveNamed(many)
    options({ includeWalletIds: [first.id, second.rdns] })
    openDirectory(dialog)
    await settle()
    expect(found()).toEqual(['Wallet 0', 'Wallet 1'])
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    searchWallets(dialog, 'wallet')
    expect(found()).toEqual(['Wallet 0', 'Wallet 1'])
  })

  test('behavior: a search finds at the key nothing that the page leaves out by its rdns, as little as an empty list lets nobody in', async () => {
    serveNamed(many)
    options({ excludeWalletIds: [far.rdns], includeWalletIds: [] })
    openDirectory(dialog)
    await settle()
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    searchWallets(dialog, 'wallet 5')
    expect(found()).toContain('Wallet 51')
    expect(found()).toContain('Wallet 5')
    expect(found()).not.toContain('Wallet 50')
  })
})

describe('startDirectory', () => {
  test('behavior: rows do not change while they are on screen; the count may', async () => {
    uiStore(dialog).setState({ open: true })
    await startDirectory(dialog)
    expect(walletsStore(dialog).getState()).toMatchObject({ count: 95, listed: [] })
    uiStore(dialog).setState({ open: false })
    expect(walletsStore(dialog).getState().listed).toHaveLength(20)
  })

  test('error: without a directory the guide’s list stands in', async () => {
    broken = true
    await startDirectory(dialog)
    expect(walletsStore(dialog).getState()).toMatchObject({ count: 0, listed: [] })
  })
})

describe('a page without WalletConnect', () => {
  test('behavior: no wallet of the list is met by a code, however it is looked up', async () => {
    const customWallets = [{ id: 'mine', name: 'Mine', mobile_link: 'mine://' }]
    settingsStore(dialog).setState({ options: { customWallets, excludeWalletIds: ['walletConnect'] } })
    openDirectory(dialog)
    await settle()
    expect(state().wallets.length).toBeGreaterThan(30)
    expect(state().wallets.filter(({ walletConnect }) => walletConnect)).toEqual([])
    searchWallets(dialog, 'Wallet 9')
    await settle()
    expect(state().wallets.filter(({ walletConnect }) => walletConnect)).toEqual([])
    expect(await findListed(dialog, 'mine')).toMatchObject({ walletConnect: false })
    expect(await findListed(dialog, 'id-94')).toMatchObject({ walletConnect: false })
    expect(await findNamed(dialog, 'Wallet 94')).toMatchObject({ walletConnect: false })
  })
})
