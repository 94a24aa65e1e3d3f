import { codes, errors, type HostApi, type NamespaceId, RpcError, wireErrors } from '@latchkey/protocol'
import type { Handlers } from '@latchkey/protocol/bridge'
import type { Wallets } from './discovery/eip155/createWallets.js'
import { read } from './discovery/foreign.js'
import type { FamiliesSide } from './discovery/index.js'
import type { Frame } from './frame/createFrame.js'
import { report } from './mistakes/report.js'
import { callbackOf } from './options.js'
import { evm } from './provider/family.js'
import { registry } from './registry.js'
import type { ResumeRecord } from './resume.js'
import type { Store } from './store.js'
import type { ModalOptions } from './types.js'

export type HostApiContext = {
  options(): ModalOptions
  readonly store: Store
  readonly resume: ResumeRecord
  readonly wallets: Wallets
  /** The wallets of the other chain families. */
  families(): Promise<FamiliesSide>
  readonly frame: Pick<Frame, 'setHeight'>
  /** Runs a wallet's request; the dialog steps aside when the page shows interface of its own meanwhile. */
  during<T>(run: () => Promise<T>): Promise<T>
  setVisible(visible: boolean): void
  /** Goes to a login's provider in this tab. */
  leave(flow: string): Promise<void>
  /** An event for the page. */
  emit(event: 'uri' | 'error' | 'event', data: unknown): void
  /** This wallet is in use from now on: its events are listened to. */
  use(walletId: string): void
}

/** Rejects as soon as the dialog aborts; the wallet's own window cannot be closed from here. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new RpcError(codes.userRejected, errors.requestAborted)))
    promise.then(resolve, reject)
  })
}

/** What this page offers the dialog, but for `hello`, which belongs to the frame. */
export function createHostApi({
  options,
  store,
  resume,
  wallets,
  families,
  frame,
  during,
  setVisible,
  leave,
  emit,
  use,
}: HostApiContext): Omit<Handlers<HostApi>, 'hello'> {
  /** The permission is the page's: taken back for one instance, it is lost for the others that use the wallet. */
  const isShared = (namespace: NamespaceId, walletId: string) =>
    [...registry().instances.values()].some(({ getState }) => getState !== store.getState && getState().wallets[namespace]?.id === walletId)

  return {
    walletRequest({ id: _id, ...call }, { signal }) {
      const { walletId, namespace, method, params } = call
      if (['wallet_revokePermissions', 'wallet_disconnect'].includes(method) && isShared(namespace, walletId)) return null
      use(walletId)
      const run = async () =>
        namespace === evm
          ? (await wallets.find(walletId)).request({ method, ...(params !== undefined && { params }) })
          : (await families()).request(call)
      return during(() => untilAborted(run(), signal))
    },
    stateChanged: store.apply,
    saveResume: ({ value }) => resume.set(value),
    setVisible: ({ visible }) => setVisible(visible),
    setHeight: ({ px }) => frame.setHeight(px),
    emit({ event, data }) {
      // A `view` is seen in the snapshot.
      if (event !== 'view') emit(event, data)
    },
    reportMistakes({ mistakes }) {
      for (const mistake of mistakes) report('option', mistake)
    },
    leave: ({ flow }) => leave(flow),
    async callback({ name, args }, { signal }) {
      const callback = callbackOf(options(), name)
      if (!callback) throw new RpcError(codes.methodNotFound, wireErrors.methodNotFound)
      const answer = await untilAborted(Promise.resolve(callback(...args, { signal })), signal)
      // Only texts and yes or no count. Other answers may hold what cannot cross to the frame: a response, or a library's result with its error.
      return Object(answer) === answer ? read(answer, 'ok') !== false && read(answer, 'error') == null : answer
    },
  }
}
