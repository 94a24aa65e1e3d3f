import { codes, errors, newId, type OpenParams } from '@latchkey/protocol'
import { createEmitter } from './emitter.js'
import type { Frame } from './frame/createFrame.js'
import { showNotice } from './frame/notice.js'
import type { Lazy } from './lazy.js'
import { report } from './mistakes/report.js'
import { ModalError } from './modalError.js'
import { type Store, sessionOf } from './store.js'
import type { Modal, ModalEvents, OpenOptions, SendOptions, Session } from './types.js'

type Result = Session | string | null

/** How long the dialog has to answer a wish to close, milliseconds. Then the page closes it. */
const timeout = 1_000

export type Openings = {
  open: Modal['open']
  close(): Promise<boolean>
  /** Escape, met by the page. */
  back(): void
  /** Closes without asking the dialog. */
  leave(): void
  /** Somebody waits for an opening to end. */
  pending(): boolean
  /** The dialog shows or hides itself. */
  setVisible(visible: boolean): void
}

/** Opening and closing, as far as the page decides it. */
export function createOpenings(
  frame: Frame,
  store: Store,
  runtime: Pick<Lazy<{ refresh(asked: OpenParams, place?: Element | null): void }>, 'with'>,
): Openings {
  const leavers = new Set<() => void>()

  function setVisible(visible: boolean) {
    frame.show(visible && !frame.inline())
    if (visible !== store.facts().open) store.patch({ open: visible })
  }

  function leave() {
    for (const leaver of leavers) leaver()
    setVisible(false)
  }

  /** A dialog that does not answer must not keep the user from the page. */
  async function ask(method: 'close' | 'back'): Promise<boolean> {
    if (!store.facts().open) return true
    if (!frame.up()) leave()
    else
      try {
        // As an opening does: what was opened before this is on its way before it.
        await frame.load()
        return (await frame.call(method, undefined, { timeout })) !== false
      } catch {
        leave()
      }
    return true
  }

  /** The element that a page means, which may be named by a selector; undefined, as if it had said nothing, when there is none. */
  function find(container: OpenOptions['container']): Element | null | undefined {
    if (typeof container !== 'string') return container
    try {
      const found = document.querySelector(container)
      if (found) return found
    } catch {
      // No selector.
    }
    report('container', container)
    return undefined
  }

  async function run(options: OpenOptions & Partial<SendOptions>): Promise<Result> {
    // Given to a library as it is (`onClick={modal.open}`), it gets an event; untyped pages may give null.
    const { container, signal, ...rest }: typeof options = 'target' in Object(options) ? {} : Object(options)
    const nothing = () => {
      if (rest.token) throw new ModalError(codes.userRejected, errors.modalClosed)
      return null
    }
    if (signal?.aborted) return nothing()
    const abort = new AbortController()
    let leaver!: () => void
    const leaving = new Promise<null>((resolve) => {
      leaver = () => {
        abort.abort()
        resolve(null)
      }
    })
    const onAbort = () => {
      abort.abort()
      // Of a transfer that is under way the dialog still says how it ends: it is hidden, and not given up.
      const isUp = frame.up()
      setTimeout(
        () => {
          if (!isUp || !rest.token) leaver()
          else if (leavers.size === 1) setVisible(false)
        },
        isUp ? timeout : 0,
      )
    }
    const place = find(container)
    const params = { ...rest, id: newId(), keyboard: document.activeElement?.matches(':focus-visible') } as OpenParams
    let result: Result = null

    async function show(): Promise<Result> {
      const loading = frame.load(place)
      // What the page took out before is none of this opening's.
      const removals = frame.removals()
      try {
        await loading
        // A session's address has the form of its chain family: the Bridge's type does not say it.
        return abort.signal.aborted ? null : ((await frame.call('open', params, { timeout: null, signal: abort.signal })) as Result)
      } catch (error) {
        // The dialog's answer to an abort may be late, or an error of its own: it was closed all the same.
        if (signal?.aborted) return null
        if (frame.removals() > removals && !abort.signal.aborted) {
          // The page took the frame out while it was open: the next one goes on.
          if (frame.exists()) return show()
          // The dialog had closed itself, and its answer was on the way: the page knows what it would have said.
          const { open, snapshot } = store.facts()
          const family = rest.namespace ?? snapshot.activeNamespace
          if (!open) return family && sessionOf(snapshot, family)
        }
        throw error
      }
    }

    signal?.addEventListener('abort', onAbort)
    leavers.add(leaver)
    try {
      const opening = show()
      // Nobody waits for it any more when the page was left, or could not show it.
      opening.catch(() => {})
      setVisible(true)
      runtime.with((running) => running.refresh(params, place))
      result = await Promise.race([opening, leaving])
      return result || nothing()
    } finally {
      signal?.removeEventListener('abort', onAbort)
      leavers.delete(leaver)
      // What was sent is on screen, until the dialog closes by itself.
      if (!leavers.size && typeof result !== 'string') setVisible(false)
    }
  }

  return {
    open(options: OpenOptions & Partial<SendOptions> = {}) {
      const events = createEmitter<ModalEvents>()
      const subscriptions = (['uri', 'view'] as const).map((name) => store.events.on(name, (value) => events.emit(name, value as never)))
      const promise = run(options)
        .catch((error: ModalError) => {
          // There is no dialog: a visitor who pressed a button of the page's hears of it, too.
          if (!frame.up() && error.code !== codes.userRejected) showNotice()
          throw error
        })
        .finally(() => {
          for (const unsubscribe of subscriptions) unsubscribe()
        })
      return Object.assign(promise, { on: events.on }) as never
    },
    close: () => ask('close'),
    back: () => void ask('back'),
    leave,
    pending: () => leavers.size > 0,
    setVisible,
  }
}
