import { throttle } from './throttle.js'
import { watchRows } from './watchRows.js'

/** @import { Browser, BrowserContext, Page, Request } from '@playwright/test' */
/** @import { WatchedWindow } from './watchRows.js' */

/**
 * A dialog on a page of its own. The page has a button `#open`; with `#now` in its address it presses that itself when it has loaded.
 *
 * @typedef {object} Contestant
 * @property {string} name
 * @property {string} page address, without a fragment
 * @property {string} rows selector of a wallet's row
 * @property {string} [text] that is in a wallet's row, where the selector alone does not tell
 * @property {string} [frame] what the address of the dialog's frame begins with; left out when it is drawn in the page
 */

/**
 * What a visitor does.
 *
 * @typedef {object} Visit
 * @property {'idle' | 'load'} click after a second without work, or as soon as the page has loaded
 * @property {1 | 4} rate how many times slower the processor is
 * @property {boolean} [press] presses the first wallet as soon as it is seen, and waits for what it leads to
 */

/** What a visit found. Milliseconds are counted from the click; `carriedOut` with `press` only. */
/** @typedef {{ row: number, carriedOut: number, shift: number, shifted: string[], moved: number }} Visited */

const timeout = 30_000
/** How long rows are watched after they were drawn, milliseconds: what comes late moves them by then. */
const settling = 1_000

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms))

const readClick = () => /** @type {{ clicked?: number }} */ (/** @type {unknown} */ (window)).clicked ?? 0
const readWatched = () => /** @type {WatchedWindow} */ (/** @type {unknown} */ (window)).watched

/** The page's frame in which a contestant draws; undefined before it is there. */
const dialogOf = (/** @type {Page} */ page, /** @type {Contestant} */ { frame }) =>
  frame === undefined ? page.mainFrame() : page.frames().find((one) => one.url().startsWith(frame))

/**
 * Opens a contestant's dialog on a page that is there, and waits until its first row has been on the screen for two frames.
 *
 * @param {boolean} press waits until what the row leads to has been there as long
 * @returns {Promise<Visited>}
 * @throws Error when there is no row after 30 s
 */
export async function openDialog(/** @type {Page} */ page, /** @type {Contestant} */ contestant, press = false) {
  const started = Date.now()
  for (;;) {
    const clicked = await page.evaluate(readClick).catch(() => 0)
    const watched =
      clicked &&
      (await dialogOf(page, contestant)
        ?.evaluate(readWatched)
        .catch(() => undefined))
    if (watched) {
      const row = watched.frames.filter((moment) => moment > clicked)[press ? 0 : 2]
      const done = watched.carriedOut[2]
      if (row && (done || !press)) {
        if (!press) await pause(settling)
        const later = (await dialogOf(page, contestant)?.evaluate(readWatched)) ?? watched
        const { shift, shifted, moved } = later
        return { row: row - clicked, carriedOut: (done ?? Number.NaN) - clicked, shift, shifted, moved: moved.length }
      }
    }
    if (Date.now() - started > timeout) throw new Error(`${contestant.name} showed no wallet within 30 s.`)
    await pause(20)
  }
}

/** Presses the page's button. */
export async function clickOpen(/** @type {Page} */ page) {
  await page.evaluate(() => {
    Object.assign(window, { clicked: 0 })
  })
  await page.click('#open')
}

/**
 * A context of its own, with nothing cached, and a contestant's page in it.
 *
 * @returns {Promise<{ context: BrowserContext, page: Page }>}
 */
export async function openContext(
  /** @type {Browser} */ browser,
  /** @type {Contestant} */ { rows, text = '' },
  { rate = 1, press = false } = {},
) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  await context.addInitScript(watchRows, { rows, text, press })
  const page = await context.newPage()
  await throttle(page, rate)
  return { context, page }
}

/**
 * One visit of a newcomer.
 *
 * @returns {Promise<Visited>}
 */
export async function visit(
  /** @type {Browser} */ browser,
  /** @type {Contestant} */ contestant,
  /** @type {Visit} */ { click, rate, press = false },
) {
  const { context, page } = await openContext(browser, contestant, { rate, press })
  try {
    await page.goto(contestant.page + (click === 'load' ? '#now' : ''), { waitUntil: 'load' })
    if (click === 'idle') {
      await page.waitForSelector('#open[data-ready]')
      await pause(1_000 * Math.sqrt(rate))
      await clickOpen(page)
    }
    return await openDialog(page, contestant, press)
  } finally {
    await context.close()
  }
}

/**
 * What goes over the wire while a page is visited: requests that were answered by a server, and the bytes of their answers with headers.
 *
 * @param {(request: Request) => boolean} counts
 */
export function countTraffic(/** @type {Page} */ page, counts) {
  /** @type {Promise<{ url: string, bytes: number }>[]} */
  const answers = []
  page.on('requestfinished', (request) => {
    if (!counts(request)) return
    answers.push(
      request.sizes().then(
        ({ responseBodySize, responseHeadersSize }) => ({ url: request.url(), bytes: responseBodySize + responseHeadersSize }),
        () => ({ url: request.url(), bytes: 0 }),
      ),
    )
  })
  /** @returns {Promise<{ requests: number, bytes: number, urls: string[] }>} so far */
  return async () => {
    // What the browser had already has no bytes on the wire.
    const sent = (await Promise.all(answers)).filter(({ bytes }) => bytes > 0)
    return { requests: sent.length, bytes: sent.reduce((sum, { bytes }) => sum + bytes, 0), urls: sent.map(({ url }) => url) }
  }
}
