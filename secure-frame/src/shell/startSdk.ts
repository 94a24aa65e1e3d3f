import {
  errorText,
  limits,
  type PendingApproval,
  type SecureApi,
  type SecureBoot,
  type SecureHello,
  securityMethod,
} from '@latchkey/protocol'
import type { Handlers } from '@latchkey/protocol/bridge'
import { createSecurityWindow } from '../security/securityWindow.js'
import type { WalletApi, WorkerEvent } from '../worker/contract.js'
import { applyTheme } from './applyTheme.js'
import { checkParent, connectDialog, type Dialog } from './connectDialog.js'
import { startWorker, type WorkerPort } from './startWorker.js'
import type { ApprovalActions, SecurityActions, Shell, ShellState } from './store.js'

/** Methods that the Worker answers as they are. */
const passed = [
  'connectEmail',
  'connectDevice',
  'connectOtp',
  'getSocialRedirectUri',
  'leaveForSocial',
  'returnSocial',
  'waitSocial',
  'connectSocial',
  'getFarcasterUri',
  'connectFarcaster',
  'getUser',
  'switchNetwork',
  'signOut',
  'isConnected',
  'getChainId',
  'getSmartAccountEnabledNetworks',
  'initSmartAccount',
  'estimateFee',
  'setPreferredAccount',
  'updateEmail',
  'updateEmailPrimaryOtp',
  'updateEmailSecondaryOtp',
  'rpcRequest',
  'signIns',
  'getSecurity',
] as const satisfies readonly (keyof SecureApi & keyof WalletApi)[]

/** What waits for the user, as the dialog hears it. */
function pending({ approval, security }: ShellState): PendingApproval | null {
  if (approval) {
    const { requestId, method, surface, position, total } = approval
    return { requestId, method, surface, position, total }
  }
  return security && { requestId: security.requestId, method: securityMethod, surface: 'window', position: 1, total: 1 }
}

/** The card that leads to the window for keys and custody, until it is left. */
function createCard({ setState }: Shell, announce: () => void) {
  let leave: (() => void) | undefined
  return {
    leave: () => leave?.(),
    show: ({ id, page }: Parameters<SecureApi['showSecurity']>[0], signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        leave?.()
        leave = () => {
          leave = undefined
          setState({ security: null })
          announce()
          resolve()
        }
        signal.addEventListener('abort', leave)
        setState({ security: { requestId: id, page } })
        announce()
      }),
  }
}
type Card = ReturnType<typeof createCard>

function methodsOf(shell: Shell, worker: WorkerPort, card: Card): Handlers<SecureApi> {
  const table = Object.fromEntries(
    passed.map((method) => [
      method,
      async (params: never, { signal }: { signal: AbortSignal }) => {
        await worker.started
        return worker.call(method, params, signal)
      },
    ]),
  ) as Pick<Handlers<SecureApi>, (typeof passed)[number]>
  return {
    ...table,
    syncTheme: (theme) => applyTheme(shell, theme),
    syncDappData: ({ metadata }) => shell.setState(metadata ? { metadata } : {}),
    placeApproval: ({ rectangle }) => shell.setState({ rectangle }),
    showSecurity: (params, { signal }) => card.show(params, signal),
    async rpcAbort(params) {
      card.leave()
      await worker.started
      await worker.call('rpcAbort', params)
    },
    reload() {
      // The answer goes out first.
      setTimeout(() => location.reload())
    },
  }
}

/** Tells the dialog what happened, each time with a larger number and the whole value. */
function tell({ getState }: Shell, dialog: Dialog) {
  let seq = 0
  const next = () => {
    seq += 1
    return seq
  }
  // Lost ones are harmless: the next one carries the whole value.
  const quiet = (call: Promise<unknown>) => void call.catch(() => undefined)
  return {
    event(event: WorkerEvent) {
      if (event.event === 'chain') return quiet(dialog.call('chainChanged', { seq: next(), chainId: event.chainId }))
      if (event.event === 'session') {
        const { isConnected, reason } = event
        return quiet(dialog.call('sessionChanged', { seq: next(), isConnected, reason }))
      }
      this.pending()
    },
    pending: () => quiet(dialog.call('approvalChanged', { seq: next(), approval: pending(getState()) })),
    height: (px: number) => quiet(dialog.call('heightChanged', { seq: next(), px })),
    beat: () => quiet(dialog.call('heartbeat', { seq: next() })),
    escape: () => quiet(dialog.call('keyPressed', { key: 'Escape' })),
  }
}

async function greet(shell: Shell, { theme, metadata }: SecureHello): Promise<void> {
  if (metadata) shell.setState({ metadata })
  await applyTheme(shell, theme)
}

/** What runs behind the framed document. */
export type Sdk = {
  /** What an approval in this document can do. */
  readonly actions: ApprovalActions & SecurityActions
  /** Settles when the dialog knows of this document, and its theme is on; rejects when there is no dialog. */
  readonly connected: Promise<void>
  /** Ends the Worker, the channel to the dialog and everything that listens or repeats. */
  destroy(): void
}

/** Runs the framed document: the Worker behind it, the dialog around it. */
export function startSdk(boot: SecureBoot, shell: Shell): Sdk {
  const fail = (error: unknown) => shell.setState({ failure: errorText(error) })
  const nothing = () => undefined
  try {
    checkParent(boot)
  } catch (error) {
    fail(error)
    const securityWindow = { open: () => false, whenClosed: () => nothing, destroy: nothing }
    const actions = {
      decide: async () => false,
      setLimit: async () => undefined,
      resized: nothing,
      securityWindow,
      attach: nothing,
      leaveSecurity: nothing,
    }
    return { actions, connected: Promise.reject(error), destroy: nothing }
  }
  let told: ReturnType<typeof tell> | undefined
  const worker = startWorker(boot, (event) => {
    if (event.event === 'approval') shell.setState({ approval: event.approval })
    told?.event(event)
  })
  const card = createCard(shell, () => told?.pending())
  const securityWindow = createSecurityWindow(worker.attach, () => shell.getState().theme)
  const connection = connectDialog(boot, methodsOf(shell, worker, card))
  const stops = [securityWindow.destroy, worker.destroy, connection.dialog.destroy]
  const connected = connection.hello.then((hello) => {
    const out = tell(shell, connection.dialog)
    told = out
    out.beat()
    const beating = setInterval(out.beat, limits.heartbeat)
    const pressed = ({ key }: KeyboardEvent) => key === 'Escape' && out.escape()
    addEventListener('keydown', pressed)
    stops.push(
      () => clearInterval(beating),
      () => removeEventListener('keydown', pressed),
    )
    return greet(shell, hello)
  })
  connected.catch(fail)
  return {
    connected,
    actions: {
      decide: worker.decide,
      setLimit: worker.setLimit,
      resized: (px) => told?.height(px),
      securityWindow,
      attach: worker.attach,
      leaveSecurity: card.leave,
    },
    destroy: () => {
      for (const stop of stops.splice(0)) stop()
    },
  }
}
