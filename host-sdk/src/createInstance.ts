import { alerts, type CaipNetworkId, codes, emptySnapshot, limits, type NamespaceId, namespaceOf, newId } from '@latchkey/protocol'
import { createOpenings } from './createOpenings.js'
import { fetchCode } from './fetchCode.js'
import { createFrame } from './frame/createFrame.js'
import { watchIntent } from './intent.js'
import { lazy } from './lazy.js'
import { report } from './mistakes/report.js'
import { disconnected, ModalError } from './modalError.js'
import { networkIds } from './networkId.js'
import { announce } from './provider/announce.js'
import { createProvider } from './provider/createProvider.js'
import { evm as namespace, standard } from './provider/family.js'
import { createPageProviders } from './provider/pageProviders.js'
import { registerWallet } from './provider/registerWallet.js'
import { firstModal, registry } from './registry.js'
import { createResume } from './resume.js'
import { createStore } from './store.js'
import { takeReturn } from './takeReturn.js'
import type { ChangeableOptions, Modal, ModalOptions, RequestArguments } from './types.js'
import { withOneSignIn } from './withOneSignIn.js'

const ignore = () => {}
/** The call waits for the user. */
const noTimeout = { timeout: null }

/** A page that nobody looks at, and a visitor who pays for every byte, get the frame when they are about to open it (Network Information API). */
function isThrifty(): unknown {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean; readonly effectiveType?: string } }
  return document.hidden || connection?.saveData || connection?.effectiveType?.match(/2/)
}

/** Runs when the page has loaded and has nothing to do. A test runner may have taken the page away by then. */
function whenIdle(run: () => void): void {
  const wait = () => (globalThis.requestIdleCallback ?? setTimeout)(run)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait)
}

/** With what was given instead; undefined counts as left out, and does not cross the Bridge either. Null takes back what was given before. */
function changed<T extends object>(options: T, change: object = {}): T {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...options, ...Object.fromEntries(given.map(([key, value]) => [key, value ?? undefined])) }
}

/**
 * One modal of a page: its frame, its provider, its share of the page's events.
 *
 * @param dialogOrigin where the dialog is served; undefined when the page does not say it
 * @param onDestroy called when the page destroys it
 */
export function createInstance(initial: ModalOptions, dialogOrigin: string | undefined, onDestroy: () => void): Modal {
  let options = initial
  /** The page has destroyed it. */
  let gone = false
  const { instances, own } = registry()
  const { projectId, preload, announce: announced = !instances.size } = options
  const origin = `${dialogOrigin}`
  // Not the location's: a page of `srcdoc` has that of the page around it, and one in a sandbox has none.
  const { origin: page } = globalThis
  const query = new URLSearchParams({ project: projectId, origin: page })
  // Sites that frame this page itself: the server says at once that the project does not list one, where the browser would say nothing.
  for (const ancestor of location.ancestorOrigins ?? []) if (ancestor !== page) query.append('ancestor', ancestor)
  const key = `latchkey:${projectId}:${origin}`
  const leftKey = `${key}:left`
  const resume = createResume(key)
  const resumable = () => options.enableReconnect !== false && resume.pending()
  const store = createStore(resumable())

  const appName = () => `${options.metadata?.name ?? location.host}`
  const frame = createFrame({
    url: `${origin}/?${query}`,
    origin,
    broken: !dialogOrigin
      ? new ModalError(codes.invalidParams, alerts.invalidAppConfiguration)
      : projectId && page !== 'null'
        ? undefined
        : new ModalError(codes.unauthorized, projectId ? alerts.originNotAllowed : alerts.projectIdNotConfigured),
    title: `Connect to ${appName()}`,
    speaker: () => runtime(),
    onHello(fresh, networks = []) {
      projectNetworks = networks
      followNetworks()
      store.renew()
      // A reloaded document is closed, even if the one before it was open.
      if (!fresh) openings.setVisible(false)
    },
    onEscape: () => openings.back(),
    onLeave: () => openings.leave(),
    onDown(error, cause) {
      const { snapshot } = store.facts()
      const failed = cause === 'failed'
      const stuck = (failed || gone) && snapshot.status === 'reconnecting'
      store.patch({ ready: false, snapshot: stuck ? { ...snapshot, status: 'disconnected' } : snapshot })
      // A dialog that had opened by itself is closed; an opening by the page continues in the next frame.
      if (failed || !openings.pending()) openings.setVisible(false)
      if (!failed) return
      report('load', origin, error, projectId)
      runtime.now()?.settle()
      store.events.emit('error', error)
    },
  })
  const load = () => void frame.load().catch(ignore)
  const runtime = lazy(async () => {
    const { startRuntime } = await fetchCode(() => import('./runtime.js'))
    return startRuntime({
      store,
      own,
      resume,
      resumed,
      open: openings.open,
      disconnect,
      requestDialog,
      options: () => options,
      frame,
      families,
      looking,
      setVisible: openings.setVisible,
      fallbackNetwork,
      leftKey,
      origin,
    })
  })
  const openings = createOpenings(frame, store, runtime)

  let projectNetworks: readonly CaipNetworkId[] | undefined
  const networks = () => networkIds(options.defaultNetwork, options.networks ?? projectNetworks)

  // The other chain families cost nothing on a page that does not use them.
  const families = lazy(async () => {
    const { startFamilies } = await fetchCode(() => import('./discovery/index.js'))
    return startFamilies(
      {
        store,
        own,
        resume,
        resumed,
        open: openings.open,
        disconnect,
        requestDialog,
        appName,
        tell: (event) => void runtime().then(({ tell }) => tell(event), ignore),
        changed: () => runtime.now()?.walletsChanged(),
        networks,
      },
      providers.emit,
    )
  })
  const looking = new Set<NamespaceId>()
  let unregister: (() => void) | undefined
  /** The page or the project has said which networks there are. */
  function followNetworks() {
    // Libraries that list wallets when the page loads find ours. It is unregistered when nobody has a network of its chain family.
    const isUsed = networks().some((id) => namespaceOf(id) === standard) || (!options.networks && !projectNetworks)
    if (isUsed && announced && !gone) unregister ??= registerWallet(providers.wallet)
    else unregister = void unregister?.()
    const wanted = new Set([...networks().map(namespaceOf), ...(Object.keys(resume.connections()) as NamespaceId[])])
    wanted.delete(namespace)
    for (const family of wanted) {
      looking.add(family)
      families()
        .then(({ need }) => need(family))
        .catch(ignore)
        .then(() => looking.delete(family) && runtime.now()?.walletsChanged())
    }
  }

  async function disconnect(family?: NamespaceId) {
    // The record may be of the next modal of this project by now.
    if (gone) throw disconnected()
    const { snapshot } = store.facts()
    if (!frame.exists() && !resume.pending() && !Object.keys(snapshot.wallets).length) return
    await runtime().then(
      ({ disconnect }) => disconnect(family),
      () => {
        // If its code did not load, nothing was connected: the page deletes everything that it knows about connections.
        store.patch({ snapshot: emptySnapshot })
        resume.set(null)
      },
    )
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
    frame.call('request', { id: newId(), namespace: family, networkId, method, params }, noTimeout)
  const fallbackNetwork = () => resume.connections()[namespace]?.networkId ?? networks().find((id) => namespaceOf(id) === namespace)
  const provider = createProvider({
    store,
    fallbackNetwork,
    resumed,
    request: async (args) => (await runtime()).request(args),
  })
  const providers = createPageProviders(provider, store, families)
  own.add(provider).add(providers.wallet)

  function setOptions(change: ChangeableOptions) {
    options = withOneSignIn({ ...changed(options, change), features: changed({ ...options.features }, change.features) })
    followNetworks()
    if (frame.exists()) runtime.with(({ sendOptions }) => sendOptions())
  }

  const subscriptions = [
    resume.watch((value) => {
      if (frame.exists()) frame.call('resumeChanged', { value }).catch(ignore)
      else if (resumable()) load()
      else store.patch({ snapshot: emptySnapshot })
    }),
    watchIntent(
      (value) => value === projectId || (!value && firstModal() === modal),
      () => preload !== 'none' && load(),
      () => openings.open().catch(ignore),
    ),
    announced ? announce(provider) : ignore,
    () => unregister?.(),
    () => families.end(({ destroy }) => destroy()),
    () => runtime.end(({ destroy }) => destroy()),
  ]
  followNetworks()
  if (takeReturn(leftKey)) openings.open({ view: 'ConnectingSocial' }).catch(ignore)
  else if (resumable()) load()
  else if (preload !== 'none' && preload !== 'intent') whenIdle(() => globalThis.document && (isThrifty() || load()))

  const modal: Modal = {
    open: openings.open,
    close: openings.close,
    disconnect,
    signOut: (namespace) => frame.call('signOut', { namespace }, noTimeout),
    switchNetwork: (networkId, options) => frame.call('switchNetwork', { id: newId(), networkId, ...options }, noTimeout),
    setOptions,
    setTheme: setOptions,
    setLocale: (locale, messages) => setOptions({ locale, ...(messages && { messages: { ...options.messages, [locale]: messages } }) }),
    preload: load,
    getState: store.getState,
    subscribe: store.subscribe,
    on: store.events.on,
    provider: providers.provider,
    destroy() {
      // Only once: its place may be another's by now.
      if (!gone) onDestroy()
      gone = true
      for (const unsubscribe of subscriptions) unsubscribe()
      openings.leave()
      frame.destroy()
    },
  }
  return modal
}
