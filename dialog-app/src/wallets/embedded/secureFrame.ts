import {
  codes,
  errors,
  type FrameRectangle,
  frameReasons,
  limits,
  RpcError,
  reasonOf,
  type SecureApi,
  type SecureHello,
} from '@latchkey/protocol'
import { type CallOptions, connectSecure, type ParamsOf, type SecureEnd, type SecureMethods, type ValueOf } from '../../bridge/secure.js'
import type { Dialog } from '../../lib/dialog.js'
import { after } from '../../lib/lifetime.js'
import { abortError, isAbortable } from './abortRule.js'
import { createSecureElement, placeElement } from './secureElement.js'

export type SecureEvents = Omit<SecureMethods, 'hello' | 'heartbeat'>

export type SecureFrameOptions = {
  /** Address of the document `/sdk` with its query. */
  url(): string
  /** What the frame hears first. */
  hello(): SecureHello
  readonly events: SecureEvents
  /** It did not load, or did not answer in time. */
  onFault(reason: string): void
  /** The document that was there is gone, and what it showed with it. */
  onGone(): void
  /** It was not there within 6 s, while somebody waits for it; then, that it is there after all. */
  onLate(late: boolean): void
  /** @param first false: another document of it was there before */
  onReady(first: boolean): void
  /** The wire to the frame's document. */
  readonly connect?: (iframe: HTMLIFrameElement, origin: string, methods: SecureMethods) => SecureEnd
}

type Method = Exclude<keyof SecureApi, 'abort'>

export type SecureFrame = {
  /**
   * Calls the frame, and loads it first when it is not there. The time limit counts from when it is.
   *
   * @throws RpcError 4900 `data.reason` 'iframe_load_failed' when it did not load, 'W3mFrame: iframe is not set' when it was dropped meanwhile; -32603
   *   'iframe_request_timeout'; 4001 when the signal fires ({@link abortError}); else the frame's own
   */
  call<K extends Method>(method: K, params: ParamsOf<SecureApi[K]>, options?: CallOptions): Promise<ValueOf<SecureApi[K]>>
  exists(): boolean
  /**
   * Starts the frame's document anew. Calls from now on wait until that is decided and done, so that none is lost with the old document.
   *
   * @param decide whether it is still wanted
   * @returns whether it was started anew
   * @throws RpcError 4900 `data.reason` 'iframe_load_failed' when the new document does not come
   */
  restart(decide: () => Promise<boolean>): Promise<boolean>
  /** Over a place of the dialog, in CSS pixels of its viewport; null: out of sight. */
  place(rectangle: FrameRectangle | null): void
  focus(): void
  /** Takes the frame out of the document. The next call makes another one. */
  drop(): void
}

/** Three missed heartbeats: the frame is then called to check that it still runs. */
const silence = 3 * limits.heartbeat

type Live = {
  readonly iframe: HTMLIFrameElement
  readonly end: SecureEnd
  /** Settles when the document may be called. */
  ready: Promise<void>
  /** A document says hello. */
  greeted?: () => void
}

/** A document that has loaded and has said nothing for so long, in milliseconds, has lost its script on the way: longer than a slow phone takes to run it. */
const speechless = 6_000
/** Milliseconds after which a frame that has not said hello is late: the user is offered another way. */
const lateAfter = 6_000
/** How often it is then loaded again. */
const mostReloads = 2

/** Loads a document again whose script did not come: one connection that breaks is no reason to tell a user of it. */
function reloadSpeechless(dialog: Dialog, iframe: HTMLIFrameElement, address: string, isSpeechless: () => boolean): void {
  let left = mostReloads
  iframe.addEventListener('load', () => {
    after(dialog, speechless, () => {
      if (left === 0 || !isSpeechless() || !iframe.isConnected) return
      left -= 1
      iframe.src = address
    })
  })
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve, limits.frameReadyDelay))

/** Sends the frame's document away, and settles when its successor may be called. */
async function renew(mine: Live): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const greeted = new Promise<void>((resolve, reject) => {
    mine.greeted = resolve
    const late = () => reject(new RpcError(codes.disconnected, frameReasons.loadFailed, { data: { reason: frameReasons.loadFailed } }))
    timer = setTimeout(late, limits.frameLoadTimeout)
  }).finally(() => clearTimeout(timer))
  await Promise.all([mine.end.call('reload', {}), greeted])
  await settled()
}

/** Waits for the frame, unless nobody wants it any more. */
function readyUnless(ready: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return ready
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    ready.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/**
 * The secure frame: made at the first intent, kept for the page's life, made again after it was lost. It is ready 500 ms after its `hello`.
 */
export function createSecureFrame(dialog: Dialog, options: SecureFrameOptions): SecureFrame {
  const {
    url,
    hello,
    events,
    onFault,
    onGone,
    onLate,
    onReady,
    connect = (iframe, origin, methods) => connectSecure(dialog, iframe, origin, methods),
  } = options
  let live: Live | undefined
  let first = true
  let heard = 0
  let watching: ReturnType<typeof setInterval> | undefined

  function drop() {
    clearInterval(watching)
    const old = live
    live = undefined
    old?.end.destroy()
    old?.iframe.remove()
  }

  function lose(old: Live, reason: string) {
    if (live !== old) return
    drop()
    onGone()
    onFault(reason)
  }

  function welcome() {
    onLate(false)
    onReady(first)
    first = false
  }

  /** A frame of a hidden page may be slow to say that it lives: silence alone proves nothing. */
  function watch(mine: Live) {
    heard = dialog.now()
    watching = setInterval(() => {
      if (dialog.now() - heard < silence || document.visibilityState === 'hidden') return
      heard = dialog.now()
      mine.end.call('getChainId', {}).catch(() => lose(mine, frameReasons.requestTimeout))
    }, limits.heartbeat)
  }

  function load(): Live {
    if (live?.iframe.isConnected) return live
    if (live) {
      drop()
      onGone()
    }
    const address = url()
    const iframe = createSecureElement(address)
    document.body.append(iframe)
    let document_: string | undefined
    reloadSpeechless(dialog, iframe, address, () => document_ === undefined)
    const onTime = after(dialog, lateAfter, () => {
      if (live?.iframe === iframe) onLate(true)
    })
    const end = connect(iframe, new URL(address).origin, {
      ...events,
      hello({ epoch }) {
        end.renew(epoch)
        mine.greeted?.()
        const isAnother = document_ !== undefined && document_ !== epoch
        document_ = epoch
        if (isAnother) {
          heard = dialog.now()
          onGone()
          welcome()
        }
        return hello()
      },
      heartbeat() {
        heard = dialog.now()
      },
    })
    const ready = end.ready.then(settled)
    const mine: Live = { iframe, end, ready }
    live = mine
    ready.then(
      () => {
        onTime()
        if (live !== mine) return
        watch(mine)
        welcome()
      },
      () => lose(mine, frameReasons.loadFailed),
    )
    return mine
  }

  return {
    async call(method, params, { signal: given, ...options } = {}) {
      const signal = isAbortable(method) ? given : undefined
      const mine = load()
      try {
        await readyUnless(mine.ready, signal)
        if (live !== mine) throw new RpcError(codes.disconnected, errors.frameNotSet)
        return await mine.end.call(method, params, { ...options, signal })
      } catch (error) {
        if (signal?.aborted) throw abortError(method)
        // Signing out is over in time, whatever the frame says.
        if (reasonOf(error) === frameReasons.requestTimeout && method !== 'signOut') onFault(frameReasons.requestTimeout)
        throw error
      }
    },
    exists: () => live !== undefined,
    async restart(decide) {
      const mine = live
      if (!mine) {
        await decide()
        return false
      }
      const restarted = mine.ready.then(async () => {
        const wanted = (await decide()) && live === mine
        if (wanted) await renew(mine)
        return wanted
      })
      mine.ready = restarted.then(() => {})
      mine.ready.catch(() => lose(mine, frameReasons.loadFailed))
      return await restarted
    },
    place(rectangle) {
      if (!live) return
      placeElement(live.iframe, rectangle)
      live.end.call('placeApproval', { rectangle }).catch(() => {})
    },
    focus: () => live?.iframe.focus(),
    drop,
  }
}
