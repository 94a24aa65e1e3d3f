import { walletCount } from './overlay.js'
import { quantile, round } from './statistics.js'

const rounds = 3
const words = ['wallet 03', 'wallet 07', 'wallet 0999']

/** Runs in the list's own document: notes animation frames and tasks of more than 50 ms until it is stopped. */
function startRecording() {
  const record = { frames: [], tasks: [], on: true }
  window.record = record
  const observer = new PerformanceObserver((list) => record.tasks.push(...list.getEntries().map(({ duration }) => duration)))
  observer.observe({ type: 'longtask' })
  const note = (time) => {
    record.frames.push(time)
    if (record.on) requestAnimationFrame(note)
    else observer.disconnect()
  }
  requestAnimationFrame(note)
}

/** Frames of 60 a second that did not come, long tasks, and the longest gap between two frames (ms). */
function stopRecording() {
  const { frames, tasks } = window.record
  window.record.on = false
  const gaps = frames.slice(1).map((time, index) => time - frames[index])
  const dropped = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / (1_000 / 60)) - 1), 0)
  return { frames: frames.length, dropped, longTasks: tasks.length, gaps }
}

/** From top to bottom and back, as fast as a finger flings. */
function scroll(selector) {
  const body = document.querySelector(selector)
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
async function loadAll(frame, selector) {
  await frame.waitForFunction(
    ([body, count]) => {
      const element = document.querySelector(body)
      element.scrollTop = element.scrollHeight
      // Four to a line of about 96 px.
      return element.scrollHeight > (count / 4) * 80
    },
    [selector, walletCount],
    { timeout: 120_000 },
  )
}

async function record(frame, work) {
  await frame.evaluate(startRecording)
  await work()
  return frame.evaluate(stopRecording)
}

/** Types a name, waits for what is found, and takes it away again. */
async function search(page, frame) {
  const input = frame.locator('input[type=search]')
  for (const word of words) {
    await input.click()
    await page.keyboard.type(word, { delay: 40 })
    const first = `Wallet ${word.split(' ')[1].padEnd(4, '0')}`
    await frame.getByRole('button', { name: first }).first().waitFor()
    await input.fill('')
    await frame.getByRole('button', { name: 'Wallet 0001' }).first().waitFor()
  }
}

const opened = {
  /** All wallets, in the dialog on a page of another origin. */
  async ours(page, pages, { dialog }) {
    await page.goto(`${pages.origin('shop')}/host`)
    await page.waitForFunction(() => Boolean(window.Modal))
    await page.evaluate(() => void window.Modal.open({ view: 'AllWallets' }))
    const find = () => page.frames().find((frame) => frame.url().startsWith(dialog))
    while (!find()) await new Promise((resolve) => setTimeout(resolve, 50))
    const frame = find()
    await frame.locator('main[data-view="AllWallets"] button.cell').first().waitFor({ timeout: 30_000 })
    return { frame, body: 'main .body' }
  },
  /** A virtual list of the same rows and nothing else. */
  async plain(page, pages) {
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
export async function benchLists(browser, pages, product) {
  const results = { scroll: { ours: [], plain: [] }, search: { ours: [], plain: [] } }
  for (let index = 0; index < rounds; index += 1) {
    for (const name of index % 2 ? ['plain', 'ours'] : ['ours', 'plain']) {
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
  const sum = (records, key) => records.reduce((total, each) => total + each[key], 0)
  const facts = (records) => ({
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
      const ratio = (key) => round((ours[key] + 1) / (plain[key] + 1), 2)
      return [work, { wallets: walletCount, ours, plain, ratios: { dropped: ratio('dropped'), longTasks: ratio('longTasks') } }]
    }),
  )
}
