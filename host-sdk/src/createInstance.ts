import { type CaipNetworkId, type Hello, limits, type NamespaceId, namespaceOf, protocolVersion } from '@latchkey/protocol'
import { createOpenings, newId } from './createOpenings.js'
import type { FamiliesSide } from './discovery/index.js'
import { readEnvironment, watchEnvironment } from './environment.js'
import { createFrame } from './frame/createFrame.js'
import { watchIntent } from './intent.js'
import { toModalError } from './modalError.js'
import { wireOptions } from './options.js'
import { announce } from './provider/announce.js'
import { createProvider } from './provider/createProvider.js'
import { evm as namespace } from './provider/family.js'
import { createHostRequest } from './provider/hostRequest.js'
import { createPageProviders } from './provider/pageProviders.js'
import { registry } from './registry.js'
import { createResume } from './resume.js'
import { createStore } from './store.js'
import type { Modal, ModalOptions, RequestArguments } from './types.js'
import { withoutNamespace } from './wallets/applyWalletEvent.js'
import { createMirror } from './wallets/createMirror.js'
import { createWallets } from './wallets/createWallets.js'
import { watchWallet } from './wallets/watchWallet.js'

declare const __VERSION__: string

const ignore = () => {}
/** For calls that wait for a person. */
const patient = { timeout: null }

/**
 * One modal of a page: its frame, its provider, its share of the page's events.
 *
 * @param first openers without a project id mean this one, and it announces itself unless told otherwise
 * @param onDestroy called when the page destroys it
 */
export function createInstance(initial: ModalOptions, first: boolean, onDestroy: () => void): Modal {
  let options = initial
  const { projectId, preload = 'intent', announce: announced = first } = options
  const url = new URL(options.dialogUrl, location.href)
  url.searchParams.set('project', projectId)
  url.searchParams.set('origin', location.origin)
  const { origin } = url
  const resume = createResume(`latchkey:${projectId}:${origin}`)
  const resumable = () => options.enableReconnect !== false && resume.pending()
  const store = createStore(resumable())
  const { own } = registry()

  const frame = createFrame({
    url: url.href,
    origin,
    title: `Connect to ${options.metadata?.name ?? location.host}`,
    host: () => ({
      options: () => options,
      store,
      resume,
      wallets,
      families,
      frame,
      setVisible: openings.setVisible,
      emit: (event, data) => (event === 'uri' ? store.events.emit(event, String(data)) : store.events.emit(event, toModalError(data))),
      use,
    }),
    greet(fresh, networks = []): Hello {
      projectNetworks = networks
      need()
      store.renew()
      // A reloaded document is not open, whatever the one before it was.
      if (!fresh) openings.setVisible(false)
      return {
        protocol: protocolVersion,
        sdk: { type: 'js', version: __VERSION__ },
        page: { url: location.origin + location.pathname, title: document.title },
        options: wireOptions(options, frame.inline()),
        environment: readEnvironment(),
        resume: resume.get(),
        wallets: walletInfos(),
        events: mirror.take(),
      }
    },
    onEscape: () => openings.back(),
    onLeave: () => openings.leave(),
    onDown(error, cause) {
      const { snapshot } = store.facts()
      const failed = cause === 'failed'
      const stuck = failed && snapshot.status === 'reconnecting'
      store.patch({ ready: false, snapshot: stuck ? { ...snapshot, status: 'disconnected' } : snapshot })
      // What the dialog had opened by itself is gone with it; an opening of the page goes on in the next frame.
      if (failed || !openings.pending()) openings.setVisible(false)
      if (!failed) return
      mirror.settle()
      store.events.emit('error', error)
    },
  })
  const load = () => void frame.load().catch(ignore)
  const openings = createOpenings(frame, store, () => {
    wallets.refresh()
    side?.refresh()
  })
  const mirror = createMirror(frame, store)

  // Wallets in use are listened to, the others are left alone.
  const used = new Set<string>()
  const watched = new Map<string, () => void>()
  const walletInfos = () => [...wallets.list().map(({ info }) => info), ...(side?.list() ?? [])]
  function use(...ids: readonly string[]) {
    for (const id of ids) used.add(id)
    for (const wallet of wallets.list())
      if (used.has(wallet.info.id) && !watched.has(wallet.info.id)) watched.set(wallet.info.id, watchWallet(wallet, mirror.tell))
    for (const id of used) side?.use(id)
  }
  const wallets = createWallets(own)
  function tellWallets() {
    use()
    if (frame.up()) frame.call('walletsChanged', { wallets: walletInfos() }).catch(ignore)
  }

  let projectNetworks: readonly CaipNetworkId[] = []
  const networks = () =>
    [options.defaultNetwork, ...(options.networks ?? projectNetworks)]
      .map((network) => (typeof network === 'object' ? network.caipNetworkId : network))
      .filter((id): id is CaipNetworkId => !!id)

  // The other chain families cost nothing on a page that does not use them.
  let side: FamiliesSide | undefined
  let loading: Promise<FamiliesSide> | undefined
  function families() {
    loading ??= import('./discovery/index.js').then(({ startFamilies }) => {
      side = startFamilies(
        {
          store,
          own,
          wallet: announced ? providers.wallet : undefined,
          appName: () => options.metadata?.name ?? location.host,
          resume,
          tell: mirror.tell,
          changed: tellWallets,
          resumed,
          open: openings.open,
          disconnect,
          requestDialog,
          networks,
        },
        providers.emit,
      )
      use()
      return side
    })
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  function need() {
    const wanted = new Set([...networks().map(namespaceOf), ...(Object.keys(resume.connections()) as NamespaceId[])])
    wanted.delete(namespace)
    for (const family of wanted)
      families()
        .then((found) => found.need(family))
        .catch(ignore)
  }

  async function disconnect(family?: Parameters<Modal['disconnect']>[0]) {
    const { snapshot } = store.facts()
    if (!frame.exists() && !resume.pending() && !Object.keys(snapshot.wallets).length) return
    try {
      await frame.call('disconnect', family ? { namespace: family } : {})
    } catch {
      // Nobody stays connected because a frame does not load. The next one learns of it.
      for (const [key, wallet] of Object.entries(snapshot.wallets)) {
        const event = { walletId: wallet.id, namespace: key as typeof namespace, event: 'disconnect', data: undefined } as const
        if (!family || family === key) void mirror.tell(event)
      }
      store.patch({ snapshot: withoutNamespace(snapshot, family) })
      if (!family || store.getState().status === 'disconnected') resume.set(null)
    }
  }

  let resuming: Promise<void> | undefined
  function resumed() {
    if (store.getState().status !== 'reconnecting') return undefined
    load()
    resuming ??= new Promise((resolve) => {
      store.subscribe(({ status }) => status !== 'reconnecting' && resolve())
      setTimeout(resolve, limits.frameLoadTimeout)
    })
    return resuming
  }

  const requestDialog = (family: NamespaceId, networkId: CaipNetworkId | null, { method, params }: RequestArguments) =>
    frame.call('request', { id: newId(), namespace: family, networkId, method, params }, patient)
  const provider = createProvider({
    store,
    fallbackNetwork: () => resume.connections()[namespace]?.networkId ?? networks().find((id) => namespaceOf(id) === namespace),
    resumed,
    open: openings.open,
    disconnect,
    requestHost: createHostRequest(wallets, store, mirror),
    requestDialog: (networkId, args) => requestDialog(namespace, networkId, args),
  })
  const providers = createPageProviders(provider, store, families, () => side)
  own.add(provider).add(providers.wallet)

  function setOptions(change: Partial<ModalOptions>) {
    options = { ...options, ...change }
    if (frame.exists()) frame.call('setOptions', wireOptions(options, frame.inline())).catch(ignore)
  }

  const offs = [
    wallets.watch(tellWallets),
    store.subscribe((state) => use(...Object.values(state.wallets).map(({ id }) => id))),
    resume.watch((value) => {
      if (frame.up()) frame.call('resumeChanged', { value }).catch(ignore)
      else if (resumable()) load()
      else store.patch({ snapshot: withoutNamespace(store.facts().snapshot) })
    }),
    watchEnvironment(() => frame.up() && frame.call('setEnvironment', readEnvironment()).catch(ignore)),
    watchIntent(
      (value) => value === projectId || (first && !value),
      () => preload === 'intent' && load(),
      () => openings.open().catch(ignore),
    ),
    announced ? announce(provider) : ignore,
    wallets.destroy,
    () => side?.destroy(),
  ]
  use(...Object.values(resume.connections()).map(({ walletId }) => walletId))
  need()
  if (resumable()) load()
  else if (preload === 'idle') (globalThis.requestIdleCallback ?? setTimeout)(load)

  return {
    open: openings.open,
    close: openings.close,
    disconnect,
    switchNetwork: (networkId) => frame.call('switchNetwork', { id: newId(), networkId }, patient),
    setTheme: setOptions,
    setLocale: (locale, messages) => setOptions({ locale, ...(messages && { messages: { ...options.messages, [locale]: messages } }) }),
    preload: load,
    getState: store.getState,
    subscribe: store.subscribe,
    on: store.events.on,
    provider: providers.provider,
    destroy() {
      onDestroy()
      for (const off of [...offs, ...watched.values()]) off()
      openings.leave()
      frame.destroy()
    },
  }
}
