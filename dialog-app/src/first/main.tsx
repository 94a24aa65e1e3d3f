import { type Boot, bootElementId, type FirstHello, firstMessage, protocolVersion } from '@latchkey/protocol'
import { emptyDialog } from '../lib/dialog.js'
import { leaveFirst } from '../lib/first.js'
import { keepTyped } from '../lib/keepTyped.js'
import { wantedLocale } from '../lib/locale.js'
import { notePresses } from '../lib/notePresses.js'
import { atHome } from '../lib/restriction.js'
import { browserStorage, peekItem } from '../lib/storage.js'
import { DialogContext } from '../lib/useDialog.js'
import { App } from '../shell/App.js'
import { applyFirst, type Spoken } from '../shell/applyFirst.js'
import { drawOwnTheme, type ThemeTokens } from '../shell/ownTheme.js'
import { isSheet, watchSheet } from '../shell/useSheet.js'
import { languageOf, speak } from './i18n.js'
import { draw } from './react.js'

/** A page that does not answer by then is of another version, or busy, milliseconds. */
const timeout = 300
const askEvery = 15
/** Milliseconds that the dialog waits for what is fetched for its first view. */
const longest = 3_000
/** Before the dialog is fetched again, milliseconds. */
const pause = 500

/** What the document names, and the build has put there. */
const fileOf = (name: string) => document.querySelector<HTMLLinkElement>(`link[data-${name}]`)?.href ?? ''

/** What a page's language and colours are drawn with. */
type Own = { readonly spoken: Spoken; readonly tokens: ThemeTokens | undefined }

function readBoot(): Boot | undefined {
  const text = document.getElementById(bootElementId)?.textContent
  const boot = text ? (JSON.parse(text) as Boot) : undefined
  return boot && atHome(boot)
}

function readRecent(boot: Boot): readonly string[] {
  const kept = peekItem(boot, 'recentWallets')
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, 2) : []
}

/** Whether the first view is Connect in a form that is known here: else the dialog draws it when it is there itself. */
function isPlain(boot: Boot, { protocol, options, resume, asked }: FirstHello): boolean {
  const opensConnect = !asked || ((asked.view ?? 'Connect') === 'Connect' && !asked.wallet && !asked.token)
  const isConnected = resume?.includes('"walletId"') || Object.keys(Object(peekItem(boot, 'connections'))).length > 0
  const isOrdinary = !options.messages && !options.connectorImages && !options.customWallets
  return protocol === protocolVersion && opensConnect && !isConnected && isOrdinary && options.networks?.length !== 0
}

/** What the script lacks for a page's language and colours, fetched at once; undefined when its words are not to be had here. */
async function fetchOwn({ options, environment }: FirstHello): Promise<Own | undefined> {
  const language = languageOf(wantedLocale(options, environment))
  if (!language) return undefined
  const load = (name: string) => import(/* @vite-ignore */ fileOf(name))
  const [words, tokens] = await Promise.all([
    language === 'en' ? undefined : load(`words-${language}`),
    options.themeVariables && load('tokens'),
  ])
  return { spoken: speak(language, words?.default), tokens }
}

function drawFirst(root: Element, boot: Boot, hello: FirstHello, { spoken, tokens }: Own): void {
  const known = { boot, hello, recent: readRecent(boot), online: navigator.onLine }
  const dialog = emptyDialog({ storage: browserStorage, now: () => 0 })
  applyFirst(dialog, known, spoken)
  drawOwnTheme(dialog, tokens)
  let drawnSheet: boolean | undefined
  // The size of a frame is known for sure when it is displayed.
  const redraw = () => {
    const sheet = isSheet(hello.viewport)
    if (sheet === drawnSheet) return
    drawnSheet = sheet
    const drawn = document.createDocumentFragment()
    draw(
      <DialogContext value={dialog}>
        <App />
      </DialogContext>,
      drawn,
    )
    const restore = keepTyped(root)
    root.replaceChildren(drawn)
    restore()
  }
  redraw()
  const stop = watchSheet(redraw)
  const settle = () => {
    stop()
    redraw()
  }
  leaveFirst(root, { ...known, settle })
}

/** Fetches the dialog itself, again where a connection broke: nobody else is here who could say so. */
function bring(main: string, left = 2): void {
  import(/* @vite-ignore */ main).catch((error: unknown) => {
    if (left === 0) throw error
    setTimeout(bring, pause, main, left - 1)
  })
}

/**
 * Draws the first view as soon as the document is there, from what the page knows, and fetches the dialog itself behind it. Whatever goes wrong
 * here, the dialog starts as it would without it.
 */
function start(root: Element, main: string): void {
  let isStarted = false
  const go = () => {
    if (isStarted) return
    isStarted = true
    clearInterval(asking)
    removeEventListener('message', hear)
    bring(main)
  }
  const boot = readBoot()
  // A window of the dialog's own waits for nothing: the frame that opened it knows what is to be drawn later than the dialog does.
  if (parent === window) {
    bring(main)
    return
  }
  const hear = ({ source, origin, data }: MessageEvent) => {
    if (source !== parent || origin !== boot?.origin || data?.type !== firstMessage) return
    clearInterval(asking)
    clearTimeout(silence)
    removeEventListener('message', hear)
    void show(boot, data.first)
  }
  const show = async (boot: Boot, hello: FirstHello) => {
    setTimeout(go, longest)
    try {
      if (isPlain(boot, hello)) {
        const own = await fetchOwn(hello)
        // By now the dialog may draw it itself.
        if (own && !isStarted) drawFirst(root, boot, hello, own)
      }
    } catch {
      // A view with parts that are not here, or with something wrong in what the page says: the dialog draws it, and says what is wrong.
    }
    if (!hello?.open) return go()
    // Behind the frame that shows it, and two more: pictures that are decoded beside it come in those, and the dialog takes long to evaluate.
    behind(2)
  }
  const behind = (frames: number) => requestAnimationFrame(() => (frames ? behind(frames - 1) : setTimeout(go)))
  const ask = () => parent.postMessage({ type: firstMessage }, boot?.origin ?? location.origin)
  addEventListener('message', hear)
  const asking = setInterval(ask, askEvery)
  ask()
  const silence = setTimeout(go, timeout)
}

const root = document.getElementById('root')
const main = fileOf('main')
if (root && main) {
  notePresses(root)
  start(root, main)
}
