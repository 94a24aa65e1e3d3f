/*
 * The dialog in a window of its own, for a page that cannot embed our frame, or whose frame cannot embed the secure frame.
 *
 * 1. The user presses a button in our frame. The frame opens the dialog's document in a window: the same project, the same page.
 * 2. The window exchanges messages with its opener only, as a frame does with its page, and both check one exact origin: the dialog's own (host.ts).
 *    Nothing is passed by storage or cookie.
 * 3. The frame passes the window's `hello` to the page, with the frame's own epoch: for the page it is the same dialog, whose snapshot numbers start again.
 * 4. From then on the frame forwards every call in both directions, and aborts too. Calls that the page made earlier are forwarded first.
 * 5. When the dialog in the window has closed and no call is pending, the frame closes the window. The page keeps its last snapshot.
 * 6. The next call that needs a user shows the frame again, with the button. Calls that need none reject with 4900 while there is no window.
 * 7. When the user closes the window, its pending calls reject with 4900, except `open`, which waits for the next window, or until the user closes the dialog.
 * 8. A window whose opener is gone tells the user (features/page/watchOpener.ts).
 */

import {
  codes,
  type DialogApi,
  disconnectedResume,
  errors,
  type HostApi,
  methodPolicy,
  RpcError,
  type Snapshot,
  wireErrors,
} from '@latchkey/protocol'
import { type Bridge, createBridge, type Handlers } from '@latchkey/protocol/bridge'
import { windowMessenger } from '@latchkey/protocol/bridge/window'

/** What the page may call, all of which the window answers. */
export const dialogMethods = [
  'open',
  'close',
  'back',
  'request',
  'disconnect',
  'signOut',
  'switchNetwork',
  'walletsChanged',
  'walletEvent',
  'setOptions',
  'setEnvironment',
  'resumeChanged',
] as const satisfies readonly (keyof DialogApi)[]
export type DialogMethod = (typeof dialogMethods)[number]

/** What the window may ask of the page as it is. */
const passed = [
  'walletRequest',
  'stateChanged',
  'saveResume',
  'setHeight',
  'emit',
  'reportMistakes',
  'callback',
] as const satisfies readonly (keyof HostApi)[]

const features = 'popup,width=420,height=760'
/** Milliseconds between two checks whether the window is still open: browsers have no event for it. */
const look = 500
/** Milliseconds without a pending call after which a window whose dialog has closed is closed. */
const quiet = 600

/**
 * What the user reads in the frame. `idle`: nothing. `needed`: that it goes on in a window. `open`: that one is open. `closed`: that it was closed,
 * and that another one goes on. `lost`: that it was closed, and that they have to start again. `blocked`: that the browser opened none.
 */
export type WindowPhase = 'idle' | 'needed' | 'open' | 'closed' | 'lost' | 'blocked'

export type DialogWindow = {
  /** Opens the window, or brings it to the front. Has to be called by a press. */
  open(): void
  /** Forwards a call of the page. A call that needs a user waits for a window. */
  call(method: DialogMethod, params: unknown, signal?: AbortSignal): Promise<unknown>
  /** The user cancels: pending calls are rejected and the window is closed. */
  giveUp(): void
  destroy(): void
}

/** What a page asks of its dialog that no user has to see. */
function needsUser(method: DialogMethod, params: unknown): boolean {
  if (method === 'open' || method === 'switchNetwork') return true
  if (method !== 'request') return false
  // Checked by the window's Bridge, which gets them unchanged.
  const { namespace, method: name } = params as Parameters<DialogApi['request']>[0]
  return methodPolicy(namespace, name) !== 'read'
}

function deferred() {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

const disconnected = () => new RpcError(codes.disconnected, wireErrors.disconnected)

/**
 * The window of a frame, of which there is one at a time.
 *
 * @param page the page around the frame
 * @param url the dialog's document for that page
 * @param epoch the frame's own, which the page knows
 * @param onPhase what to show, each time that it changes
 */
export function createDialogWindow(parameters: {
  readonly page: Pick<Bridge<HostApi>, 'call'>
  readonly url: string
  readonly epoch: string
  readonly onPhase: (phase: WindowPhase) => void
}): DialogWindow {
  const { page, url, epoch, onPhase } = parameters
  let popup: Window | null = null
  let bridge: Bridge<DialogApi> | undefined
  let phase: WindowPhase = 'idle'
  let running = 0
  let hidden = false
  let wasDisconnected = false
  let watching: ReturnType<typeof setInterval> | undefined
  let closing: ReturnType<typeof setTimeout> | undefined
  /** Settles when the connections of an earlier window were restored in this one, or could not be. */
  let resumed = deferred()
  const waiting: { go(): void; refuse(): void }[] = []

  function show(next: WindowPhase) {
    if (next === phase) return
    phase = next
    onPhase(next)
    void page.call('setVisible', { visible: next !== 'idle' }).catch(() => undefined)
  }

  /** Closes a window that has nothing to do any more. */
  function rest() {
    clearTimeout(closing)
    if (bridge && hidden && running === 0) closing = setTimeout(leave, quiet, 'idle')
  }

  function leave(next: WindowPhase) {
    clearTimeout(closing)
    clearInterval(watching)
    const [oldBridge, oldPopup] = [bridge, popup]
    bridge = undefined
    popup = null
    oldBridge?.destroy()
    oldPopup?.close()
    resumed.resolve()
    show(next)
  }

  const methods = {
    ...Object.fromEntries(
      passed.map((method) => [
        method,
        async (params: never, { signal }: { signal: AbortSignal }) => {
          running += 1
          try {
            return await page.call(method, params, { timeout: null, signal })
          } finally {
            running -= 1
            if (method === 'stateChanged' && (params as Snapshot).status !== 'reconnecting') resumed.resolve()
            rest()
          }
        },
      ]),
    ),
    async hello(params: Parameters<HostApi['hello']>[0]) {
      bridge?.renew(params.epoch)
      const answer = await page.call('hello', { ...params, epoch })
      // To the page a dialog that says hello again is a closed one.
      await page.call('setVisible', { visible: phase !== 'idle' })
      // Windows keep what was connected in them. After a reload the page's own record says it.
      const ended = wasDisconnected ? { resume: disconnectedResume } : {}
      wasDisconnected = false
      return { ...answer, ...ended }
    },
    setVisible({ visible }: { visible: boolean }) {
      hidden = !visible
      rest()
    },
    // The tab that would go to the provider is the page's.
    leave() {
      throw new RpcError(codes.resourceUnavailable, errors.somethingWentWrong)
    },
    // Those of a list are made by a loop, of which the compiler knows no names.
  } as unknown as Handlers<HostApi>

  function open() {
    if (popup && !popup.closed) return popup.focus()
    // It was closed, and nobody has looked since.
    if (bridge) leave(phase)
    popup = window.open(url, '_blank', features)
    if (!popup) return show('blocked')
    const own = popup
    // Until it reports that a view is shown.
    hidden = true
    resumed = deferred()
    const made = createBridge<HostApi, DialogApi>({
      messenger: windowMessenger({ remoteWindow: () => own, origin: location.origin }),
      methods,
    })
    bridge = made
    const lose = () => {
      if (bridge !== made) return
      // Nobody needs to know that a window without a pending call is gone.
      leave(running === 0 ? 'idle' : 'lost')
    }
    made.ready.catch(lose)
    watching = setInterval(() => own.closed && lose(), look)
    show('open')
    for (const { go } of waiting.splice(0)) go()
  }

  const nextWindow = () =>
    new Promise<void>((go, reject) => waiting.push({ go, refuse: () => reject(new RpcError(codes.userRejected, errors.modalClosed)) }))

  async function hand(method: DialogMethod, params: unknown, signal: AbortSignal | undefined): Promise<unknown> {
    for (;;) {
      const now = bridge
      if (!now) {
        show(phase === 'lost' ? 'closed' : phase === 'idle' ? 'needed' : phase)
        await nextWindow()
        continue
      }
      running += 1
      try {
        if (method !== 'open') await resumed.promise
        return await now.call(method, params as never, { timeout: null, signal })
      } catch (error) {
        if (method !== 'open' || bridge === now || signal?.aborted) throw error
      } finally {
        running -= 1
        rest()
      }
    }
  }

  function giveUp() {
    const refused = waiting.splice(0)
    leave('idle')
    for (const { refuse } of refused) refuse()
    // `open` begins to wait when its window is gone.
    setTimeout(() => {
      for (const { refuse } of waiting.splice(0)) refuse()
      show('idle')
    })
  }

  return {
    open,
    giveUp,
    async call(method, params, signal) {
      if (method === 'close' || method === 'back') {
        giveUp()
        return true
      }
      if (needsUser(method, params)) {
        const abandoned = () => giveUp()
        signal?.addEventListener('abort', abandoned, { once: true })
        try {
          return await hand(method, params, signal)
        } catch (error) {
          // Closing the dialog is an answer to whoever opened it.
          const { token } = params as { token?: string }
          if (method === 'open' && !token && (error as Partial<RpcError>).message === errors.modalClosed) return null
          throw error
        } finally {
          signal?.removeEventListener('abort', abandoned)
        }
      }
      if (method === 'disconnect') wasDisconnected = !bridge
      if (!bridge) throw disconnected()
      return await bridge.call(method, params as never, { timeout: null, signal })
    },
    destroy: () => leave('idle'),
  }
}
