// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createWallets, type Wallets } from './createWallets.js'

let wallets: Wallets
const provider = () => ({ request: async () => null, on() {}, removeListener() {} })
const announce = (rdns: string, each: object = provider()) =>
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info: { uuid: rdns, name: rdns, rdns }, provider: each } }))
const start = (own: object[] = []) => {
  wallets = createWallets(new Set(own))
  return wallets
}
const ids = () => wallets.list().map(({ info }) => info.id)

afterEach(() => {
  wallets.destroy()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('createWallets', () => {
  test('behavior: lists early and late announcements, the first of an rdns only', async () => {
    const first = provider()
    const early = () => announce('early')
    addEventListener('eip6963:requestProvider', early)
    start()
    removeEventListener('eip6963:requestProvider', early)
    const heard = vi.fn()
    wallets.watch(heard)
    announce('late', first)
    announce('late')
    expect(ids()).toEqual(['early', 'late'])
    expect(heard).toHaveBeenCalledTimes(1)
    expect(await wallets.find('late')).toBe(first)
  })

  test('behavior: never lists our own providers, announced or as window.ethereum', () => {
    const own = provider()
    vi.stubGlobal('ethereum', own)
    start([own])
    announce('ours', own)
    expect(ids()).toEqual([])
  })

  test('behavior: a bare window.ethereum is "injected" until it announces itself', () => {
    const ethereum = provider()
    vi.stubGlobal('ethereum', ethereum)
    start()
    expect(ids()).toEqual(['injected'])
    announce('a.wallet', ethereum)
    expect(ids()).toEqual(['a.wallet'])
  })

  test('behavior: of several providers in window.ethereum, the first that nobody announced', async () => {
    const [known, unknown] = [provider(), provider()]
    vi.stubGlobal('ethereum', { ...provider(), providers: [null, {}, known, unknown] })
    start()
    announce('a.wallet', known)
    expect(await wallets.find('injected')).toBe(unknown)
  })

  test('behavior: a window.ethereum that comes late is found', () => {
    start()
    vi.stubGlobal('ethereum', provider())
    dispatchEvent(new Event('ethereum#initialized'))
    expect(ids()).toEqual(['injected'])
  })

  test('behavior: a request waits a little for a wallet that is late, and asks for it', async () => {
    start()
    const answer = () => announce('late')
    addEventListener('eip6963:requestProvider', answer)
    expect(await wallets.find('late')).toBeDefined()
    removeEventListener('eip6963:requestProvider', answer)
  })

  test('error: a wallet that never comes is 4900', async () => {
    vi.useFakeTimers()
    start()
    const missing = expect(wallets.find('nobody')).rejects.toMatchObject({ code: 4900 })
    await vi.advanceTimersByTimeAsync(3_000)
    await missing
  })

  test('error: hostile announcements and a hostile window.ethereum do no harm', () => {
    const hostile = new Proxy(
      {},
      {
        get() {
          throw new Error('gotcha')
        },
      },
    )
    vi.stubGlobal('ethereum', hostile)
    start()
    for (const detail of [null, hostile, { info: hostile }]) dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    announce('fine')
    expect(ids()).toEqual(['fine'])
  })
})
