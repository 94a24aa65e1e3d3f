// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { destroy } from '../../../lib/lifetime.js'
import { activityStore } from '../../../state/activity.js'
import { nftsStore } from '../../../state/nfts.js'
import { uiStore } from '../../../state/ui.js'
import { connectedPage } from '../../../testing/fakePage.js'
import { otherAddress, scriptedWallet } from '../../../testing/scriptedWallet.js'
import { refreshActivity, watchActivity } from '../activity/activity.js'
import { money } from '../constants.js'
import { refreshNfts, watchNfts } from '../nfts/nfts.js'

const chain = 'eip155:31337'
let asked: URL[] = []
let streams: FakeStream[] = []
let refused = false
/** Nobody tells of the network. */
let silent = false
/** What a new stream says first. */
let told: string[] = []

/** A stream that a test plays. */
class FakeStream extends EventTarget {
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  closed = false
  static readonly CLOSED = 2
  readyState = 0
  constructor(readonly url: string) {
    super()
    streams.push(this)
    queueMicrotask(() => (refused ? this.fail(true) : this.open()))
  }
  open() {
    this.onopen?.()
    this.name(told)
  }
  name(chains: readonly string[]) {
    this.dispatchEvent(new MessageEvent('chains', { data: JSON.stringify({ chains }) }))
  }
  /** @param forGood the server answered without a stream */
  fail(forGood: boolean) {
    this.readyState = forGood ? FakeStream.CLOSED : 0
    this.onerror?.()
  }
  close() {
    this.closed = true
  }
  tell(status: string) {
    this.dispatchEvent(new MessageEvent('change', { data: JSON.stringify({ chain, hash: '0x1', status }) }))
  }
}
const open = () => streams.filter(({ closed }) => !closed)
const calls = (what: string) => asked.filter(({ pathname }) => pathname.endsWith(`/${what}`))
const received = {
  id: 'a',
  metadata: {
    operationType: 'receive',
    hash: '0x1',
    minedAt: '2026-03-02T12:00:00Z',
    sentFrom: '0x1',
    sentTo: '0x2',
    status: 'confirmed',
    nonce: 0,
    application: null,
    chain,
  },
  transfers: [],
}

beforeEach(() => {
  localStorage.clear()
  asked = []
  streams = []
  refused = false
  silent = false
  told = [chain]
  vi.stubGlobal('EventSource', FakeStream)
  vi.stubGlobal('fetch', async (input: URL | string) => {
    const url = new URL(input)
    asked.push(url)
    if (url.pathname.endsWith('/balance')) return Response.json({ balances: [] })
    if (silent && /\/(?:history|nfts)$/.test(url.pathname)) return Response.json({}, { status: 503 })
    if (url.pathname.endsWith('/nfts')) return Response.json({ nfts: [] })
    if (url.pathname.endsWith('/history')) return Response.json({ data: [received], next: null })
    if (url.pathname === '/v1/') return Response.json({ jsonrpc: '2.0', id: 0, result: '0x0' })
    return Response.json({ features: [], allowedOrigins: [] })
  })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A page whose account is on screen, with somebody looking at what happened. */
async function account(status = 'ready') {
  const page = await connectedPage(scriptedWallet())
  void page.call('open', { id: 'a' })
  await vi.waitFor(() => expect(streams.length).toBeGreaterThan(0))
  const unwatch = watchActivity(page.dialog)
  await vi.waitFor(() => expect(activityStore(page.dialog).getState().status).toBe(status))
  return { ...page, unwatch }
}

describe('startLive', () => {
  test('behavior: one stream for the account on screen, and none once the dialog is closed', async () => {
    const { dialog } = await account()
    expect(open()).toHaveLength(1)
    expect(open()[0]?.url).toMatch(/^https:\/\/api\.example\/v1\/account\/0x\w+\/changes\?projectId=/)
    uiStore(dialog).setState({ open: false })
    expect(open()).toHaveLength(0)
    uiStore(dialog).setState({ open: true })
    await vi.waitFor(() => expect(open()).toHaveLength(1))
    destroy(dialog)
    expect(open()).toHaveLength(0)
  })

  test('behavior: a change is read at once: what happened, and what the account holds, past the caches', async () => {
    await account()
    const [history, balance] = [calls('history').length, calls('balance').length]
    open()[0]?.tell('confirmed')
    open()[0]?.tell('confirmed')
    await vi.waitFor(() => expect(calls('balance').length).toBeGreaterThan(balance), 2_000)
    expect(calls('balance').at(-1)?.searchParams.get('forceUpdate')).toBe(`${chain}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`)
    expect(calls('history').length).toBe(history + 1)
  })

  test('behavior: what is pending is shown, and changes no balance', async () => {
    await account()
    const [history, balance] = [calls('history').length, calls('balance').length]
    open()[0]?.tell('pending')
    await vi.waitFor(() => expect(calls('history').length).toBe(history + 1), 2_000)
    expect(calls('balance').length).toBe(balance)
  })

  test('behavior: another account has another stream', async () => {
    const page = await account()
    const [before] = open()
    await page.event('io.test', 'accountsChanged', [otherAddress])
    await vi.waitFor(() => expect(open()[0]?.url).toContain(otherAddress))
    expect(before?.closed).toBe(true)
    expect(open()).toHaveLength(1)
  })

  test('behavior: where the stream fails, the history is asked for every ten seconds, until there is one again', async () => {
    const page = await account()
    vi.useFakeTimers({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    refused = true
    open()[0]?.fail(true)
    await vi.advanceTimersByTimeAsync(9_900)
    const history = calls('history').length
    expect(open()).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(20_200)
    expect(calls('history').length).toBe(history + 3)
    // The server has no stream for this address: it is not asked for one every minute.
    const tried = streams.length
    await vi.advanceTimersByTimeAsync(25_000)
    expect(streams.length).toBe(tried)
    refused = false
    await vi.advanceTimersByTimeAsync(120_000)
    expect(open()).toHaveLength(1)
    const after = calls('history').length
    await vi.advanceTimersByTimeAsync(30_000)
    expect(calls('history').length).toBe(after)
    page.unwatch()
  })

  test('behavior: a stream that does not tell of the network on screen ends no polling, until it does', async () => {
    told = ['eip155:1']
    const page = await account()
    const unwatchNfts = watchNfts(page.dialog)
    await vi.waitFor(() => expect(nftsStore(page.dialog).getState().status).toBe('ready'))
    vi.useFakeTimers({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    // The timer that began before is real.
    open()[0]?.name([chain])
    open()[0]?.name(['eip155:1'])
    const [history, nfts] = [calls('history').length, calls('nfts').length]
    await vi.advanceTimersByTimeAsync(20_100)
    expect([calls('history').length, calls('nfts').length]).toEqual([history + 2, nfts + 2])
    open()[0]?.name([chain, 'eip155:1'])
    await vi.advanceTimersByTimeAsync(30_000)
    expect([calls('history').length, calls('nfts').length]).toEqual([history + 2, nfts + 2])
    // What nobody can read says nothing else.
    open()[0]?.dispatchEvent(new MessageEvent('chains', { data: '{"chains":7}' }))
    // A node that stopped telling.
    open()[0]?.name([])
    await vi.advanceTimersByTimeAsync(10_100)
    expect(calls('history').length).toBe(history + 3)
    expect(open()).toHaveLength(1)
    page.unwatch()
    unwatchNfts()
  })

  test('behavior: another network of the account is asked for where the same stream does not tell of it', async () => {
    const page = await account()
    vi.useFakeTimers({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    await page.event('io.test', 'chainChanged', '0x7a6a')
    await vi.advanceTimersByTimeAsync(100)
    expect(open()).toHaveLength(1)
    const history = calls('history').length
    await vi.advanceTimersByTimeAsync(10_100)
    expect(calls('history').length).toBe(history + 1)
    page.unwatch()
  })

  test('error: what the network’s node does not tell is asked for again beside a stream, where nothing happens, until it is told', async () => {
    silent = true
    const page = await account('failed')
    const unwatchNfts = watchNfts(page.dialog)
    await vi.waitFor(() => expect(nftsStore(page.dialog).getState().status).toBe('failed'))
    const seen: string[] = []
    activityStore(page.dialog).subscribe(({ status }) => void seen.push(status))
    nftsStore(page.dialog).subscribe(({ status }) => void seen.push(status))
    vi.useFakeTimers({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    // The timers that began before are real: they are begun anew.
    await Promise.all([refreshActivity(page.dialog), refreshNfts(page.dialog)])
    const [history, nfts] = [calls('history').length, calls('nfts').length]
    await vi.advanceTimersByTimeAsync(money.retryBlock)
    expect([calls('history').length, calls('nfts').length]).toEqual([history + 1, nfts + 1])
    // Nothing on screen changed by that.
    expect([...new Set(seen)]).toEqual(['failed'])
    silent = false
    await vi.advanceTimersByTimeAsync(money.retryBlock)
    expect(open()).toHaveLength(1)
    expect(activityStore(page.dialog).getState()).toMatchObject({ status: 'ready', isOld: false })
    expect(nftsStore(page.dialog).getState().status).toBe('ready')
    page.unwatch()
    unwatchNfts()
  })

  test('behavior: a stream that breaks off is there again within a second', async () => {
    const page = await account()
    vi.useFakeTimers({ now: Date.now(), toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    open()[0]?.fail(true)
    expect(open()).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(open()).toHaveLength(1)
    page.unwatch()
  })
})
