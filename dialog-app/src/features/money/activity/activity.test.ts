// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { activityStore } from '../../../state/activity.js'
import { uiStore } from '../../../state/ui.js'
import { connectedPage } from '../../../testing/fakePage.js'
import { otherAddress, scriptedWallet } from '../../../testing/scriptedWallet.js'
import { money } from '../constants.js'
import { loadMore, refreshActivity, retryActivity, watchActivity } from './activity.js'

const chain = 'eip155:31337'
const one = (id: number, more: object = {}) => ({
  id: `${id}`,
  metadata: {
    operationType: 'receive',
    hash: `0x${id}`,
    minedAt: new Date(Date.UTC(2026, 2, 2) + id * 60_000).toISOString(),
    sentFrom: '0x1',
    sentTo: '0x2',
    status: 'confirmed',
    nonce: 0,
    application: null,
    chain,
  },
  transfers: [],
  ...more,
})
const spam = (id: number) =>
  one(id, {
    transfers: [
      {
        fungible_info: null,
        nft_info: { name: 'Claim now', content: null, flags: { is_spam: true } },
        direction: 'in',
        quantity: { numeric: '1' },
        value: null,
        price: null,
      },
    ],
  })

let asked: (string | null)[] = []
let answer: (cursor: string | null) => Response
const pages: Readonly<Record<string, object>> = {
  first: { data: [one(4), one(3)], next: 'second' },
  second: { data: [spam(2)], next: 'third' },
  third: { data: [one(1)], next: null },
}

beforeEach(() => {
  localStorage.clear()
  asked = []
  answer = (cursor) => Response.json(pages[cursor ?? 'first'])
  vi.stubGlobal('fetch', async (input: URL | string) => {
    const url = new URL(input)
    if (url.pathname.endsWith('/history')) {
      expect(url.searchParams.get('chainId')).toBe(chain)
      asked.push(url.searchParams.get('cursor'))
      return answer(url.searchParams.get('cursor'))
    }
    if (url.pathname === '/v1/') return Response.json({ jsonrpc: '2.0', id: 0, result: '0x0' })
    return Response.json({ features: [], allowedOrigins: [], balances: [] })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function looking(status = 'ready') {
  const page = await connectedPage(scriptedWallet())
  void page.call('open', { id: 'a' })
  await vi.waitFor(() => expect(page.state().view).toBe('Account'))
  const unwatch = watchActivity(page.dialog)
  const activity = activityStore(page.dialog)
  await vi.waitFor(() => expect(activity.getState().status).toBe(status))
  return { ...page, activity, unwatch, shown: () => activity.getState().entries.map(({ id }) => id) }
}

describe('watchActivity', () => {
  test('behavior: the newest first, older ones when they are wanted; a page of spam is passed over', async () => {
    const { dialog, activity, shown } = await looking()
    expect(shown()).toEqual(['4', '3'])
    await loadMore(dialog)
    expect(shown()).toEqual(['4', '3', '1'])
    expect(activity.getState()).toMatchObject({ hasMore: false, more: 'idle' })
    expect(asked).toEqual([null, 'second', 'third'])
  })

  test('behavior: a page is kept for 15 s by its cursor, and asked for again when something happened', async () => {
    const { dialog, shown } = await looking()
    watchActivity(dialog)()
    await loadMore(dialog)
    expect(asked).toEqual([null, 'second', 'third'])
    answer = () => Response.json({ data: [one(5), one(4)], next: 'other' })
    await refreshActivity(dialog)
    expect(shown()).toEqual(['5', '4', '3', '1'])
  })

  test('error: the toast says it once; the history is empty, and is there when it works again', async () => {
    answer = () => new Response('<html>', { status: 500 })
    const { dialog, activity, shown } = await looking('failed')
    expect(uiStore(dialog).getState().toast?.message).toBe('Failed to fetch transactions')
    expect(activity.getState().entries).toEqual([])
    answer = (cursor) => Response.json(pages[cursor ?? 'first'])
    retryActivity(dialog)
    await vi.waitFor(() => expect(shown()).toEqual(['4', '3']))
  })

  test('error: what is known stays when the newest does not come, marked as old until it does', async () => {
    const { dialog, activity, shown } = await looking()
    // An answer that nobody knows what happened there is no empty history.
    answer = () => Response.json({ data: [], next: null, unavailable: [chain] })
    await refreshActivity(dialog)
    expect(shown()).toEqual(['4', '3'])
    expect(activity.getState()).toMatchObject({ status: 'ready', isOld: true, silent: 'network' })
    answer = () => Response.json({ data: [one(5), one(4)], next: 'other' })
    retryActivity(dialog)
    await vi.waitFor(() => expect(shown()).toEqual(['5', '4', '3']))
    expect(activity.getState().isOld).toBe(false)
  })

  test('error: what the server says is behind is shown as old, and comes by itself when the network answers again', async () => {
    answer = () => Response.json({ data: [one(4)], next: null, stale: [chain] })
    const { dialog, activity, shown } = await looking()
    expect(shown()).toEqual(['4'])
    expect(activity.getState()).toMatchObject({ status: 'ready', isOld: true, silent: 'network' })
    answer = () => Response.json({ data: [one(5), one(4)], next: null })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await refreshActivity(dialog)
      answer = () => Response.json({ data: [one(5), one(4)], next: null, stale: [chain] })
      await refreshActivity(dialog)
      expect(activity.getState().isOld).toBe(true)
      answer = () => Response.json({ data: [one(6), one(5), one(4)], next: null })
      await vi.advanceTimersByTimeAsync(money.retryBlock)
    } finally {
      vi.useRealTimers()
    }
    await vi.waitFor(() => expect(shown()).toEqual(['6', '5', '4']))
    expect(activity.getState().isOld).toBe(false)
  })

  test('error: what is not known is asked for again by itself, without the list being taken from the screen, until nobody looks', async () => {
    answer = () => Response.json({}, { status: 503 })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    try {
      const { dialog, activity, unwatch, shown } = await looking('failed')
      const seen: string[] = []
      activity.subscribe(({ status }) => void seen.push(status))
      const before = asked.length
      await vi.advanceTimersByTimeAsync(money.retryBlock)
      await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before))
      expect(seen).not.toContain('loading')
      unwatch()
      const last = asked.length
      await vi.advanceTimersByTimeAsync(3 * money.retryBlock)
      expect(asked).toHaveLength(last)
      answer = (cursor) => Response.json(pages[cursor ?? 'first'])
      watchActivity(dialog)
      await vi.waitFor(() => expect(shown()).toEqual(['4', '3']))
    } finally {
      vi.useRealTimers()
    }
  })

  test('behavior: of a network that is followed for shown accounts alone the end is not all there ever was', async () => {
    answer = () => Response.json({ data: [one(6)], next: null, partial: [chain] })
    const { dialog, activity } = await looking()
    expect(activity.getState()).toMatchObject({ hasMore: false, isPartial: true })
    answer = () => Response.json({ data: [one(6)], next: null })
    await refreshActivity(dialog)
    expect(activity.getState()).toMatchObject({ hasMore: false, isPartial: false })
  })

  test('behavior: a network that nobody reads is no network on which nothing happened, until somebody does', async () => {
    answer = () => Response.json({ data: [], next: null, unserved: [chain] })
    const { dialog, activity, shown } = await looking('unserved')
    const seen: string[] = []
    activity.subscribe(({ status }) => void seen.push(status))
    await refreshActivity(dialog)
    expect(seen.filter((status) => status !== 'unserved')).toEqual([])
    answer = () => Response.json({ data: [one(4)], next: null })
    await refreshActivity(dialog)
    expect([activity.getState().status, shown()]).toEqual(['ready', ['4']])
  })

  test('behavior: while the past is still being searched the list is no whole one, and what is found comes by itself', async () => {
    answer = () => Response.json({ data: [one(6)], next: 'second', searching: [chain] })
    const { dialog, activity, shown } = await looking()
    answer = () => Response.json({ data: [one(5)], next: null, searching: [chain] })
    await loadMore(dialog)
    expect(shown()).toEqual(['6', '5'])
    expect(activity.getState()).toMatchObject({ status: 'ready', isSearching: true, hasMore: false })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      answer = () => Response.json({ data: [one(6)], next: 'second', searching: [chain] })
      await refreshActivity(dialog)
      answer = (cursor) => Response.json(cursor ? { data: [one(5), one(4)], next: null } : { data: [one(6)], next: 'second' })
      await vi.advanceTimersByTimeAsync(3_000)
    } finally {
      vi.useRealTimers()
    }
    await vi.waitFor(() => expect(activity.getState()).toMatchObject({ isSearching: false, hasMore: true }))
    await loadMore(dialog)
    expect(shown()).toEqual(['6', '5', '4'])
    expect(activity.getState().hasMore).toBe(false)
  })

  test('behavior: an amount that the server does not know yet is looked for again, however old it is, and not for ever', async () => {
    const transfer = (numeric: string | null) => ({
      fungible_info: { name: '', symbol: '', icon: null },
      nft_info: null,
      direction: 'in',
      quantity: { numeric },
      value: null,
      price: null,
      address: `${chain}:0xa`,
    })
    const told = (numeric: string | null, id = 4) => Response.json({ data: [one(id, { transfers: [transfer(numeric)] })], next: null })
    answer = () => told(null)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    try {
      const { dialog, activity } = await looking()
      const amount = () => activity.getState().entries[0]?.transfers[0]?.amount
      expect(amount()).toBeUndefined()
      answer = () => told('2.5')
      await vi.advanceTimersByTimeAsync(2_000)
      await vi.waitFor(() => expect(amount()).toBe(25n))
      answer = () => told(null, 5)
      const askedIn8s = async () => {
        const before = asked.length
        await refreshActivity(dialog)
        for (let times = 0; times < 4; times += 1) await vi.advanceTimersByTimeAsync(2_000)
        return asked.length - before
      }
      expect(await askedIn8s()).toBeGreaterThanOrEqual(4)
      // What was waited for in vain is not waited for again; without a stream there is a look every ten seconds.
      expect(await askedIn8s()).toBeLessThanOrEqual(2)
    } finally {
      vi.useRealTimers()
    }
  })

  test('error: an older page that does not come can be asked for again', async () => {
    const { dialog, activity, shown } = await looking()
    answer = () => new Response('', { status: 503 })
    await loadMore(dialog)
    expect(activity.getState()).toMatchObject({ status: 'ready', more: 'failed', silent: 'network' })
    answer = () => {
      throw new TypeError('Failed to fetch')
    }
    await loadMore(dialog)
    expect(activity.getState()).toMatchObject({ status: 'ready', more: 'failed', silent: 'server' })
    expect(shown()).toEqual(['4', '3'])
    answer = (cursor) => Response.json(pages[cursor ?? 'first'])
    retryActivity(dialog)
    await vi.waitFor(() => expect(shown()).toEqual(['4', '3', '1']))
  })

  test('behavior: what happened to another account is never shown for this one', async () => {
    const { event, activity, unwatch } = await looking()
    unwatch()
    await event('io.test', 'accountsChanged', [otherAddress])
    await vi.waitFor(() => expect(activity.getState()).toMatchObject({ status: 'idle', entries: [] }))
  })
})
