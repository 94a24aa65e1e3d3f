import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../entry/root.js'
import { bundledBytes, gzipBytes, staticFiles } from '../lib/builtSizes.js'
import { measureTraffic, measureWarm, ours } from './opening.js'
import { spread } from './statistics.js'
import { openContext } from './visit.js'

/** @import { Browser } from '@playwright/test' */
/** @import { Pages, Product } from './pages.js' */
/** @import { Contestant } from './visit.js' */

const visits = Number(process.env.LATCHKEY_BENCH_VISITS ?? 15)
/** How long a page is watched after it has loaded, milliseconds: preloading is over by then, at a quarter of the speed too. */
const watched = 4_000
/** A task is noticed for what it takes beyond this, milliseconds. */
const noticed = 50

/** Runs in the page before its own scripts. */
function noteTasks() {
  /** @type {number[]} */
  const tasks = []
  Object.assign(window, { tasks })
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
    buffered: true,
  })
}

/** Milliseconds for which a page is blocked until it is idle, on a processor 4 times slower. */
async function visitBlocked(/** @type {Browser} */ browser, /** @type {Contestant} */ contestant) {
  const { context, page } = await openContext(browser, contestant, { rate: 4 })
  try {
    await page.addInitScript(noteTasks)
    await page.goto(contestant.page, { waitUntil: 'load' })
    await page.waitForTimeout(watched)
    const tasks = await page.evaluate(() => /** @type {Window & { tasks: number[] }} */ (/** @type {unknown} */ (window)).tasks)
    return tasks.reduce((sum, duration) => sum + Math.max(0, duration - noticed), 0)
  } finally {
    await context.close()
  }
}

/** A page with preloading, and by turns the same one without a dialog: a page has work of its own. */
async function measureBlocking(/** @type {Browser} */ browser, /** @type {Contestant} */ contestant) {
  const bare = { ...contestant, page: contestant.page.replace(/preload=\w+/, 'preload=bare') }
  /** @type {{ ours: number[], bare: number[] }} */
  const times = { ours: [], bare: [] }
  for (let round = -1; round < visits; round += 1) {
    const found = { ours: await visitBlocked(browser, contestant), bare: await visitBlocked(browser, bare) }
    if (round < 0) continue
    times.ours.push(found.ours)
    times.bare.push(found.bare)
  }
  return { ours: spread(times.ours, 0), bare: spread(times.bare, 0) }
}

/** What is fetched, in bytes of gzip: by the page itself, and by the secure frame before it draws anything. */
async function measureSizes() {
  const folder = join(root, 'secure-frame/dist')
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const secure = [...staticFiles(manifest, ['index.html'])].reduce((sum, file) => sum + gzipBytes(join(folder, file)), 0)
  return {
    script: gzipBytes(join(root, 'host-sdk/dist/script/sdk.js')),
    npm: await bundledBytes(join(root, 'host-sdk/dist/npm/index.js')),
    secure,
  }
}

/** What a page and its visitor pay besides the first opening: bytes, requests, a blocked page, a second opening. */
export async function benchPage(/** @type {Browser} */ browser, /** @type {Pages} */ pages, /** @type {Product} */ product) {
  const idle = ours(pages, product, 'idle')
  const none = ours(pages, product, 'none')
  return {
    sizes: await measureSizes(),
    blocking: await measureBlocking(browser, idle),
    warm: await measureWarm(browser, idle),
    traffic: await measureTraffic(browser, none, product),
  }
}
