import {
  codes,
  type DialogApi,
  disconnectedResume,
  type Hello,
  type HostApi,
  idempotentDialogMethods,
  isNamespaceId,
  type NamespaceId,
  type OpenParams,
  protocolVersion,
  viewNames,
  type WalletEvent,
} from '@latchkey/protocol'
import { createBridge } from '@latchkey/protocol/bridge'
import { windowMessenger } from '@latchkey/protocol/bridge/window'
import { createWallets } from './discovery/eip155/createWallets.js'
import { watchWallet } from './discovery/eip155/watchWallet.js'
import type { FamiliesSide } from './discovery/index.js'
import { createEnvironment } from './environment.js'
import { expectFamily } from './expectFamily.js'
import { fetchCode } from './fetchCode.js'
import { answerFirst } from './frame/answerFirst.js'
import type { Frame } from './frame/createFrame.js'
import type { Speaker } from './frame/createLink.js'
import { keepAboveKeyboard } from './frame/keepAboveKeyboard.js'
import { fetchTranslations } from './frame/pageMessages.js'
import { stepAsideForPage } from './frame/stepAside.js'
import { createHostApi } from './hostApi.js'
import type { Lazy } from './lazy.js'
import { report } from './mistakes/report.js'
import { toModalError } from './modalError.js'
import { wireOptions } from './options.js'
import { evm } from './provider/family.js'
import type { PageContext } from './provider/familyRequests.js'
import { createHostRequest } from './provider/hostRequest.js'
import { createProviderRequests, type RequestsContext } from './provider/providerRequests.js'
import type { ResumeRecord } from './resume.js'
import { withSiwe } from './siwe.js'
import type { Store } from './store.js'
import type { ModalOptions } from './types.js'
import { withoutNamespace } from './wallets/applyWalletEvent.js'
import { createMirror } from './wallets/createMirror.js'

declare const __VERSION__: string

export type RuntimeContext = {
  options(): ModalOptions
  readonly store: Store
  readonly resume: ResumeRecord
  readonly frame: Frame
  /** Objects that we put into the page ourselves: never listed as wallets. */
  readonly own: WeakSet<object>
  /** The wallets of the other chain families. */
  readonly families: Lazy<FamiliesSide>
  /** Families whose wallets are still being looked for. */
  readonly looking: ReadonlySet<NamespaceId>
  /** The dialog shows or hides itself. */
  setVisible(visible: boolean): void
  /** Key of the tab's own storage for a login that leaves the page. */
  readonly leftKey: string
  /** The dialog's. */
  readonly origin: string
} & Pick<PageContext, 'open' | 'disconnect' | 'requestDialog'> &
  Pick<RequestsContext, 'fallbackNetwork' | 'resumed'>

const ignore = () => {}

/**
 * The part of an instance that only a page with a frame needs: what speaks with the frame, and the wallets of the page. As one lazy chunk: it is
 * fetched while the frame's document is, from the same origin, so it costs no time, and a page whose visitor never opens the dialog never
 * pays for it. Wallets that announced themselves earlier are asked to do it again (EIP-6963).
 */
export function startRuntime(context: RuntimeContext) {
  const options = () => withSiwe(context.options())
  const { store, resume, frame, own, families, looking, setVisible, origin } = context
  if (globalThis.isSecureContext === false) report('place', context.options().projectId)
  // Now, while there is a server: they are needed when it is gone.
  fetchTranslations()?.catch(ignore)
  const mirror = createMirror(frame, store)
  const wallets = createWallets(own)
  const environment = createEnvironment()

  // Only wallets in use are listened to.
  const used = new Set(Object.values(resume.connections()).map(({ walletId }) => walletId))
  const watched = new Map<string, () => void>()
  const found = () => ({
    wallets: [...wallets.list().map(({ info }) => info), ...(families.now()?.list() ?? [])],
    looking: [...looking],
  })
  function use(...ids: readonly string[]) {
    for (const id of ids) used.add(id)
    for (const wallet of wallets.list())
      if (used.has(wallet.info.id) && !watched.has(wallet.info.id)) watched.set(wallet.info.id, watchWallet(wallet, mirror.tell))
    for (const id of used) families.now()?.use(id)
  }
  function walletsChanged() {
    use()
    if (frame.up()) frame.call('walletsChanged', found()).catch(ignore)
  }
  use()

  // The dialog steps aside when the page shows interface of its own while one of its wallets is asked.
  let requests = 0
  let stopWatching: (() => void) | undefined
  function watchPage() {
    if (requests && store.facts().open && !frame.inline()) stopWatching ??= stepAsideForPage(frame)
    if (requests) return
    stopWatching?.()
    stopWatching = undefined
    frame.stepAside(false)
  }
  function count(more: 1 | -1) {
    requests += more
    frame.hold(more)
    watchPage()
  }
  async function during<T>(run: () => Promise<T>): Promise<T> {
    count(1)
    try {
      return await run()
    } finally {
      count(-1)
    }
  }

  const subscriptions = [
    store.events.on('open', watchPage),
    wallets.watch(walletsChanged),
    wallets.destroy,
    store.subscribe((state) => use(...Object.values(state.wallets).map(({ id }) => id))),
    environment.watch((changed) => frame.exists() && frame.call('setEnvironment', changed).catch(ignore)),
  ]

  /** What the dialog was last opened for. */
  let asked: OpenParams | undefined
  /** What the dialog needs to draw its first view. */
  const known = () => ({
    protocol: protocolVersion,
    options: wireOptions(options(), frame.inline()),
    environment: environment.read(),
    resume: resume.get(),
    ...found(),
  })

  const methods = createHostApi({
    options,
    store,
    resume,
    wallets,
    families,
    frame,
    during,
    setVisible,
    leave: async (flow) => (await fetchCode(() => import('./leaveTab.js'))).leaveTab(context.leftKey, origin, flow),
    emit: (event, data) =>
      store.events.emit(event, (event === 'uri' ? String(data) : event === 'error' ? toModalError(data) : data) as never),
    use,
  })

  const openBridge: Speaker['openBridge'] = (remoteWindow, onHello) => {
    const stop = answerFirst(remoteWindow, origin, () => ({
      ...known(),
      viewport: { width: innerWidth, height: innerHeight },
      open: store.facts().open,
      ...(asked ? { asked } : {}),
    }))
    const bridge = createBridge<HostApi, DialogApi>({
      messenger: windowMessenger({ remoteWindow, origin }),
      idempotent: idempotentDialogMethods,
      methods: {
        ...methods,
        hello({ protocol, epoch, error, networks }): Hello {
          bridge.renew(epoch)
          const isOther = protocol !== protocolVersion
          const refused = error ?? (isOther && { code: codes.versionUnsupported, message: `Protocol ${protocolVersion} ≠ ${protocol}` })
          onHello(refused ? toModalError(refused) : undefined, networks)
          return {
            ...known(),
            sdk: { type: 'js', version: __VERSION__ },
            page: { url: location.origin + location.pathname, title: document.title },
            events: mirror.take(),
          }
        },
      },
    })
    // An approval has to be seen whole: its frame keeps its size.
    const release = keepAboveKeyboard(remoteWindow, () => store.getState().view !== 'ApproveTransaction')
    return {
      ...bridge,
      destroy() {
        stop()
        release()
        bridge.destroy()
      },
    }
  }

  return {
    openBridge,
    request: createProviderRequests({
      ...context,
      requestHost: createHostRequest(wallets, store, mirror),
      requestDialog: (networkId, args) => context.requestDialog(evm, networkId, args),
    }),
    walletsChanged,
    tell: (event: WalletEvent) => mirror.tell(event),
    /** The frame speaks: it hears what came after `hello` was answered, and before anything could be said. */
    onUp() {
      for (const event of mirror.take()) void mirror.tell(event)
      walletsChanged()
    },
    sendOptions: () => frame.call('setOptions', wireOptions(options(), frame.inline())).catch(ignore),
    /** The dialog is opened: asks again, since some wallets arrive late. */
    refresh(opened: OpenParams, place?: Element | null) {
      asked = opened
      const { width, height } = place?.getBoundingClientRect() ?? { width: 1, height: 1 }
      if (!width || !height) report('size', `${width} × ${height}`)
      // The dialog refuses these: its answer does not say what was meant.
      const { view, namespace } = opened
      if ((view && !viewNames.includes(view)) || (namespace && !isNamespaceId(namespace))) report('opening', opened)
      wallets.refresh()
      families.now()?.refresh()
    },
    /** The frame did not load: the page applies the events itself. */
    settle: mirror.settle,
    /** Disconnects one chain family, or all, whether a frame comes or not. */
    async disconnect(family?: Parameters<typeof withoutNamespace>[1]) {
      if (family) expectFamily(family)
      const { snapshot } = store.facts()
      try {
        await frame.call('disconnect', family ? { namespace: family } : {})
      } catch {
        // A frame that does not load must not keep the user connected. The next frame is told.
        for (const [key, wallet] of Object.entries(snapshot.wallets)) {
          const event = { walletId: wallet.id, namespace: key as WalletEvent['namespace'], event: 'disconnect', data: undefined } as const
          if (!family || family === key) void mirror.tell(event)
        }
        store.patch({ snapshot: withoutNamespace(snapshot, family) })
        if (!family || store.getState().status === 'disconnected') resume.set(disconnectedResume)
      }
    },
    destroy() {
      for (const unsubscribe of [...subscriptions, ...watched.values()]) unsubscribe()
    },
  }
}
