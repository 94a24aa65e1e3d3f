import { request as httpRequest } from 'node:http'
import { median, quantile, round } from './statistics.js'

/** @import { Browser, Frame, Page } from '@playwright/test' */
/** @import { Pages, Product } from './pages.js' */

/** @typedef {{ url: string, at: number, type: string, frame: Frame }} Asked */

const repeats = 12

/** @typedef {Window & { painted: number[] }} WatchedWindow a frame in which {@link watchPaint} runs */
/** @typedef {Window & { clicked: number }} HostWindow the page whose button notes when it is pressed */

/** Runs in every frame: notes the start of each animation frame in which a usable Connect view is in the document. */
export function watchPaint() {
  /** @type {number[]} */
  const painted = []
  Object.assign(window, { painted })
  const look = () => {
    if (document.querySelector('main[data-view="Connect"] button')) painted.push(performance.timeOrigin + performance.now())
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Runs in the page: when its button was pressed. */
const readClick = () => /** @type {HostWindow} */ (/** @type {unknown} */ (window)).clicked

/** Runs in a frame: the paint of this number after a moment. */
const paintedAfter = (/** @type {{ time: number, index: number }} */ { time, index }) =>
  /** @type {WatchedWindow} */ (/** @type {unknown} */ (window)).painted?.filter((moment) => moment > time)[index]

const dialogFrame = (/** @type {Page} */ page, /** @type {string} */ dialog) =>
  page.frames().find((frame) => frame.url().startsWith(dialog))

/**
 * Milliseconds from the click to the frame after the first one that shows Connect: by then the first is on the screen. A closed dialog is
 * not displayed and has no animation frames, so every noted one behind the click is a visible one.
 */
async function timeOpening(/** @type {Page} */ page, /** @type {string} */ dialog) {
  const from = await page.evaluate(() => {
    Object.assign(window, { clicked: 0 })
    return performance.timeOrigin + performance.now()
  })
  await page.click('#open')
  const clicked = await page.evaluate(readClick)
  if (clicked < from) throw new Error('The click did not reach the page.')
  for (;;) {
    const frame = dialogFrame(page, dialog)
    const shown = await frame?.evaluate(paintedAfter, { time: clicked, index: 1 }).catch(() => undefined)
    if (shown) return shown - clicked
    if (Date.now() - clicked > 20_000) throw new Error('The dialog did not open within 20 s.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/**
 * Body bytes of a URL as the edge sends it to a browser that takes gzip.
 *
 * @returns {Promise<number>}
 */
export function gzipBodyBytes(/** @type {string} */ address) {
  const url = new URL(address)
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port: url.port, path: url.pathname + url.search, headers: { host: url.host, 'accept-encoding': 'gzip' } },
      (response) => {
        let bytes = 0
        response.on('data', (chunk) => {
          bytes += chunk.length
        })
        response.on('end', () => resolve(bytes))
      },
    )
    request.on('error', reject).end()
  })
}

async function sumOf(/** @type {readonly string[]} */ addresses) {
  const sizes = await Promise.all([...new Set(addresses)].map(gzipBodyBytes))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** A context with an empty cache and a page that waits for the SDK. */
async function openHost(/** @type {Browser} */ browser, /** @type {Pages} */ pages) {
  const context = await browser.newContext()
  await context.addInitScript(watchPaint)
  const page = await context.newPage()
  /** @type {Asked[]} */
  const requests = []
  page.on('request', (request) =>
    requests.push({ url: request.url(), at: Date.now(), type: request.resourceType(), frame: request.frame() }),
  )
  await page.goto(`${pages.origin('shop')}/host`)
  await page.waitForFunction(() => Boolean(window.Modal))
  return { context, page, requests }
}

/**
 * Opening the dialog on a plain page of another origin.
 *
 * @returns bytes of gzip and milliseconds: `cold` with an empty cache and nothing preloaded but what the pointer's way to the button starts,
 *   `warm` when the frame is there
 */
export async function benchOpening(/** @type {Browser} */ browser, /** @type {Pages} */ pages, /** @type {Product} */ { dialog }) {
  const cold = []
  let bytes = { hostBeforeUse: 0, hostOpened: 0, connectScripts: 0, connectAll: 0 }
  for (let index = 0; index < repeats; index += 1) {
    const { context, page, requests } = await openHost(browser, pages)
    const before = requests.length
    cold.push(await timeOpening(page, dialog))
    if (index === 0) {
      const shown = await dialogFrame(page, dialog)?.evaluate(paintedAfter, { time: await page.evaluate(readClick), index: 0 })
      const inFrame = requests.filter(({ frame, at }) => frame !== page.mainFrame() && at <= (shown ?? 0))
      const js = (/** @type {readonly Asked[]} */ list) => list.filter(({ type }) => type === 'script').map(({ url }) => url)
      const fromUs = requests.filter(({ url }) => url.startsWith(dialog))
      bytes = {
        hostBeforeUse: await sumOf(js(fromUs.slice(0, before).filter(({ frame }) => frame === page.mainFrame()))),
        hostOpened: await sumOf(js(fromUs.filter(({ frame }) => frame === page.mainFrame()))),
        connectScripts: await sumOf(js(inFrame)),
        connectAll: await sumOf(inFrame.filter(({ url }) => url.startsWith(dialog)).map(({ url }) => url)),
      }
    }
    await context.close()
  }
  const { context, page } = await openHost(browser, pages)
  await timeOpening(page, dialog)
  const warm = []
  for (let index = 0; index < repeats; index += 1) {
    await page.evaluate(() => window.Modal.close())
    await page.waitForFunction(() => !window.Modal.getState().open)
    warm.push(await timeOpening(page, dialog))
  }
  await context.close()
  const times = (/** @type {readonly number[]} */ values) => ({
    median: round(median(values), 0),
    p95: round(quantile(values, 0.95), 0),
    samples: values.length,
  })
  return { bytes, milliseconds: { cold: times(cold), warm: times(warm) } }
}
