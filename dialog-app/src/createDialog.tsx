import { type Boot, type Hello, toWireError } from '@latchkey/protocol'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { connectHost, host, isWindow, type OpenHost, type PageMethods, parentWindow } from './bridge/host.js'
import { closeDialog } from './features/navigator/close.js'
import { startNavigator } from './features/navigator/startNavigator.js'
import { applyHello } from './features/page/applyHello.js'
import { createDialogApi } from './features/page/dialogApi.js'
import { movable } from './features/page/moved.js'
import { nameMistakes } from './features/settings/nameMistakes.js'
import { type Dialog, emptyDialog, type Surroundings } from './lib/dialog.js'
import { type First, readFirst } from './lib/first.js'
import { keepTyped } from './lib/keepTyped.js'
import { destroy, onDestroy } from './lib/lifetime.js'
import { warnOnce } from './lib/log.js'
import { openStorage } from './lib/storage.js'
import { DialogContext } from './lib/useDialog.js'
import { App } from './shell/App.js'
import { drawFirstTheme } from './shell/firstTheme.js'
import { prepareFirst } from './shell/prepareFirst.js'
import { repeatPresses } from './shell/repeatPresses.js'
import { isOpened } from './state/isOpened.js'
import { onClosed } from './state/onClosed.js'
import { settingsStore } from './state/settings.js'
import { uiStore } from './state/ui.js'

export type DialogParameters = Surroundings & {
  /** Reads what the server wrote for this dialog; what it throws is shown instead of views. */
  readonly boot: () => Boot
  /** Opens the Bridge to the page that embeds the dialog. */
  readonly host: OpenHost
  /** Where the dialog is drawn. */
  readonly element: Element
}

/**
 * The composition root: builds a dialog, draws it, and connects it to the page. What it keeps belongs to it alone, so that several of them can run
 * side by side. What makes a dialog impossible (a document that our server did not write, a page of another version) is drawn as a failure, and
 * the page hears of it.
 *
 * @returns `api`: what the page may call, which waits until the dialog knows the page's options. `destroy`: stops everything and takes the views away
 * @example
 * import { readBoot } from './bridge/boot.js'
 * import { parentWindow } from './bridge/host.js'
 *
 * const { api, destroy } = createDialog({
 *   boot: readBoot,
 *   host: parentWindow,
 *   storage: () => localStorage,
 *   now: () => Date.now(),
 *   element: document.body,
 * })
 */
export function createDialog({ boot, host: open, element, ...surroundings }: DialogParameters): {
  readonly api: PageMethods
  destroy(): void
} {
  const dialog = emptyDialog(surroundings)
  startNavigator(dialog)
  let apply: Start['apply'] = () => {}
  // Before React listens.
  repeatPresses(dialog, element)
  const first = readFirst(element)
  const draw = once(() => drawApp(dialog, element, first))
  if (!first) drawFirstTheme(dialog)
  const drawn = first && prepareFirst(dialog, first).then(draw, draw)
  const ready = new Promise<[Boot, Hello]>((resolve) => {
    apply = (...said) => resolve(said)
  }).then(async (said) => {
    await drawn
    applyHello(dialog, ...said, first?.hello.open)
  })
  const api = movable(dialog, createDialogApi(dialog, ready))
  // The page hears of us while the view is drawn.
  void start(dialog, { boot, open, api, ready, apply, drawn, draw })
  return { api, destroy: () => destroy(dialog) }
}

const once = (run: () => void) => {
  let isDone = false
  return () => {
    if (!isDone) run()
    isDone = true
  }
}

/** Draws the dialog, or takes over what the document has drawn: the same elements, which can do something from then on. */
function drawApp(dialog: Dialog, element: Element, first: First | undefined) {
  const app = (
    <DialogContext value={dialog}>
      <App />
    </DialogContext>
  )
  const onUncaughtError = (error: unknown) => {
    const isLost = uiStore(dialog).getState().fatal !== null
    onClosed(dialog, () => {
      if (!isLost) uiStore(dialog).setState({ fatal: null })
      root.render(app)
    })
    if (!isLost) {
      tellFatal(dialog, 'The dialog could not be drawn', error)
      queueMicrotask(() => root.render(app))
    }
    // Not even the failure can be drawn: the page behind must not be covered by nothing.
    else if (isOpened(dialog)) closeDialog(dialog, { force: true })
  }
  let root: Root
  if (!first) {
    root = createRoot(element, { onUncaughtError })
    onDestroy(dialog, () => root.unmount())
    // The drawn first paint is replaced within one frame, so nothing blinks.
    flushSync(() => root.render(app))
    return
  }
  first.settle()
  // React draws it anew where it finds something else than it expects, a password manager's button beside the field, say.
  const restore = keepTyped(element)
  // At once: what the page says between two pieces of it would be drawn in one half and not in the other, and no key is pressed meanwhile.
  root = flushSync(() => hydrateRoot(element, app, { onUncaughtError }))
  restore()
  onDestroy(dialog, () => root.unmount())
}

type Start = {
  readonly boot: () => Boot
  readonly open: OpenHost
  readonly api: PageMethods
  readonly ready: Promise<void>
  readonly apply: (boot: Boot, hello: Hello) => void
  /** What was drawn before the dialog's code ran is taken over; undefined when nothing was. */
  readonly drawn: Promise<void> | undefined
  /** Draws the dialog, unless that was done. */
  readonly draw: () => void
}

async function start(dialog: Dialog, { boot, open, api, ready, apply, drawn, draw }: Start): Promise<void> {
  let isCutOff = false
  try {
    const served = boot()
    const { origin, build, projectId } = served
    settingsStore(dialog).setState({ boot: served })
    openStorage(dialog, { projectId, origin })
    // Before a page is looked for: a window that is cut off has none. The frame of a page needs nothing of it.
    // Without this part a window still says, after 20 s, that no page answers.
    if (open === parentWindow && isWindow()) {
      const watching = await import('./features/page/watchOpener.js').catch(() => undefined)
      watching?.watchOpener(dialog, () => {
        isCutOff = true
        void Promise.resolve(drawn).then(draw)
      })
    }
    const networks = served.networks.map(({ caipNetworkId }) => caipNetworkId)
    const { hello, written } = await connectHost(dialog, { open, origin, build, networks, methods: api })
    apply(served, hello)
    await ready
    draw()
    nameMistakes(dialog, written)
  } catch (error) {
    await drawn
    // A window that is cut off says so already.
    if (isCutOff) return
    tellFatal(dialog, 'The dialog could not start', error)
    draw()
  }
}

/** There are no views to be shown: says so to the user, the page's developer and the page. */
function tellFatal(dialog: Dialog, what: string, error: unknown): void {
  const fatal = toWireError(error)
  uiStore(dialog).setState({ fatal })
  warnOnce(dialog, `${what}: ${fatal.message}`)
  // Nobody may be there to hear it.
  new Promise((resolve) => resolve(host(dialog).call('emit', { event: 'error', data: fatal }))).catch(() => {})
}
