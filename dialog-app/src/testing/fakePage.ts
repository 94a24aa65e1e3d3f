import {
  type Boot,
  codes,
  type DialogApi,
  errors,
  type Hello,
  type NamespaceId,
  type Network,
  protocolVersion,
  RpcError,
  type Snapshot,
  toWireError,
  type WalletEvent,
  type WalletInfo,
} from '@latchkey/protocol'
import type { Bridge, Handlers } from '@latchkey/protocol/bridge'
import { onTestFinished, vi } from 'vitest'
import { setHost } from '../bridge/host.js'
import { chooseWallet } from '../features/connect/chooseWallet.js'
import { readWalletRows } from '../features/connect/rows.js'
import { addRules } from '../features/events/dialogEvents.js'
import { closeDialog } from '../features/navigator/close.js'
import { rules } from '../features/navigator/rules.js'
import { startNavigator } from '../features/navigator/startNavigator.js'
import { applyHello } from '../features/page/applyHello.js'
import { createDialogApi } from '../features/page/dialogApi.js'
import { openStorage } from '../lib/storage.js'
import type { Namespace } from '../namespaces/namespace.js'
import { registerNamespace } from '../namespaces/registry.js'
import { connectingStore } from '../state/connecting.js'
import { networksStore } from '../state/networks.js'
import { recordsStore } from '../state/records.js'
import { sessionStore } from '../state/session.js'
import { defaultFeatures, settingsStore } from '../state/settings.js'
import { switchingStore } from '../state/switching.js'
import { uiStore } from '../state/ui.js'
import { viewStore } from '../state/view.js'
import { walletsStore } from '../state/wallets.js'
import { markDrawn } from '../state/whenDrawn.js'
import type { ScriptedWallet } from './scriptedWallet.js'
import { testDialog } from './testDialog.js'

export const network = (id: number, name = `Local ${id}`): Network => ({
  id,
  caipNetworkId: `eip155:${id}`,
  chainNamespace: 'eip155',
  name,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [`https://api.example/v1/?chainId=eip155:${id}`] } },
})

/** What the server writes for a page. */
export const served = {
  projectId: 'project',
  origin: 'https://app.example',
  verified: true,
  mode: 'development',
  api: 'https://api.example',
  secure: 'https://secure.example',
  relay: { url: 'ws://api.localhost/relay', projectId: 'project' },
  networks: [network(31337), network(31338)],
  defaultNetwork: 'eip155:31337',
  build: 'test',
  logins: defaultFeatures,
} as Boot

export const walletInfo = (id: string, name = id): WalletInfo => ({ id, name, rdns: id, source: 'announced', namespaces: { eip155: {} } })

export type PageOptions = {
  /** Wallets by id. */
  readonly wallets?: Readonly<Record<string, ScriptedWallet>>
  /** Wallets that the page has but has not announced yet. */
  readonly late?: readonly string[]
  readonly options?: Hello['options']
  readonly resume?: string | null
  readonly events?: readonly WalletEvent[]
  readonly boot?: Partial<Boot>
  /** Functions that the page gave in its options, by name. */
  readonly callbacks?: Readonly<Record<string, (argument: never) => unknown>>
  /** In place of the real ones. */
  readonly families?: readonly Namespace[]
}

/**
 * A whole dialog of its own behind the real contracts, and a page that a test plays: it has wallets, hears snapshots and calls.
 */
export async function startPage({ wallets = {}, late = [], options = {}, resume = null, events = [], ...rest }: PageOptions = {}) {
  // The dialog is in a frame of the page: a window of its own would look for its opener.
  Object.defineProperty(window, 'parent', { value: {}, configurable: true })
  const dialog = testDialog()
  startNavigator(dialog)
  addRules(dialog, rules)
  const page = {
    wallets: { ...wallets } as Record<string, ScriptedWallet>,
    snapshots: [] as Snapshot[],
    visible: [] as boolean[],
    resume,
    resumes: [] as (string | null)[],
    aborted: [] as string[],
    emitted: [] as unknown[],
    left: [] as unknown[],
    mistakes: [] as unknown[],
  }
  async function answer(method: string, params: never, signal?: AbortSignal): Promise<unknown> {
    const values = params as Record<string, unknown>
    if (method === 'stateChanged') page.snapshots.push(structuredClone(values) as unknown as Snapshot)
    if (method === 'setVisible') page.visible.push(values.visible as boolean)
    if (method === 'emit') page.emitted.push(values)
    if (method === 'leave') page.left.push(values)
    if (method === 'reportMistakes') page.mistakes.push(...(values.mistakes as unknown[]))
    if (method === 'saveResume') {
      page.resume = values.value as string | null
      page.resumes.push(page.resume)
    }
    if (method === 'callback') return await rest.callbacks?.[String(values.name)]?.((values.args as never[])[0] as never)
    if (method !== 'walletRequest') return undefined
    const wallet = page.wallets[values.walletId as string]
    if (!wallet) throw new RpcError(codes.disconnected, 'Provider disconnected')
    const asked = wallet.request(values.method as string, structuredClone(values.params))
    if (!signal) return await asked
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => {
        page.aborted.push(values.method as string)
        reject(new RpcError(codes.userRejected, errors.requestAborted))
      })
      asked.then(resolve, reject)
    })
  }
  const port: Pick<Bridge<never>, 'call'> = {
    call: (method: string, params: never, { signal }: { signal?: AbortSignal | undefined } = {}) =>
      answer(method, params, signal).catch((error) => {
        const { code, message, data } = toWireError(error)
        throw new RpcError(code, message, { data })
      }) as never,
  }
  setHost(dialog, port as never)
  for (const family of rest.families ?? []) registerNamespace(dialog, family.id, async () => family)
  const announced = Object.keys(wallets).filter((id) => !late.includes(id))
  const hello: Hello = {
    protocol: protocolVersion,
    sdk: { type: 'test', version: '0.0.0' },
    page: { url: 'https://app.example/', title: 'App' },
    options,
    environment: { colorScheme: 'light', dir: 'ltr', lang: 'en' },
    resume,
    wallets: announced.map((id) => walletInfo(id)),
    events,
  }
  // A project of its own, unless the test wants two tabs of one site.
  const written = { ...served, projectId: crypto.randomUUID(), ...rest.boot }
  settingsStore(dialog).setState({ boot: written })
  openStorage(dialog, { projectId: written.projectId, origin: written.origin })
  applyHello(dialog, written, hello)
  const handlers: Handlers<DialogApi> = createDialogApi(dialog, Promise.resolve())
  markDrawn(dialog)
  // What an open dialog would still do by itself must not outlive the test, and with it the document.
  onTestFinished(() => void closeDialog(dialog, { force: true }))
  const state = () => {
    const last = page.snapshots.at(-1)
    if (!last) throw new Error('No snapshot yet')
    return last
  }
  return {
    ...page,
    page,
    state,
    call<K extends keyof Handlers<DialogApi>>(method: K, params: Parameters<DialogApi[K]>[0], signal = new AbortController().signal) {
      // biome-ignore lint/suspicious/noExplicitAny: one call for every method of the contract; its parameters are typed above
      return Promise.resolve((handlers[method] as any)(params, { signal })) as Promise<ReturnType<DialogApi[K]>>
    },
    announce: (ids: readonly string[]) =>
      handlers.walletsChanged({ wallets: ids.map((id) => walletInfo(id)) }, { signal: new AbortController().signal }),
    event: (walletId: string, event: WalletEvent['event'], data: unknown, namespace: NamespaceId = 'eip155') =>
      handlers.walletEvent({ walletId, namespace, event, data }, { signal: new AbortController().signal }),
    dialog,
    stores: {
      session: sessionStore(dialog),
      connecting: connectingStore(dialog),
      switching: switchingStore(dialog),
      view: viewStore(dialog),
      networks: networksStore(dialog),
      ui: uiStore(dialog),
      wallets: walletsStore(dialog),
      records: recordsStore(dialog),
      settings: settingsStore(dialog),
    },
  }
}

export type Page = Awaited<ReturnType<typeof startPage>>

/** A page whose wallet `io.test` was connected before the reload and is again. */
export async function connectedPage(wallet: ScriptedWallet, options: PageOptions = {}): Promise<Page> {
  const connections = { eip155: { walletId: 'io.test', kind: 'host', networkId: 'eip155:31337' } }
  const resume = JSON.stringify({ v: 1, active: 'eip155', connections, recent: ['io.test'] })
  const page = await startPage({ ...options, resume, wallets: { 'io.test': wallet, ...options.wallets } })
  await vi.waitFor(() => {
    if (page.state().status !== 'connected') throw new Error('not connected')
  }, 10_000)
  wallet.calls.length = 0
  return page
}

/** Every service answers 200 with nothing switched on, and nobody has anything. */
export function stubServices(): void {
  vi.stubGlobal('fetch', async () => Response.json({ features: [], allowedOrigins: [], balances: [] }))
}

/** The row of a wallet, as the list shows it. */
export function row(page: Page, id: string) {
  const found = readWalletRows(page.dialog).find((each) => each.id === id)
  if (!found) throw new Error(`No row ${id}`)
  return found
}

/** Opens the dialog and taps a wallet; gives the promise of `open`. */
export async function openAndChoose(page: Page, id: string) {
  const opened = page.call('open', { id: crypto.randomUUID() })
  await vi.waitFor(() => {
    if (!page.stores.ui.getState().open) throw new Error('not open')
  }, 10_000)
  chooseWallet(page.dialog, row(page, id))
  return { session: opened }
}
