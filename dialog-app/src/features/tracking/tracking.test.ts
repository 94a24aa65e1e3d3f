import { type EventReport, eventLimits, type TrackedEvent } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { configureApi } from '../../api/http.js'
import { setHost } from '../../bridge/host.js'
import type { Dialog } from '../../lib/dialog.js'
import { destroy } from '../../lib/lifetime.js'
import { connectingStore } from '../../state/connecting.js'
import { farcasterStore, initialFarcaster } from '../../state/farcaster.js'
import { loginStore } from '../../state/login.js'
import { initialPairing, pairingStore } from '../../state/pairing.js'
import { dispatchSession } from '../../state/sessionReducer.js'
import { settingsStore } from '../../state/settings.js'
import { signInsStore } from '../../state/signIns.js'
import { initialSocial, socialStore } from '../../state/social.js'
import { uiStore } from '../../state/ui.js'
import { served } from '../../testing/fakePage.js'
import { json, rpcServer } from '../../testing/rpcServer.js'
import { testDialog } from '../../testing/testDialog.js'
import { startTracking } from './watch.js'

/** The document that the dialog is in, as far as it matters here. */
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })

let dialog: Dialog
let server: Awaited<ReturnType<typeof rpcServer>>
let told: TrackedEvent[]
let keeps: boolean
beforeEach(async () => {
  page.visibilityState = 'visible'
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', page)
  dialog = testDialog()
  told = []
  keeps = true
  setHost(dialog, {
    call: async (method: string, ...[params]: unknown[]) => {
      if (method === 'emit') told.push((params as { data: TrackedEvent }).data)
      return undefined as never
    },
  } as Parameters<typeof setHost>[1])
  server = await rpcServer((seen, response) => json(response, seen.url.includes('getAnalyticsConfig') ? { isAnalyticsEnabled: keeps } : {}))
  configureApi(dialog, { baseUrls: { api: server.url }, projectId: 'p', sdk: { type: 'latchkey', version: '1' } })
  startTracking(dialog, 'https://shop.example/cart?token=secret#x')
})
afterEach(async () => {
  destroy(dialog)
  vi.useRealTimers()
  await server.close()
})

/** Whoever listens for the page being left hears of it. */
const leaves = () => page.dispatchEvent(new Event('pagehide'))
const names = () => told.map(({ event }) => event)
const wallet = { id: 'w', name: 'Wallet' }
const choose = () => connectingStore(dialog).setState({ wallet: { ...wallet }, namespace: 'eip155', phase: 'connecting' })
const connect = () =>
  dispatchSession(dialog, {
    type: 'connected',
    namespace: 'eip155',
    wallet: { ...wallet, kind: 'host' },
    accounts: [{ namespace: 'eip155', address: '0xabc', type: 'eoa' }],
    networkId: 'eip155:1',
  })
const sent = () => server.seen.filter(({ url }) => url.startsWith('/batch')).flatMap(({ body }) => body as EventReport[])

describe('what the page hears', () => {
  test('behavior: an attempt is chosen and ends in one connection, with how and where', () => {
    choose()
    connect()
    expect(told).toEqual([
      { type: 'track', event: 'SELECT_WALLET', properties: { method: 'browser', wallet: 'Wallet' } },
      {
        type: 'track',
        event: 'CONNECT_SUCCESS',
        address: '0xabc',
        properties: { method: 'browser', wallet: 'Wallet', network: 'eip155:1' },
      },
    ])
    dispatchSession(dialog, { type: 'network', namespace: 'eip155', networkId: 'eip155:10' })
    dispatchSession(dialog, { type: 'disconnected', namespaces: ['eip155'] })
    expect(told.slice(2)).toEqual([
      { type: 'track', event: 'SWITCH_NETWORK', address: '0xabc', properties: { network: 'eip155:10' } },
      { type: 'track', event: 'DISCONNECT_SUCCESS', properties: { namespace: 'eip155' } },
    ])
  })

  test('behavior: nobody hears of an address before it has signed in, where that is required', () => {
    settingsStore(dialog).setState({ options: { siwx: { required: true } } })
    choose()
    connect()
    expect(names()).toEqual(['SELECT_WALLET', 'CONNECT_SUCCESS'])
    expect(JSON.stringify(told)).not.toContain('0xabc')
    signInsStore(dialog).setState({ 'eip155:1:0xabc': { address: '0xabc', networkId: 'eip155:1' } })
    uiStore(dialog).setState({ open: true })
    expect(told.at(-1)).toMatchObject({ event: 'MODAL_OPEN', address: '0xabc' })
  })

  test('behavior: a connection that is resumed was no attempt', () => {
    connect()
    expect(told).toEqual([])
  })

  test('behavior: the user’s no, their leaving and a failure with its reason are three ends, each told once', () => {
    uiStore(dialog).setState({ open: true })
    choose()
    connectingStore(dialog).setState({ phase: 'slow' })
    connectingStore(dialog).setState({ phase: 'cancelled' })
    choose()
    connectingStore(dialog).setState({ phase: 'locked' })
    choose()
    uiStore(dialog).setState({ open: false })
    expect(told.map(({ event, type, properties }) => [event, type, properties?.reason])).toEqual([
      ['MODAL_OPEN', 'track', undefined],
      ['SELECT_WALLET', 'track', undefined],
      ['USER_REJECTED', 'track', 'cancelled'],
      ['SELECT_WALLET', 'track', undefined],
      ['CONNECT_ERROR', 'error', 'locked'],
      ['SELECT_WALLET', 'track', undefined],
      ['USER_REJECTED', 'track', 'left'],
      ['MODAL_CLOSE', 'track', undefined],
    ])
  })

  test('behavior: a login that needs a passkey or a recovery code goes on, and ends as the user ends it', () => {
    socialStore(dialog).setState({ ...initialSocial, provider: 'google', phase: 'starting' })
    socialStore(dialog).setState({ phase: 'factor' })
    expect(names()).toEqual(['SOCIAL_LOGIN_STARTED'])
    connect()
    expect(names()).toEqual(['SOCIAL_LOGIN_STARTED', 'CONNECT_SUCCESS'])
  })

  test('behavior: mobile wallets and logins', () => {
    pairingStore(dialog).setState({ ...initialPairing, wallet: null }, true)
    pairingStore(dialog).setState({ phase: 'expired' })
    loginStore(dialog).setState({ email: 'secret@example.com', phase: 'sending' })
    loginStore(dialog).setState({ phase: 'wrong' })
    loginStore(dialog).setState({ phase: 'offline' })
    socialStore(dialog).setState({ ...initialSocial, provider: 'github' }, true)
    socialStore(dialog).setState({ phase: 'denied' })
    socialStore(dialog).setState(initialSocial, true)
    expect(told.map(({ event, properties }) => [event, properties?.method, properties?.reason])).toEqual([
      ['SELECT_WALLET', 'mobile', undefined],
      ['CONNECT_ERROR', 'mobile', 'expired'],
      ['EMAIL_SUBMITTED', 'email', undefined],
      ['CONNECT_ERROR', 'email', 'offline'],
      ['SOCIAL_LOGIN_STARTED', 'github', undefined],
      ['USER_REJECTED', 'github', 'denied'],
    ])
    expect(JSON.stringify(told)).not.toContain('secret')
  })

  test('behavior: logins by Farcaster’s app have ends, too', () => {
    const again = () => farcasterStore(dialog).setState(initialFarcaster, true)
    for (const phase of ['denied', 'expired'] as const) {
      again()
      farcasterStore(dialog).setState({ phase: 'ready' })
      farcasterStore(dialog).setState({ phase })
    }
    again()
    farcasterStore(dialog).setState({ phase: 'offline' })
    again()
    farcasterStore(dialog).setState({ phase: 'ready' })
    connect()
    farcasterStore(dialog).setState({ phase: 'connected' })
    expect(told.map(({ event, properties }) => [event, properties?.method, properties?.reason])).toEqual([
      ['SOCIAL_LOGIN_STARTED', 'farcaster', undefined],
      ['USER_REJECTED', 'farcaster', 'denied'],
      ['SOCIAL_LOGIN_STARTED', 'farcaster', undefined],
      ['CONNECT_ERROR', 'farcaster', 'expired'],
      ['SOCIAL_LOGIN_STARTED', 'farcaster', undefined],
      ['CONNECT_ERROR', 'farcaster', 'offline'],
      ['SOCIAL_LOGIN_STARTED', 'farcaster', undefined],
      ['CONNECT_SUCCESS', 'farcaster', undefined],
    ])
  })

  test('behavior: a wallet that is connected already and is chosen again ends as connected', () => {
    uiStore(dialog).setState({ open: true })
    connect()
    choose()
    connect()
    connectingStore(dialog).setState({ phase: 'connected' })
    uiStore(dialog).setState({ open: false })
    expect(names()).toEqual(['MODAL_OPEN', 'SELECT_WALLET', 'CONNECT_SUCCESS', 'MODAL_CLOSE'])
  })

  test('behavior: a page that comes back from a provider hears which login goes on', () => {
    socialStore(dialog).setState({ ...initialSocial, phase: 'returning' }, true)
    expect(told).toEqual([])
    socialStore(dialog).setState({ provider: 'github', phase: 'finishing' })
    socialStore(dialog).setState({ phase: 'expired' })
    expect(told.map(({ event, properties }) => [event, properties?.method, properties?.reason])).toEqual([
      ['SOCIAL_LOGIN_STARTED', 'github', undefined],
      ['CONNECT_ERROR', 'github', 'expired'],
    ])
  })

  test('behavior: the page hears how each attempt ended, however many fail in a minute; the server hears of five', async () => {
    settingsStore(dialog).setState({ boot: { ...served, reports: true } })
    for (let index = 0; index < 9; index += 1) {
      choose()
      connectingStore(dialog).setState({ phase: 'locked' })
    }
    expect(names().filter((name) => name === 'CONNECT_ERROR')).toHaveLength(9)
    await vi.waitFor(() => {
      leaves()
      expect(sent()).toHaveLength(14)
    })
    expect(sent().filter(({ props }) => props.event === 'CONNECT_ERROR')).toHaveLength(5)
  })

  test('behavior: errors on screen are told, at most five a minute', () => {
    for (let index = 0; index < 9; index++)
      uiStore(dialog).setState({ toast: { variant: 'error', message: 'Failed to fetch transactions', autoClose: true } })
    expect(names()).toEqual(Array.from({ length: 5 }, () => 'ERROR_SHOWN'))
    expect(told[0]).toMatchObject({ type: 'error', properties: { message: 'Failed to fetch transactions' } })
  })
})

describe('what the operator’s server gets', () => {
  test('behavior: one batch, without query and fragment of the page, when the page is hidden', async () => {
    choose()
    connect()
    await vi.waitFor(() => expect(server.seen).toHaveLength(1))
    const hide = () => {
      page.visibilityState = 'hidden'
      page.dispatchEvent(new Event('visibilitychange'))
    }
    await vi.waitFor(() => {
      hide()
      expect(sent()).toHaveLength(2)
    })
    expect(sent()[0]).toMatchObject({ url: 'https://shop.example/cart', domain: 'shop.example', props: { event: 'SELECT_WALLET' } })
  })

  test.each([
    [
      'the operator keeps none',
      () => {
        keeps = false
      },
      1,
    ],
    ['the document says that the operator keeps none', () => settingsStore(dialog).setState({ boot: { ...served, reports: false } }), 0],
    [
      'the page says features.analytics: false',
      () => settingsStore(dialog).setState((before) => ({ features: { ...before.features, analytics: false } })),
      0,
    ],
    ['the page says enableAnalytics: false', () => settingsStore(dialog).setState({ options: { enableAnalytics: false } }), 0],
  ])('behavior: nothing where %s', async (_what, forbid, questions) => {
    forbid()
    choose()
    connect()
    await new Promise((resolve) => setTimeout(resolve))
    leaves()
    await vi.waitFor(() => expect(server.seen).toHaveLength(questions))
    expect(sent()).toEqual([])
    expect(names()).toEqual(['SELECT_WALLET', 'CONNECT_SUCCESS'])
  })

  test('behavior: a document that says that reports are kept leaves nothing to ask', async () => {
    settingsStore(dialog).setState({ boot: { ...served, reports: true } })
    choose()
    await vi.waitFor(() => {
      leaves()
      expect(sent()).toHaveLength(1)
    })
    expect(server.seen.filter(({ url }) => url.includes('getAnalyticsConfig'))).toEqual([])
  })

  test('behavior: what waits is sent before it is more than the server takes, whatever letters it has', async () => {
    settingsStore(dialog).setState({ boot: { ...served, reports: true } })
    const name = '\u58d9'.repeat(256)
    for (let index = 0; index < 200; index += 1) {
      connectingStore(dialog).setState({ wallet: { id: `w${index}`, name: `${name}${index}` }, namespace: 'eip155', phase: 'connecting' })
      connectingStore(dialog).setState({ phase: 'cancelled' })
    }
    await vi.waitFor(() => {
      leaves()
      expect(sent()).toHaveLength(400)
    })
    const sizes = server.seen.map(({ body }) => new TextEncoder().encode(JSON.stringify(body)).length)
    expect(sizes.filter((size) => size > eventLimits.body)).toEqual([])
    // They are not sent one by one either.
    expect(sizes.length).toBeLessThan(20)
  })

  test('error: a page that may not report hears of it, and nothing more is sent', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    server.play((seen, response) =>
      seen.url.includes('getAnalyticsConfig') ? json(response, { isAnalyticsEnabled: true }) : json(response, 'Forbidden', 403),
    )
    choose()
    await vi.waitFor(() => {
      leaves()
      expect(warn).toHaveBeenCalledWith('[latchkey] Invalid App Configuration: HTTP status code: 403')
    })
    const before = server.seen.length
    connect()
    leaves()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(server.seen).toHaveLength(before)
    vi.restoreAllMocks()
  })
})
