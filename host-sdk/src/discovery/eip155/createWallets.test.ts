// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isProvider } from './announcement.js'
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

  const inFront: Readonly<Record<string, (target: object) => object>> = {
    'a Proxy without traps': (target) => new Proxy(target, {}),
    'a Proxy that binds': (target) =>
      new Proxy(target, {
        get(of, key) {
          const value = Reflect.get(of, key)
          return typeof value === 'function' ? value.bind(of) : value
        },
      }),
    'a Proxy that keeps what it has': (target) => new Proxy(target, { deleteProperty: () => true }),
    'a Proxy that takes nothing': (target) => new Proxy(target, { set: () => false, defineProperty: () => false }),
    'two Proxies': (target) => new Proxy(new Proxy(target, {}), {}),
    'a copy that says the same of itself': (target) => ({ ...target }),
  }
  const targets: Readonly<Record<string, () => object>> = {
    'a plain object': () => ({ ...provider(), isHarbor: true, isMetaMask: true }),
    'an object of a class': () =>
      new (class {
        readonly isHarbor = true
        async request() {}
      })(),
    'a frozen object': () => Object.freeze({ ...provider(), isHarbor: true }),
  }

  // A frozen function cannot be bound, nor a method copied: nothing of the kind is a provider.
  const pairs = Object.entries(inFront)
    .flatMap(([front, wrap]) => Object.entries(targets).map(([target, make]) => [front, target, wrap, make] as const))
    .filter(([, , wrap, make]) => isProvider(wrap(make())))

  test.each(pairs)(
    'behavior: %s in front of %s is the same wallet, whichever of them is announced, and when',
    (_front, _target, wrap, make) => {
      for (const isWrapped of [true, false])
        for (const isEarly of [true, false]) {
          const target = make()
          const [ethereum, announced] = isWrapped ? [wrap(target), target] : [target, wrap(target)]
          const say = () => announce('a.wallet', announced)
          if (isEarly) addEventListener('eip6963:requestProvider', say)
          vi.stubGlobal('ethereum', ethereum)
          start()
          if (!isEarly) say()
          removeEventListener('eip6963:requestProvider', say)
          expect(ids()).toEqual(['a.wallet'])
          // What was found belongs to someone else: nothing is left on it.
          expect(Reflect.ownKeys(target).filter((key) => typeof key === 'symbol' && !(key in announced))).toEqual([])
          wallets.destroy()
        }
    },
  )

  test('behavior: a wallet that announces itself twice, by other names or through a Proxy, is listed once', () => {
    start()
    const each = provider()
    for (const rdns of ['a.wallet', 'a.wallet.mobile', undefined]) announce(rdns as string, each)
    announce('b.wallet', new Proxy(each, {}))
    announce('a.wallet')
    expect(ids()).toEqual(['a.wallet'])
  })

  test('behavior: two wallets that say the same of themselves are two, when both announce themselves', () => {
    start()
    announce('a.wallet', { ...provider(), isHarbor: true })
    announce('a.fork', { ...provider(), isHarbor: true })
    expect(ids()).toEqual(['a.wallet', 'a.fork'])
  })

  test('behavior: an unannounced wallet stays beside another that is called MetaMask, too', () => {
    vi.stubGlobal('ethereum', { ...provider(), isMetaMask: true })
    start()
    announce('a.wallet', { ...provider(), isMetaMask: true })
    expect(ids()).toEqual(['a.wallet', 'injected'])
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
