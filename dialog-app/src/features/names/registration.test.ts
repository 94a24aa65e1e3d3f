// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { identitiesStore } from '../../state/identities.js'
import { labelsStore } from '../../state/labels.js'
import { nameRegistrationStore } from '../../state/nameRegistration.js'
import { networksStore } from '../../state/networks.js'
import { initialSession, sessionStore } from '../../state/session.js'
import { connectedPage } from '../../testing/fakePage.js'
import { address, deferred, otherAddress, scriptedWallet } from '../../testing/scriptedWallet.js'
import { back, push } from '../navigator/view.js'
import { disconnect } from '../session/disconnect.js'
import { cancelRegistration, register, retryAvailability, showAsProfile, startRegistration, writeName } from './registration.js'

const zone = 'wallet.test'
const signature = `0x${'ab'.repeat(65)}`
const coinType = 0x80000000 + 31_337

let asked: { method: string; path: string; body: unknown }[] = []
/** What the server says, by the beginning of the path. */
let answers: Record<string, () => Response | Promise<Response>>
const refused = (status: number, description: string) =>
  Response.json({ status: 'FAILED', reasons: [{ field: 'name', description }] }, { status })
const named = (name: string, of = address) => ({
  name,
  registered_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  attributes: {},
  addresses: { [coinType]: { address: of.toLowerCase(), created_at: '2026-01-01T00:00:00Z' } },
})

beforeEach(() => {
  localStorage.clear()
  asked = []
  answers = {
    '/v1/profile/suggestions/mira': () => Response.json({ suggestions: [{ name: `mira.${zone}`, registered: false }] }),
    '/v1/profile/suggestions/taken': () =>
      Response.json({
        suggestions: [
          { name: `taken.${zone}`, registered: true },
          { name: `its-taken.${zone}`, registered: false },
          { name: 'elsewhere.eth', registered: false },
        ],
      }),
    '/v1/profile/reverse/': () => Response.json([]),
    '/v1/profile/account/': () => refused(404, 'Name is not registered'),
    '/v1/profile/account': () => Response.json(named(`mira.${zone}`)),
  }
  vi.stubGlobal('fetch', async (input: URL | string, init?: RequestInit) => {
    const { pathname } = new URL(input)
    const path = Object.keys(answers).find((start) => pathname.startsWith(start))
    if (!path) return Response.json({ features: [], allowedOrigins: [], balances: [], name: null, avatar: null, resolvedAt: '' })
    asked.push({ method: init?.method ?? 'GET', path: pathname, body: init?.body ? JSON.parse(String(init.body)) : undefined })
    return await (answers[path]?.() ?? Response.error())
  })
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** The view is on screen, of an account that is connected. */
async function open(wallet = scriptedWallet({ personal_sign: signature })) {
  const page = await connectedPage(wallet, { boot: { nameZones: [zone] } })
  void page.call('open', { id: 'a', view: 'Account' })
  await vi.waitFor(() => expect(page.state().view).toBe('Account'))
  push(page.dialog, 'RegisterAccountName')
  startRegistration(page.dialog)
  const store = nameRegistrationStore(page.dialog)
  const state = () => store.getState()
  const is = (change: object) => vi.waitFor(() => expect(state()).toMatchObject(change))
  const write = async (text: string, availability: string) => {
    writeName(page.dialog, text)
    await is({ availability })
  }
  return { page, dialog: page.dialog, wallet, state, is, write }
}
const posts = () => asked.filter(({ method }) => method === 'POST')

describe('writeName', () => {
  test('behavior: asked once, half a second after the last letter, and only for what can be a name', async () => {
    const { dialog, is, state } = await open()
    for (const text of ['m', 'mi', 'mir', 'mira']) writeName(dialog, text)
    expect(state()).toMatchObject({ mistake: null, availability: 'asking' })
    await is({ availability: 'free', suggestions: [] })
    expect(asked.filter(({ path }) => path.includes('suggestions'))).toHaveLength(1)
    for (const [text, mistake] of [
      ['mir', 'short'],
      ['mi ra', 'characters'],
      ['-mira', 'hyphens'],
    ] as const) {
      writeName(dialog, text)
      expect(state()).toMatchObject({ mistake, availability: 'unknown' })
    }
  })

  test('behavior: of a taken name the free ones like it, of this zone only', async () => {
    const { write, state } = await open()
    await write('taken', 'taken')
    expect(state().suggestions).toEqual(['its-taken'])
  })

  test('error: the server does not say; the next try does', async () => {
    const before = answers['/v1/profile/suggestions/mira']
    answers['/v1/profile/suggestions/mira'] = () => new Response('', { status: 500 })
    const { dialog, write, is, state } = await open()
    await write('mira', 'failed')
    expect(state().error?.message).toBe('Error fetching name suggestions')
    register(dialog)
    expect(state().phase).toBe('typing')
    if (before) answers['/v1/profile/suggestions/mira'] = before
    retryAvailability(dialog)
    await is({ availability: 'free', error: null })
  })
})

describe('register', () => {
  test('behavior: the wallet signs the name, and the server gets exactly what was signed; then it is the profile', async () => {
    const { page, dialog, wallet, write, is } = await open()
    await write('mira', 'free')
    register(dialog)
    register(dialog)
    await is({ registered: { name: `mira.${zone}`, address } })
    const calls = wallet.calls.filter(({ method }) => method === 'personal_sign')
    expect(calls).toHaveLength(1)
    const [[hex, signer] = ['', '']] = calls.map(({ params }) => params as [string, string])
    const message = Buffer.from(hex.slice(2), 'hex').toString()
    expect(message).toMatch(/^\{"name":"mira\.wallet\.test","attributes":\{\},"timestamp":\d{10}\}$/)
    expect(signer).toBe(address)
    expect(posts()).toEqual([{ method: 'POST', path: '/v1/profile/account', body: { coin_type: coinType, address, message, signature } }])
    expect(identitiesStore(dialog).getState()[`eip155:31337:${address}`]?.name).toBe(`mira.${zone}`)
    await vi.waitFor(() => expect(page.state().view).toBe('RegisterAccountNameSuccess'))
    showAsProfile(dialog)
    expect(Object.values(labelsStore(dialog).getState().labels)).toEqual([`mira.${zone}`])
  })

  test('behavior: a refusal in the wallet registers nothing and keeps the text', async () => {
    const wallet = scriptedWallet({
      personal_sign: () => {
        throw { code: 4001, message: 'User rejected the request.' }
      },
    })
    const { dialog, write, is } = await open(wallet)
    await write('mira', 'free')
    register(dialog)
    await is({ phase: 'cancelled', text: 'mira', availability: 'free' })
    expect(posts()).toEqual([])
  })

  test('behavior: an answer that got lost is not asked for twice when the name is ours', async () => {
    answers['/v1/profile/account'] = () => Promise.reject(new TypeError('Failed to fetch'))
    answers = { '/v1/profile/account/': () => Response.json(named(`mira.${zone}`)), ...answers }
    answers['/v1/profile/account/'] = () => Response.json(named(`mira.${zone}`))
    const { dialog, write, is } = await open()
    await write('mira', 'free')
    register(dialog)
    await is({ registered: { name: `mira.${zone}`, address } })
  })

  test('error: an answer got lost, and nobody can tell who has the name', async () => {
    answers['/v1/profile/account'] = () => Promise.reject(new TypeError('Failed to fetch'))
    answers = { '/v1/profile/account/': () => new Response('', { status: 500 }), ...answers }
    answers['/v1/profile/account/'] = () => new Response('', { status: 500 })
    const { dialog, write, is } = await open()
    await write('mira', 'free')
    register(dialog)
    await is({ phase: 'failed', error: { code: -32603, message: 'Error resolving name' }, registered: null })
  })

  test('error: a network that the page no longer uses, and nobody connected', async () => {
    const { dialog, write, is, wallet } = await open()
    await write('mira', 'free')
    networksStore(dialog).setState({ networks: [] })
    register(dialog)
    await is({ phase: 'failed', error: { code: 4901, message: 'Network not found' } })
    sessionStore(dialog).setState(initialSession, true)
    nameRegistrationStore(dialog).setState({ text: 'mira', availability: 'free', phase: 'typing' })
    register(dialog)
    await is({ phase: 'failed', error: { code: 4100, message: 'Address or auth connector not found' } })
    expect(wallet.methods()).not.toContain('personal_sign')
  })

  test('error: the server is down: said so; the next try needs no second signature', async () => {
    answers['/v1/profile/account'] = () => new Response('', { status: 503 })
    const { dialog, wallet, write, is, state } = await open()
    await write('mira', 'free')
    register(dialog)
    await is({ phase: 'failed' })
    expect(state().error?.message).toBe(`Error registering name mira.${zone}`)
    answers['/v1/profile/account'] = () => Response.json(named(`mira.${zone}`))
    register(dialog)
    await is({ registered: { name: `mira.${zone}`, address } })
    expect(wallet.methods().filter((method) => method === 'personal_sign')).toHaveLength(1)
  })

  test('error: somebody else was faster: the reason of the server, and the name is taken', async () => {
    answers['/v1/profile/account'] = () => refused(400, 'Name is already registered')
    answers['/v1/profile/account/'] = () => Response.json(named(`mira.${zone}`, otherAddress))
    const { dialog, write, is, state } = await open()
    await write('mira', 'free')
    answers['/v1/profile/suggestions/mira'] = () => Response.json({ suggestions: [{ name: `mira.${zone}`, registered: true }] })
    register(dialog)
    await is({ phase: 'failed', availability: 'taken', reason: 'Name is already registered' })
    expect(state().error?.message).toBe(`Error registering name mira.${zone}`)
    expect(state().text).toBe('mira')
  })

  test('behavior: a smart account may sign with no bytes at all: its contract decides', async () => {
    const { dialog, write } = await open(scriptedWallet({ personal_sign: '0x' }))
    await write('mira', 'free')
    register(dialog)
    await vi.waitFor(() => expect(posts()).toMatchObject([{ body: { signature: '0x' } }]))
  })

  test('error: the wallet answers what is no signature', async () => {
    const { dialog, write, is } = await open(scriptedWallet({ personal_sign: 'yes' }))
    await write('mira', 'free')
    register(dialog)
    await is({ phase: 'failed' })
    expect(posts()).toEqual([])
  })

  test('behavior: leaving the view, another account and Cancel end it; what the wallet answers later registers nothing', async () => {
    const late = deferred<string>()
    const { page, dialog, write, is, state } = await open(scriptedWallet({ personal_sign: () => late.promise }))
    await write('mira', 'free')
    register(dialog)
    await is({ phase: 'signing' })
    cancelRegistration(dialog)
    expect(state()).toMatchObject({ phase: 'typing', text: 'mira' })
    register(dialog)
    await page.event('io.test', 'accountsChanged', [otherAddress])
    await is({ phase: 'typing' })
    register(dialog)
    await is({ phase: 'signing' })
    back(dialog)
    late.resolve(signature)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(posts()).toEqual([])
    expect(state().registered).toBeNull()
  })

  test('behavior: names of the account that were read are not asked for again within 5 minutes, and one that is registered is among them', async () => {
    const asks = () => asked.filter(({ path }) => path.startsWith('/v1/profile/reverse/')).length
    answers['/v1/profile/reverse/'] = () => Response.json([named(`ada.${zone}`)])
    const { dialog, write, is } = await open()
    await is({ owned: [`ada.${zone}`] })
    await write('mira', 'free')
    register(dialog)
    await is({ registered: { name: `mira.${zone}`, address } })
    const again = async () => {
      back(dialog)
      push(dialog, 'RegisterAccountName')
      startRegistration(dialog)
    }
    await again()
    await is({ owned: [`ada.${zone}`, `mira.${zone}`] })
    expect(asks()).toBe(1)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 300_001)
    await again()
    await is({ owned: [`ada.${zone}`] })
    expect(asks()).toBe(2)
  })

  test('behavior: what is kept of the names ends with the connection', async () => {
    const { dialog, is } = await open()
    await is({ owned: [] })
    expect(localStorage.length).toBeGreaterThan(0)
    expect(JSON.stringify({ ...localStorage })).toContain('timestamp')
    disconnect(dialog)
    expect(JSON.stringify({ ...localStorage })).not.toContain('timestamp')
  })

  test('error: names of the account that nobody tells are said to be unknown', async () => {
    answers['/v1/profile/reverse/'] = () => new Response('', { status: 500 })
    const { is } = await open()
    await is({ owned: [], ownedError: { code: -32603, message: 'Error fetching names for address' } })
  })
})
