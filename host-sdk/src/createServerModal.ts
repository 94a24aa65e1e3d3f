import { codes, defaultNetworkId, errors } from '@latchkey/protocol'
import { lazy } from './lazy.js'
import { disconnected, ModalError } from './modalError.js'
import { createProvider } from './provider/createProvider.js'
import { createPageProviders } from './provider/pageProviders.js'
import { createStore } from './store.js'
import type { Modal } from './types.js'

/** The modal outside a browser: always disconnected, and no call of a server-side render throws. */
export function createServerModal(): Modal {
  const store = createStore(false)
  /** Nothing happens, and nothing is listened to. */
  const nothing = () => {}
  const done = async () => {}
  const unavailable = async () => {
    throw disconnected()
  }
  const open = () => Object.assign(Promise.resolve(null), { on: () => nothing }) as never
  const provider = createProvider({
    store,
    fallbackNetwork: () => defaultNetworkId,
    resumed: () => undefined,
    async request({ method }) {
      // As for a visitor who closed the dialog.
      if (method === 'eth_requestAccounts') throw new ModalError(codes.userRejected, errors.connectionRejected)
      return unavailable()
    },
  })
  return {
    open,
    close: async () => true,
    disconnect: done,
    signOut: done,
    switchNetwork: unavailable,
    setOptions: nothing,
    setTheme: nothing,
    setLocale: nothing,
    preload: nothing,
    getState: store.getState,
    subscribe: () => nothing,
    on: () => nothing,
    provider: createPageProviders(provider, store, lazy(unavailable)).provider,
    destroy: nothing,
  }
}
