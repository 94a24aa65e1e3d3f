import { walletCount } from './overlay.js'
import { quantile, round } from './statistics.js'

/** @import { Browser, Page, Frame } from '@playwright/test' */
/** @import { Pages, Product } from './pages.js' */

const rounds = 3
const words = ['wallet 03', 'wallet 07', 'wallet 0999']

/**
 * What is noted in the list's own document.
 *
 * @typedef {{ frames: number[], tasks: number[], on: boolean }} Noted
 * @typedef {Window & { record: Noted }} ListWindow
 * @typedef {ReturnType<typeof stopRecording>} Recorded
 */

/** Runs in the list's own document: notes animation frames and tasks of more than 50 ms until it is stopped. */
function startRecording() {
  /** @type {Noted} */
  const record = { frames: [], tasks: [], on: true }
  Object.assign(window, { record })
  const observer = new PerformanceObserver((list) => record.tasks.push(...list.getEntries().map(({ duration }) => duration)))
  observer.observe({ type: 'longtask' })
  const note = (/** @type {number} */ time) => {
    record.frames.push(time)
    if (record.on) requestAnimationFrame(note)
    else observer.disconnect()
  }
  requestAnimationFrame(note)
}

/** Frames of 60 a second that did not come, long tasks, and the longest gap between two frames (ms). */
function stopRecording() {
  const { record } = /** @type {ListWindow} */ (/** @type {unknown} */ (window))
  const { frames, tasks } = record
  record.on = false
  const gaps = frames.slice(1).map((time, index) => time - (frames[index] ?? time))
  const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / (1_000 / 60)) - 1), 0)
  return { frames: frames.length, dropped, longTasks: tasks.length, gaps }
}

/** From top to bottom and back, as fast as a finger flings. */
function scroll(/** @type {string} */ selector) {
  const body = /** @type {Element} */ (document.querySelector(selector))
  return new Promise((resolve) => {
    let step = 60
    const move = () => {
      const before = body.scrollTop
      body.scrollTop += step
      if (body.scrollTop === before && step < 0) return resolve(undefined)
      if (body.scrollTop === before) step = -step
      requestAnimationFrame(move)
    }
    requestAnimationFrame(move)
  })
}

/** Waits until the list has everything, page after page. */
async function loadAll(/** @type {Frame} */ frame, /** @type {string} */ selector) {
  await frame.waitForFunction(
    (/** @type {[string, number]} */ [body, count]) => {
      const element = /** @type {Element} */ (document.querySelector(body))
      element.scrollTop = element.scrollHeight
      // Four to a line of about 96 px.
      return element.scrollHeight > (count / 4) * 80
    },
    /** @type {[string, number]} */ ([selector, walletCount]),
    { timeout: 120_000 },
  )
}

/** @returns {Promise<Recorded>} */
async function record(/** @type {Frame} */ frame, /** @type {() => Promise<unknown>} */ work) {
  await frame.evaluate(startRecording)
  await work()
  return frame.evaluate(stopRecording)
}

/** Types a name, waits for what is found, and takes it away again. */
async function search(/** @type {Page} */ page, /** @type {Frame} */ frame) {
  const input = frame.locator('input[type=search]')
  for (const word of words) {
    await input.click()
    await page.keyboard.type(word, { delay: 40 })
    const first = `Wallet ${(word.split(' ')[1] ?? '').padEnd(4, '0')}`
    await frame.getByRole('button', { name: first }).first().waitFor()
    await input.fill('')
    await frame.getByRole('button', { name: 'Wallet 0001' }).first().waitFor()
  }
}

const opened = {
  /** All wallets, in the dialog on a page of another origin. */
  async ours(/** @type {Page} */ page, /** @type {Pages} */ pages, /** @type {Product} */ { dialog }) {
    await page.goto(`${pages.origin('shop')}/host`)
    await page.waitForFunction(() => Boolean(window.Modal))
    await page.evaluate(() => void window.Modal.open({ view: 'AllWallets' }))
    const find = () => page.frames().find((frame) => frame.url().startsWith(dialog))
    let frame = find()
    for (; !frame; frame = find()) await new Promise((resolve) => setTimeout(resolve, 50))
    await frame.locator('main[data-view="AllWallets"] button.cell').first().waitFor({ timeout: 30_000 })
    return { frame, body: 'main .body' }
  },
  /** A virtual list of the same rows and nothing else. */
  async plain(/** @type {Page} */ page, /** @type {Pages} */ pages) {
    await page.goto(`${pages.origin('shop')}/list`)
    await page.locator('#body button').first().waitFor({ timeout: 30_000 })
    return { frame: page.mainFrame(), body: '#body' }
  },
}

/**
 * Scrolling and searching 1,000 wallets of a real directory: "All wallets" against a plain virtual list of the same rows, in turns.
 *
 * @returns by what was done, sums over the rounds of each: frames, dropped frames, long tasks, the 99th percentile of gaps (ms), and ratios of ours
 *   to the plain list's (each counted from one, so that none against none is one)
 */
export async function benchLists(/** @type {Browser} */ browser, /** @type {Pages} */ pages, /** @type {Product} */ product) {
  /** @type {Record<'scroll' | 'search', Record<'ours' | 'plain', Recorded[]>>} */
  const results = { scroll: { ours: [], plain: [] }, search: { ours: [], plain: [] } }
  for (let index = 0; index < rounds; index += 1) {
    for (const name of /** @type {('ours' | 'plain')[]} */ (index % 2 ? ['plain', 'ours'] : ['ours', 'plain'])) {
      const context = await browser.newContext({ viewport: { width: 480, height: 720 } })
      const page = await context.newPage()
      const { frame, body } = await opened[name](page, pages, product)
      await loadAll(frame, body)
      // Once unseen: pictures and code are warm then for both.
      await frame.evaluate(scroll, body)
      results.scroll[name].push(await record(frame, () => frame.evaluate(scroll, body)))
      results.search[name].push(await record(frame, () => search(page, frame)))
      await context.close()
    }
  }
  const sum = (/** @type {readonly Recorded[]} */ records, /** @type {'frames' | 'dropped' | 'longTasks'} */ key) =>
    records.reduce((total, each) => total + each[key], 0)
  const facts = (/** @type {readonly Recorded[]} */ records) => ({
    frames: sum(records, 'frames'),
    dropped: sum(records, 'dropped'),
    longTasks: sum(records, 'longTasks'),
    gap99: round(
      quantile(
        records.flatMap(({ gaps }) => gaps),
        0.99,
      ),
      1,
    ),
  })
  return Object.fromEntries(
    Object.entries(results).map(([work, lists]) => {
      const [ours, plain] = [facts(lists.ours), facts(lists.plain)]
      const ratio = (/** @type {'frames' | 'dropped' | 'longTasks'} */ key) => round((ours[key] + 1) / (plain[key] + 1), 2)
      return [work, { wallets: walletCount, ours, plain, ratios: { dropped: ratio('dropped'), longTasks: ratio('longTasks') } }]
    }),
  )
}
