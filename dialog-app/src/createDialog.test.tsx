// @vitest-environment happy-dom
import { codes, type DialogApi, type Hello, protocolVersion, RpcError, type Snapshot } from '@latchkey/protocol'
import type { Handlers } from '@latchkey/protocol/bridge'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { OpenHost } from './bridge/host.js'
import { createDialog } from './createDialog.js'
import { served, stubServices, walletInfo } from './testing/fakePage.js'

/** What is under way in this window: timers, listeners and channels, each until it is stopped. */
function countActive() {
  const timers = new Set<unknown>()
  const listeners = new Set<string>()
  const channels = new Set<unknown>()
  const ids = new WeakMap<object, number>()
  let next = 0
  const idOf = (value: object) => {
    const id = ids.get(value) ?? ++next
    ids.set(value, id)
    return id
  }
  for (const kind of ['Timeout', 'Interval'] as const) {
    const set = globalThis[`set${kind}`] as (run: () => void, ms?: number) => unknown
    const clear = globalThis[`clear${kind}`] as (timer: unknown) => void
    vi.stubGlobal(`set${kind}`, (run: () => void, ms?: number) => {
      const timer: unknown = set(() => {
        if (kind === 'Timeout') timers.delete(timer)
        run()
      }, ms)
      timers.add(timer)
      return timer
    })
    vi.stubGlobal(`clear${kind}`, (timer: unknown) => {
      timers.delete(timer)
      clear(timer)
    })
  }
  for (const target of [window, document]) {
    const { addEventListener: add, removeEventListener: remove } = target
    const key = (type: string, listener: unknown) => `${idOf(target)} ${type} ${idOf(listener as object)}`
    vi.spyOn(target, 'addEventListener').mockImplementation((...parameters: unknown[]) => {
      listeners.add(key(String(parameters[0]), parameters[1]))
      Reflect.apply(add, target, parameters)
    })
    vi.spyOn(target, 'removeEventListener').mockImplementation((...parameters: unknown[]) => {
      listeners.delete(key(String(parameters[0]), parameters[1]))
      Reflect.apply(remove, target, parameters)
    })
  }
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      onmessage: unknown
      constructor() {
        channels.add(this)
      }
      postMessage() {}
      close() {
        channels.delete(this)
      }
    },
  )
  return () => ({ timers: timers.size, listeners: [...listeners], channels: channels.size, nodes: document.body.childNodes.length })
}

function memoryArea(): Storage {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    key: (index: number) => [...values.keys()][index] ?? null,
    clear: () => values.clear(),
    get length() {
      return values.size
    },
  }
}

/** A page with one wallet, whose dialog belongs to `projectId`. */
function startDialog(projectId: string, now: () => number) {
  const snapshots: Snapshot[] = []
  const wallet = `io.${projectId}`
  const address = `0x${(projectId === 'one' ? '1' : '2').repeat(40)}`
  const hello: Hello = {
    protocol: protocolVersion,
    sdk: { type: 'test', version: '0.0.0' },
    page: { url: 'https://app.example/', title: projectId },
    options: {},
    environment: { colorScheme: 'light', dir: 'ltr', lang: 'en' },
    resume: null,
    wallets: [walletInfo(wallet)],
    events: [],
  }
  const told: unknown[] = []
  let destroyed = false
  const host: OpenHost = () => ({
    call: (async (method: string, params: never) => {
      if (method === 'hello') return hello
      if (method === 'stateChanged') snapshots.push(params)
      if (method === 'emit' && (params as { event: string }).event === 'error') told.push(params)
      if (method !== 'walletRequest') return undefined
      const asked: { method: string } = params
      if (asked.method === 'eth_requestAccounts') return [address]
      if (asked.method === 'eth_chainId') return '0x7a69'
      throw new RpcError(codes.unsupportedMethod, asked.method)
    }) as never,
    destroy: () => {
      destroyed = true
    },
  })
  const element = document.createElement('div')
  document.body.append(element)
  const storage = memoryArea()
  const dialog = createDialog({ boot: () => ({ ...served, projectId }), host, storage: () => storage, now, element })
  const call = <K extends keyof Handlers<DialogApi>>(method: K, params: Parameters<DialogApi[K]>[0]) =>
    // biome-ignore lint/suspicious/noExplicitAny: one call for every method of the contract
    (dialog.api[method] as any)(params, { signal: new AbortController().signal }) as Promise<unknown>
  return {
    ...dialog,
    call,
    element,
    storage,
    wallet,
    address,
    state: () => snapshots.at(-1),
    told: () => told,
    isDestroyed: () => destroyed,
  }
}

type Started = ReturnType<typeof startDialog>
const button = ({ element, wallet }: Started) =>
  [...element.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(wallet))

beforeEach(() => stubServices())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('createDialog', () => {
  test('behavior: two of them side by side have their own project, storage, clock and connection', async () => {
    const one = startDialog('one', () => 1_000)
    const two = startDialog('two', () => 2_000)
    const opened = one.call('open', { id: 'a' })
    await vi.waitFor(() => expect(button(one)).toBeDefined(), 10_000)
    expect(two.state()?.open ?? false).toBe(false)
    button(one)?.click()
    expect(await opened).toMatchObject({ address: one.address, wallet: { id: one.wallet } })
    expect(one.state()?.accounts.eip155).toHaveLength(1)
    expect(two.state()?.accounts).toEqual({})
    const keys = ({ storage }: Started) => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    expect(keys(one).some((key) => key.endsWith('connections'))).toBe(true)
    expect(keys(one).every((key) => key.includes(':one:'))).toBe(true)
    expect(keys(two).filter((key) => key.endsWith('connections'))).toEqual([])
    one.destroy()
    expect(one.element.childNodes).toHaveLength(0)
    const second = two.call('open', { id: 'b' })
    await vi.waitFor(() => expect(button(two)).toBeDefined(), 10_000)
    button(two)?.click()
    expect(await second).toMatchObject({ address: two.address })
    two.destroy()
  })

  test('behavior: destroyed, it leaves no listener, timer, channel or node', async () => {
    const active = countActive()
    const before = active()
    const dialog = startDialog('one', Date.now)
    const opened = dialog.call('open', { id: 'a' })
    await vi.waitFor(() => expect(button(dialog)).toBeDefined(), 10_000)
    button(dialog)?.click()
    await opened
    void dialog.call('open', { id: 'b' })
    await vi.waitFor(() => expect(dialog.element.querySelector('main')?.dataset.view).toBe('Account'), 10_000)
    await vi.waitFor(() => expect(active().channels).toBe(1))
    expect(active().listeners.length).toBeGreaterThan(before.listeners.length)
    dialog.destroy()
    dialog.element.remove()
    await vi.waitFor(() => expect(active()).toEqual(before))
    expect(dialog.isDestroyed()).toBe(true)
  })

  test('error: the frame around the views cannot be drawn: said so, with a way out, and the next opening is another try', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const dialog = startDialog('one', Date.now)
    const opened = dialog.call('open', { id: 'a' })
    await vi.waitFor(() => expect(button(dialog)).toBeDefined(), 10_000)
    // What the card asks for its shape.
    const { matchMedia } = window
    let isBroken = () => dialog.told().length === 0
    vi.stubGlobal('matchMedia', (query: string) => {
      if (query.includes('max-width') && isBroken()) throw new Error('There is no such media')
      return matchMedia.call(window, query)
    })
    void dialog.call('setEnvironment', { colorScheme: 'dark', dir: 'rtl', lang: 'en' })
    await vi.waitFor(() => expect(dialog.element.textContent).toContain('Something went wrong on our side'))
    expect(dialog.told()).toEqual([{ event: 'error', data: expect.objectContaining({ message: 'There is no such media' }) }])
    const close = [...dialog.element.querySelectorAll('button')].find(({ textContent }) => textContent === 'Close')
    close?.click()
    expect(await opened).toBeNull()
    void dialog.call('open', { id: 'b' })
    await vi.waitFor(() => expect(button(dialog)).toBeDefined(), 10_000)

    // Nothing can be drawn any more: the page behind it is free.
    isBroken = () => dialog.state()?.open === true
    const again = dialog.call('open', { id: 'c' })
    void dialog.call('setEnvironment', { colorScheme: 'light', dir: 'ltr', lang: 'en' })
    expect(await again).toBeNull()
    void dialog.call('open', { id: 'd' })
    isBroken = () => false
    await vi.waitFor(() => expect(button(dialog)).toBeDefined(), 10_000)
    dialog.destroy()
  })

  test('behavior: Escape that is pressed before an opening is known closes it, at each opening', async () => {
    const dialog = startDialog('one', Date.now)
    const pressEscape = (target: EventTarget) =>
      target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    for (const target of [document.body, window, document.body]) {
      pressEscape(target)
      expect(await dialog.call('open', { id: 'a' })).toBeNull()
      // While it leaves the screen: nothing for the next one.
      pressEscape(target)
      await vi.waitFor(() => expect(dialog.state()?.open).toBe(false))
    }
    dialog.destroy()
  })
})
