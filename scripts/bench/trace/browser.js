import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../entry/root.js'
import { ourCells } from '../allWallets.js'
import { clickOpen, openContext, openDialog } from '../visit.js'
import { sumUp } from './summary.js'

/** @import { Browser } from '@playwright/test' */
/** @import { Contestant, Visit } from '../visit.js' */
/** @import { Entry, Summary } from './summary.js' */

const categories = [
  'toplevel',
  'loading',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-v8.compile',
  'v8',
  'v8.execute',
  'blink.user_timing',
]

/** The moments between which is looked, noted as marks: the clock of a trace is not that of a page. */
export const moments = { from: 'bench: from', to: 'bench: to' }

const folder = join(root, 'test-results')

/**
 * Records what all processes of the browser do during some work, and sums up what lies between the two moments; without the second, all that follows.
 *
 * @param {string} name of the file in `test-results` that it is written to, which a browser's developer tools can show
 * @param {Browser} browser
 * @param {() => Promise<unknown>} work
 * @returns {Promise<Summary>}
 */
export async function traced(name, browser, work) {
  mkdirSync(folder, { recursive: true })
  await browser.startTracing(undefined, { categories })
  /** @type {Entry[]} */
  let entries
  try {
    await work()
  } finally {
    const trace = await browser.stopTracing()
    writeFileSync(join(folder, `${name.replace(/\W+/g, '-')}.trace.json`), trace)
    entries = JSON.parse(trace.toString()).traceEvents
  }
  const times = (/** @type {string} */ name) => entries.filter((entry) => entry.name === name).map(({ ts }) => ts)
  const from = Math.min(...times(moments.from))
  const to = times(moments.to).length > 0 ? Math.min(...times(moments.to)) : Math.max(...entries.map(({ ts }) => ts))
  if (!Number.isFinite(from)) throw new Error('The trace has no beginning.')
  return sumUp(entries, { from, to })
}

/** Runs in every frame: marks the press on the page's button, and the second frame in which a wallet's row, or what a press leads to, is on the screen. */
function markMoments(/** @type {{ from: string, to: string, press: boolean }} */ { from, to, press }) {
  addEventListener('click', ({ target }) => target instanceof Element && target.id === 'open' && performance.mark(from), true)
  const look = () => {
    const { watched } = /** @type {import('../watchRows.js').WatchedWindow} */ (/** @type {unknown} */ (window))
    if ((press ? watched.carriedOut : watched.frames).length > 2) performance.mark(to)
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/**
 * One opening, from the press on the page's button until the rows, or what a press leads to, are on the screen.
 *
 * @param {Browser} browser
 * @param {string} name
 * @param {Contestant} contestant
 * @param {Visit} visit
 */
export async function traceOpening(browser, name, contestant, { rate, press = false }) {
  const { context, page } = await openContext(browser, contestant, { rate, press })
  try {
    await context.addInitScript(markMoments, { ...moments, press })
    return await traced(name, browser, async () => {
      await page.goto(contestant.page, { waitUntil: 'load' })
      await page.waitForSelector('#open[data-ready]')
      await page.waitForTimeout(1_000 * Math.sqrt(rate))
      await clickOpen(page)
      await openDialog(page, contestant, press)
    })
  } finally {
    await context.close()
  }
}

/** A page that preloads, from its beginning until everything is idle, on a processor 4 times slower. */
export async function tracePage(/** @type {Browser} */ browser, /** @type {Contestant} */ contestant) {
  const { context, page } = await openContext(browser, contestant, { rate: 4 })
  try {
    await page.addInitScript((from) => void performance.mark(from), moments.from)
    return await traced('blocking', browser, async () => {
      await page.goto(contestant.page, { waitUntil: 'load' })
      await page.waitForTimeout(5_000)
    })
  } finally {
    await context.close()
  }
}

/** Runs in every frame: marks the press on "All wallets", and the second frame in which a wallet's cell is on the screen. */
function markList(/** @type {{ from: string, to: string, cells: string }} */ { from, to, cells }) {
  const isAll = (/** @type {EventTarget | null} */ target) =>
    target instanceof Element && target.closest('button')?.textContent?.startsWith('All wallets')
  addEventListener('click', ({ target }) => isAll(target) && performance.mark(from), true)
  const look = () => {
    if (document.querySelector(cells)) requestAnimationFrame(() => performance.mark(to))
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** "All wallets", from the press on it to its first row. */
export async function traceAllWallets(/** @type {Browser} */ browser, /** @type {Contestant} */ contestant) {
  const { context, page } = await openContext(browser, contestant)
  try {
    await context.addInitScript(markList, { ...moments, cells: ourCells })
    return await traced('all wallets', browser, async () => {
      await page.goto(contestant.page, { waitUntil: 'load' })
      await clickOpen(page)
      await openDialog(page, contestant)
      const dialog = page.frameLocator('iframe[data-latchkey="dialog"]')
      await dialog.getByRole('button', { name: /^All wallets/ }).click()
      await dialog.locator(ourCells).first().waitFor()
      await page.waitForTimeout(500)
    })
  } finally {
    await context.close()
  }
}
