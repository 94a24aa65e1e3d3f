import { requestProviders } from 'mipd'
import { createEmitter } from '../../emitter.js'
import { disconnected } from '../../modalError.js'
import type { Eip1193Provider } from '../../types.js'
import { read } from '../foreign.js'
import { type HostWallet, injectedInfo, isProvider, readAnnouncement } from './announcement.js'
import { isSameProvider, looksAlike } from './sameWallet.js'

/** How long a request waits for a wallet that announces itself late, milliseconds. */
const timeout = 3_000

export type Wallets = {
  list(): readonly HostWallet[]
  /** Asks again: some wallets arrive late. */
  refresh(): void
  /** @throws ModalError 4900 when no such wallet appears within 3 s */
  find(id: string): Promise<Eip1193Provider>
  /** A wallet appeared or went. @returns unsubscribe */
  watch(listener: () => void): () => void
  destroy(): void
}

/**
 * Discovers the EVM wallets of the page: EIP-6963 announcements, early and late, and a bare `window.ethereum`.
 *
 * @param own providers that we announced ourselves: never listed
 */
export function createWallets(own: { has(provider: object): boolean }): Wallets {
  const announced = new Map<string, HostWallet>()
  let injected: HostWallet | undefined
  const changed = createEmitter<{ change: undefined }>()

  const isListed = (provider: object, isSame = isSameProvider) =>
    [...announced.values()].some((wallet) => isSame(wallet.provider, provider))

  /** Old aggregates keep several providers in one `window.ethereum`: the first that nobody announced. */
  function lookForInjected() {
    const ethereum = read(globalThis, 'ethereum')
    const several = read(ethereum, 'providers')
    const provider = (Array.isArray(several) && several.length ? several : [ethereum]).find(
      (candidate) => isProvider(candidate) && !own.has(candidate) && !isListed(candidate) && !isListed(candidate, looksAlike),
    )
    if (provider === injected?.provider) return
    injected = provider && { info: injectedInfo, provider }
    tell()
  }

  const all = () => (injected ? [...announced.values(), injected] : [...announced.values()])

  const tell = () => changed.emit('change', undefined)

  const stop = requestProviders((detail) => {
    const wallet = readAnnouncement(detail)
    // The first one of an rdns stays: a later script must not take over a wallet's place. One provider under two names is one wallet.
    if (!wallet || own.has(wallet.provider) || announced.has(wallet.info.id) || isListed(wallet.provider)) return
    announced.set(wallet.info.id, wallet)
    tell()
    lookForInjected()
  })
  // MetaMask's event for a late `window.ethereum`; everybody else is there when the page has loaded.
  const lateEvents = ['ethereum#initialized', 'load']
  for (const name of lateEvents) addEventListener(name, lookForInjected)
  lookForInjected()

  const refresh = () => {
    dispatchEvent(new Event('eip6963:requestProvider'))
    lookForInjected()
  }
  const get = (id: string) => all().find(({ info }) => info.id === id)?.provider

  return {
    list: all,
    refresh,
    find: (id) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const provider = get(id)
          if (provider) finish(() => resolve(provider))
        }
        const finish = (end: () => void) => {
          clearTimeout(timer)
          unsubscribe()
          end()
        }
        const timer = setTimeout(finish, timeout, () => reject(disconnected()))
        const unsubscribe = changed.on('change', look)
        look()
        if (!get(id)) refresh()
      }),
    watch: (listener) => changed.on('change', listener),
    destroy() {
      stop?.()
      for (const name of lateEvents) removeEventListener(name, lookForInjected)
    },
  }
}
