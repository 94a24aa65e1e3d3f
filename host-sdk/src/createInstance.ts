import { type CaipNetworkId, limits, type NamespaceId, namespaceOf } from '@latchkey/protocol'
import { createOpenings, newId } from './createOpenings.js'
import { createFrame } from './frame/createFrame.js'
import { watchIntent } from './intent.js'
import { lazy } from './lazy.js'
import { announce } from './provider/announce.js'
import { createProvider } from './provider/createProvider.js'
import { evm as namespace } from './provider/family.js'
import { createPageProviders } from './provider/pageProviders.js'
import { registry } from './registry.js'
import { createResume } from './resume.js'
import { createStore, emptySnapshot } from './store.js'
import type { Modal, ModalOptions, RequestArguments } from './types.js'

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
    runtime: () => runtime(),
    onHello(fresh, networks = []) {
      projectNetworks = networks
      need()
      store.renew()
      // A reloaded document is not open, whatever the one before it was.
      if (!fresh) openings.setVisible(false)
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
      runtime.now()?.settle()
      store.events.emit('error', error)
    },
  })
  const load = () => void frame.load().catch(ignore)
  const openings = createOpenings(frame, store, () => runtime.now()?.refresh())
  const runtime = lazy(async () => {
    const { startRuntime } = await import('./runtime.js')
    return startRuntime({ options: () => options, store, resume, frame, own, families, setVisible: openings.setVisible })
  })

  let projectNetworks: readonly CaipNetworkId[] = []
  const networks = () =>
    [options.defaultNetwork, ...(options.networks ?? projectNetworks)]
      .map((network) => (typeof network === 'object' ? network.caipNetworkId : network))
      .filter((id): id is CaipNetworkId => !!id)

  // The other chain families cost nothing on a page that does not use them.
  const families = lazy(async () => {
    const { startFamilies } = await import('./discovery/index.js')
    return startFamilies(
      {
        store,
        own,
        wallet: announced ? providers.wallet : undefined,
        appName: () => options.metadata?.name ?? location.host,
        resume,
        tell: (event) => void runtime().then(({ tell }) => tell(event), ignore),
        changed: () => runtime.now()?.walletsChanged(),
        resumed,
        open: openings.open,
        disconnect,
        requestDialog,
        networks,
      },
      providers.emit,
    )
  })
  function need() {
    const wanted = new Set([...networks().map(namespaceOf), ...(Object.keys(resume.connections()) as NamespaceId[])])
    wanted.delete(namespace)
    for (const family of wanted)
      families()
        .then((found) => found.need(family))
        .catch(ignore)
  }

  async function disconnect(family?: NamespaceId) {
    const { snapshot } = store.facts()
    if (!frame.exists() && !resume.pending() && !Object.keys(snapshot.wallets).length) return
    try {
      await (await runtime()).disconnect(family)
    } catch {
      // Without its code nothing was connected, and nothing can be told apart: the page forgets all it knows.
      store.patch({ snapshot: emptySnapshot })
      resume.set(null)
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
    requestHost: async (...args) => (await runtime()).requestHost(...args),
    requestDialog: (networkId, args) => requestDialog(namespace, networkId, args),
  })
  const providers = createPageProviders(provider, store, families)
  own.add(provider).add(providers.wallet)

  function setOptions(change: Partial<ModalOptions>) {
    options = { ...options, ...change }
    if (frame.exists())
      runtime()
        .then(({ sendOptions }) => sendOptions())
        .catch(ignore)
  }

  const offs = [
    resume.watch((value) => {
      if (frame.up()) frame.call('resumeChanged', { value }).catch(ignore)
      else if (resumable()) load()
      else store.patch({ snapshot: emptySnapshot })
    }),
    watchIntent(
      (value) => value === projectId || (first && !value),
      () => preload === 'intent' && load(),
      () => openings.open().catch(ignore),
    ),
    announced ? announce(provider) : ignore,
    () => families.end(({ destroy }) => destroy()),
    () => runtime.end(({ destroy }) => destroy()),
  ]
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
      for (const off of offs) off()
      openings.leave()
      frame.destroy()
    },
  }
}
