// @vitest-environment happy-dom
import { type Boot, type DialogApi, type Hello, type Options, protocolVersion, type Snapshot, type WalletInfo } from '@latchkey/protocol'
import type { Handlers } from '@latchkey/protocol/bridge'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { OpenHost } from './bridge/host.js'
import { createDialog } from './createDialog.js'
import { served, walletInfo } from './testing/fakePage.js'

/* What each option changes on the user's screen, or in what the page receives. The page sets it when it starts, and again while it runs. */

const address = `0x${'1'.repeat(40)}`
const token = `0x${'a'.repeat(40)}`
const picture = (name: string) => `data:image/png;base64,${name}`
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const text = (value: string) =>
  `${word(32n)}${word(BigInt(value.length))}${[...value]
    .map((letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padEnd(64, '0')}`

/** What nodes answer to a call of a token. */
const answers: Readonly<Record<string, string>> = { '0x70a08231': word(12_500_000n), '0x313ce567': word(6n), '0x95d89b41': text('USDT') }

type Call = { readonly id: number; readonly method: string; readonly params: readonly { readonly data?: string }[] }
const answerCall = ({ id, method, params }: Call) => {
  const result = method === 'eth_call' ? `0x${answers[params[0]?.data?.slice(0, 10) ?? ''] ?? ''}` : '0xde0b6b3a7640000'
  return { jsonrpc: '2.0', id, result }
}

/** Addresses of nodes that were asked. */
let asked: string[] = []
/** What the project's owner has set; undefined leaves everything to the page. */
let remote: readonly { id: string; isEnabled: boolean; config: string[] | null }[]
/** Where the project may be used. */
let allowedOrigins: readonly string[]
/** What the server answers instead, by path. */
let refusing: Readonly<Record<string, number>>

const undecided = ['social_login', 'swap', 'onramp', 'activity', 'reown_branding', 'multi_wallet'].map((id) => ({
  id,
  isEnabled: true,
  config: null,
}))

beforeEach(() => {
  asked = []
  remote = undecided
  allowedOrigins = ['https://app.example']
  refusing = {}
  vi.stubGlobal('fetch', async (url: URL | string, { body }: { body?: string } = {}) => {
    const { pathname, origin } = new URL(url)
    const refusal = refusing[pathname]
    if (refusal) return new Response('', { status: refusal })
    if (pathname.endsWith('/config')) return Response.json({ features: remote })
    if (pathname === '/v1/' || origin === 'https://rpc.example') {
      asked.push(origin)
      const calls: Call | Call[] = JSON.parse(body ?? '[]')
      return Response.json(Array.isArray(calls) ? calls.map(answerCall) : answerCall(calls))
    }
    return Response.json({ allowedOrigins, balances: [], data: [], count: 0, images: {} })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

type Start = {
  readonly options?: Options
  readonly boot?: Partial<Boot>
  readonly wallets?: readonly WalletInfo[]
  /** Somebody is connected. */
  readonly connected?: boolean
}

const connection = { walletId: 'io.harbor', kind: 'host', networkId: 'eip155:31337' }
const resume = JSON.stringify({ v: 1, active: 'eip155', connections: { eip155: connection }, recent: ['io.harbor'] })

async function open({ options = {}, boot = {}, wallets = [walletInfo('io.harbor', 'Harbor')], connected = false }: Start = {}) {
  const snapshots: Snapshot[] = []
  const hello: Hello = {
    protocol: protocolVersion,
    sdk: { type: 'test', version: '0.0.0' },
    page: { url: 'https://app.example/', title: 'App' },
    options,
    environment: { colorScheme: 'light', dir: 'ltr', lang: 'en' },
    resume: connected ? resume : null,
    wallets,
    events: [],
  }
  const host: OpenHost = () => ({
    call: (async (method: string, params: never) => {
      if (method === 'hello') return hello
      if (method === 'stateChanged') snapshots.push(params)
      if (method !== 'walletRequest') return undefined
      return (params as { method: string }).method === 'eth_chainId' ? '0x7a69' : [address]
    }) as never,
    destroy: () => {},
  })
  const element = document.createElement('div')
  document.body.append(element)
  const projectId = crypto.randomUUID()
  const dialog = createDialog({
    boot: () => ({ ...served, projectId, ...boot }),
    host,
    storage: () => {
      throw new Error('denied')
    },
    now: Date.now,
    element,
  })
  const close = () => {
    dialog.destroy()
    element.remove()
    for (const name of ['style', 'dir', 'lang', 'data-theme']) document.documentElement.removeAttribute(name)
  }
  onTestFinished(close)
  const call = <K extends keyof Handlers<DialogApi>>(method: K, params: Parameters<DialogApi[K]>[0]) =>
    // biome-ignore lint/suspicious/noExplicitAny: one call for every method of the contract
    (dialog.api[method] as any)(params, { signal: new AbortController().signal }) as Promise<unknown>
  if (connected) await vi.waitFor(() => expect(snapshots.at(-1)?.status).toBe('connected'), 10_000)
  void call('open', { id: 'a' })
  const view = () => element.querySelector('main')?.dataset.view
  await vi.waitFor(() => expect(view()).toBe(connected ? 'Account' : 'Connect'), 10_000)
  await vi.waitFor(() => expect(element.querySelector('.sk')).toBeNull(), 10_000).catch(() => {})
  return {
    element,
    call,
    close,
    view,
    snapshot: () => snapshots.at(-1),
    says: (words: string) => element.textContent?.includes(words) ?? false,
    find: (selector: string) => element.querySelector<HTMLElement>(selector),
    rows: () => [...element.querySelectorAll('[data-focus-key^="wallet "]')].map(({ textContent }) => textContent ?? ''),
    button: (name: RegExp) =>
      [...element.querySelectorAll('button')].find(({ textContent, ariaLabel }) => name.test(ariaLabel || textContent || '')),
  }
}

type Opened = Awaited<ReturnType<typeof open>>
type Effect = Start & { readonly shows: (dialog: Opened) => unknown }

const rowAt = (name: string) => (dialog: Opened) => dialog.rows().findIndex((row) => row.includes(name))
const custom = { id: 'meadow', name: 'Meadow', mobile_link: 'meadow://' }
const two = [walletInfo('io.harbor', 'Harbor'), walletInfo('io.lantern', 'Lantern')]
/** Where the ways to connect stand on the screen, first to last. */
const methods = ({ element }: Opened) =>
  [...element.querySelectorAll('[data-focus-key^="wallet "], input[type=email], [data-focus-key^="social"]')]
    .map((part) => (part.matches('input') ? 'email' : part.matches('[data-focus-key^="wallet "]') ? 'wallet' : 'social'))
    .filter((kind, index, all) => kind !== all[index - 1])

/** By option: the value that is set, and what is seen or received. It must differ from what there is without the option. */
const effects: Readonly<Record<string, readonly [set: Options, effect: Effect, expected: unknown]>> = {
  networks: [{ networks: ['eip155:31338'] }, { shows: ({ snapshot }) => snapshot()?.selectedNetworkId }, 'eip155:31338'],
  defaultNetwork: [
    { networks: ['eip155:31337', 'eip155:31338'], defaultNetwork: 'eip155:31338' },
    { shows: ({ snapshot }) => snapshot()?.selectedNetworkId },
    'eip155:31338',
  ],
  metadata: [
    { metadata: { name: 'Meadow', description: '', url: 'https://app.example', icons: [] } },
    { shows: ({ says }) => says('Meadow') },
    true,
  ],
  themeMode: [{ themeMode: 'dark' }, { shows: () => document.documentElement.dataset.theme }, 'dark'],
  themeVariables: [
    { themeVariables: { radius: 0.5 } },
    { shows: () => document.documentElement.style.getPropertyValue('--radius') },
    '0.5',
  ],
  locale: [{ locale: 'ar' }, { shows: () => document.documentElement.dir }, 'rtl'],
  messages: [{ messages: { en: { 'connect.newTo': 'Never had one?' } } }, { shows: ({ says }) => says('Never had one?') }, true],
  featuredWalletIds: [{ featuredWalletIds: ['meadow'], customWallets: [custom] }, { shows: rowAt('Meadow') }, 2],
  includeWalletIds: [{ includeWalletIds: ['io.lantern'] }, { wallets: two, shows: rowAt('Harbor') }, -1],
  excludeWalletIds: [{ excludeWalletIds: ['walletConnect'] }, { shows: rowAt('WalletConnect') }, -1],
  customWallets: [{ customWallets: [custom] }, { shows: ({ says }) => says('Meadow') }, true],
  allWallets: [{ allWallets: 'HIDE' }, { shows: ({ button }) => button(/All wallets/) !== undefined }, false],
  connectorImages: [
    { connectorImages: { 'io.harbor': picture('harbor') } },
    { shows: ({ find }) => find('[data-focus-key="wallet io.harbor"] img')?.getAttribute('src') },
    picture('harbor'),
  ],
  enableMobileFullScreen: [{ enableMobileFullScreen: true }, { shows: ({ find }) => find('.card')?.dataset.full }, 'true'],
  inline: [{ inline: true }, { shows: ({ find }) => find('.overlay') === null }, true],
  termsConditionsUrl: [
    { termsConditionsUrl: 'https://app.example/terms' },
    { shows: ({ find }) => find('a[href="https://app.example/terms"]')?.textContent },
    'Terms of Service',
  ],
  privacyPolicyUrl: [
    { privacyPolicyUrl: 'https://app.example/privacy' },
    { shows: ({ find }) => find('a[href="https://app.example/privacy"]')?.textContent },
    'Privacy Policy',
  ],
  disclaimer: [
    { disclaimer: { text: 'Not for residents of Atlantis.', links: [{ label: 'Why?', url: 'https://app.example/why' }] } },
    { shows: ({ says, find }) => says('Not for residents of Atlantis.') && find('a[href="https://app.example/why"]')?.textContent },
    'Why?',
  ],
  basicMode: [{ basicMode: true }, { shows: ({ find }) => find('input[type=email]') }, null],
  'features.email': [{ features: { email: false } }, { shows: ({ find }) => find('input[type=email]') }, null],
  'features.socials': [{ features: { socials: ['github'] } }, { shows: ({ button }) => button(/Google/) }, undefined],
  'features.pay': [{ features: { pay: true } }, { shows: ({ find }) => find('input[type=email]') }, null],
  'features.allWallets': [{ features: { allWallets: false } }, { shows: ({ button }) => button(/All wallets/) }, undefined],
  'features.legalCheckbox': [
    { features: { legalCheckbox: true }, termsConditionsUrl: 'https://app.example/terms' },
    { shows: ({ find }) => find('input[type=checkbox]') !== null },
    true,
  ],
  'features.collapseWallets': [{ features: { collapseWallets: true } }, { shows: ({ rows }) => rows() }, []],
  'features.reownBranding': [{ features: { reownBranding: true } }, { shows: ({ says }) => says('Wallet connection by Latchkey') }, true],
  'features.connectMethodsOrder': [
    { features: { connectMethodsOrder: ['email', 'wallet', 'social'] } },
    { shows: (dialog) => methods(dialog)[0] },
    'email',
  ],
  'features.connectorTypeOrder': [{ features: { connectorTypeOrder: ['injected'] } }, { shows: rowAt('Harbor') }, 0],
  'features.receive': [{ features: { receive: false } }, { connected: true, shows: ({ button }) => button(/^Receive/) }, undefined],
  'features.activity': [{ features: { activity: false } }, { connected: true, shows: ({ button }) => button(/^Activity/) }, undefined],
  'features.history': [{ features: { history: false } }, { connected: true, shows: ({ button }) => button(/^Activity/) }, undefined],
  'features.send': [{ features: { send: false } }, { connected: true, shows: ({ button }) => button(/^Send/) }, undefined],
  'features.swaps': [
    { features: { swaps: false } },
    { connected: true, boot: { swaps: { 'eip155:31337': { router: token, kind: 'v2Router' } } }, shows: ({ button }) => button(/^Swap/) },
    undefined,
  ],
  'features.onramp': [
    { features: { onramp: false } },
    { connected: true, boot: { onramp: true }, shows: ({ button }) => button(/^Buy/) },
    undefined,
  ],
  'features.walletFeaturesOrder': [
    { features: { walletFeaturesOrder: ['send', 'receive'] } },
    { connected: true, shows: ({ find }) => find('.tile')?.textContent },
    'Send',
  ],
  enableNetworkSwitch: [
    { enableNetworkSwitch: false },
    { connected: true, shows: ({ button }) => button(/Switch network|Local 31337/) },
    undefined,
  ],
  chainImages: [
    { chainImages: { 31337: picture('chain') } },
    { connected: true, shows: ({ find }) => find(`img[src="${picture('chain')}"]`) !== null },
    true,
  ],
  tokens: [
    { tokens: { 'eip155:31337': { address: token } } },
    { connected: true, shows: ({ find }) => find('[data-balance]')?.textContent },
    '12.5 USDT',
  ],
  customRpcUrls: [
    { customRpcUrls: { 'eip155:31337': [{ url: 'https://rpc.example/key' }] }, tokens: { 'eip155:31337': { address: token } } },
    { connected: true, boot: { rpcOrigins: ['https://rpc.example'] }, shows: () => asked.includes('https://rpc.example') },
    true,
  ],
}

/** The network that was selected stays when the page's wish changes. */
const atStart: readonly string[] = ['defaultNetwork']

for (const [option, [set, { shows, ...start }, expected]] of Object.entries(effects))
  test(`behavior: ${option} takes effect when the page starts, and when it is set later`, async () => {
    const first = await open({ ...start, options: set })
    await vi.waitFor(() => expect(shows(first)).toEqual(expected), 10_000)
    first.close()
    asked = []
    if (atStart.includes(option)) return

    const later = await open(start)
    // Without it there is something else.
    await vi.waitFor(() => expect(shows(later)).not.toEqual(expected), 10_000)
    await later.call('setOptions', set)
    await vi.waitFor(() => expect(shows(later)).toEqual(expected), 10_000)
  })

test('behavior: what the project’s owner set comes before the page’s own features, with a warning that names the option', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  remote = [
    { id: 'reown_branding', isEnabled: true, config: [] },
    { id: 'social_login', isEnabled: true, config: ['github'] },
  ]
  const dialog = await open({ options: { features: { reownBranding: false, email: true } } })
  await vi.waitFor(() => expect(dialog.says('Wallet connection by Latchkey')).toBe(true), 10_000)
  expect(dialog.find('input[type=email]')).toBeNull()
  for (const option of ['email', 'reownBranding'])
    expect(warn).toHaveBeenCalledWith(
      `[latchkey] The local setting "features.${option}" is ignored: the project's remote configuration decides it.`,
    )
})

test('behavior: what the document says of the project is not asked for again', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const boot = { features: undecided, reports: true, logins: { email: true, socials: ['github'] } } as const
  const dialog = await open({ boot, options: { features: { socials: ['github'] } } })
  const paths = () => fetched.mock.calls.map(([url]) => new URL(String(url)).pathname)
  await vi.waitFor(() => expect(paths()).toContain('/getWallets'), 10_000)
  expect(dialog.button(/GitHub/)).toBeDefined()
  expect(paths()).toEqual(['/getWallets'])
})

test.each([
  ['/appkit/v1/config', 429, 'Rate Limited'],
  ['/appkit/v1/config', 403, 'Invalid Project ID'],
  ['/appkit/v1/config', 503, 'Server Error'],
  ['/projects/v1/origins', 429, 'Rate Limited'],
  ['/projects/v1/origins', 500, 'Server Error'],
])('error: %s answers %i: the developer reads “%s” once, and visitors connect all the same', async (path, status, title) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  refusing = { [path]: status }
  const dialog = await open({ options: { features: { socials: ['github'] } } })
  await vi.waitFor(() => expect(dialog.find('.alert-bar b')?.textContent).toBe(title), 10_000)
  expect(warn.mock.calls.filter(([line]) => String(line).startsWith(`[latchkey] ${title}`))).toHaveLength(1)
  // The page's own features hold.
  expect([dialog.button(/GitHub/) !== undefined, dialog.button(/Google/)]).toEqual([true, undefined])
  dialog.button(/^Harbor|Harbor/)?.click()
  await vi.waitFor(() => expect(dialog.snapshot()?.status).toBe('connected'), 10_000)
})

test.each([
  { why: 'it is on another list', boot: { mode: 'production' }, patterns: ['https://*.app.example'] },
  { why: 'the list is empty', boot: { mode: 'production' }, patterns: [] },
  { why: 'production has no development origins', boot: { mode: 'production', origin: 'http://localhost:3000' }, patterns: [] },
  { why: 'it is on another list in development', boot: {}, patterns: ['https://shop.example'], seen: true },
] as const)(
  'error: a host that serves files alone lets the page in, and the developer reads “Origin Not Allowed” once: $why',
  async ({ boot, patterns, ...rest }) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    allowedOrigins = patterns
    const dialog = await open({ boot, options: { features: { email: true } } })
    const origin = 'origin' in boot ? boot.origin : 'https://app.example'
    const said = () => warn.mock.calls.filter(([line]) => line === `[latchkey] Origin Not Allowed: ${origin}`)
    await vi.waitFor(() => expect(said()).toHaveLength(1), 10_000)
    // On the screen where the site is being built.
    const alert = () => dialog.find('.alert-bar b')?.textContent
    if ('seen' in rest) await vi.waitFor(() => expect(alert()).toBe('Origin Not Allowed'), 10_000)
    else expect(alert()).toBeUndefined()
    dialog.button(/Harbor/)?.click()
    await vi.waitFor(() => expect(dialog.snapshot()?.status).toBe('connected'), 10_000)
  },
)

type Allowed = { readonly boot: Partial<Boot>; readonly patterns: readonly string[] | undefined; readonly email?: boolean }

test.each<Allowed & { readonly why: string }>([
  { why: 'it is on the list', boot: { mode: 'production' }, patterns: ['https://app.example'] },
  { why: 'development allows it', boot: { origin: 'http://localhost:3000' }, patterns: [] },
  { why: 'nobody has answered', boot: { mode: 'production' }, patterns: undefined },
  { why: 'there are no logins', boot: { mode: 'production' }, patterns: [], email: false },
])('behavior: nobody reads “Origin Not Allowed” where $why', async ({ boot, patterns, email = true }: Allowed) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const answer = globalThis.fetch
  let asked = false
  vi.stubGlobal('fetch', async (url: URL | string, init?: RequestInit) => {
    if (!String(url).includes('/projects/v1/origins')) return answer(url, init)
    asked = true
    if (!patterns) throw new TypeError('Failed to fetch')
    return Response.json({ allowedOrigins: patterns })
  })
  const dialog = await open({ boot, options: { features: { email, socials: false } } })
  await vi.waitFor(() => expect(asked).toBe(email), 10_000)
  dialog.button(/Harbor/)?.click()
  await vi.waitFor(() => expect(dialog.snapshot()?.status).toBe('connected'), 10_000)
  expect(dialog.find('.alert-bar')).toBeNull()
  expect(warn.mock.calls.filter(([line]) => String(line).includes('Not Allowed'))).toEqual([])
})
