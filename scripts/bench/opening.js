import { spread } from './statistics.js'
import { clickOpen, countTraffic, openContext, openDialog, visit } from './visit.js'

/** @import { Browser } from '@playwright/test' */
/** @import { Pages, Product } from './pages.js' */
/** @import { Contestant, Visited, Visit } from './visit.js' */

/** @typedef {ReturnType<typeof summaryOf>} Opened */

/** Fewer say nothing about a spread. */
const visits = Number(process.env.LATCHKEY_BENCH_VISITS ?? 15)

/** A wallet's row in our first view. */
export const connectRows = 'main[data-view="Connect"] ul.list button.row'

/**
 * Our dialog on a plain page of another origin.
 *
 * @param {Pages} pages
 * @param {Product} product
 * @param {'idle' | 'none'} preload as the page's option
 * @returns {Contestant}
 */
export const ours = (pages, { dialog }, preload) => ({
  name: preload === 'idle' ? 'Latchkey' : 'Latchkey, preload: none',
  page: `${pages.origin('shop')}/host?preload=${preload}`,
  rows: connectRows,
  frame: `${dialog}/?`,
})

/** The ways to open a dialog for the first time that are measured. */
export const ways = /** @type {const} */ ({
  'page idle for 1 s': { click: 'idle' },
  'click at page load': { click: 'load' },
})

const summaryOf = (/** @type {readonly Visited[]} */ visited) => ({
  row: spread(
    visited.map(({ row }) => row),
    0,
  ),
  shift: Math.max(...visited.map(({ shift }) => shift)),
  shifted: [...new Set(visited.flatMap(({ shifted }) => shifted))].slice(0, 10),
  moved: Math.max(...visited.map(({ moved }) => moved)),
})

/**
 * Visits by turns, so that what else the machine does falls on all alike.
 *
 * @param {readonly { name: string, contestant: Contestant, visit: Visit }[]} runs
 * @returns {Promise<Record<string, Opened & { carriedOut?: Opened['row'] }>>} by the name of the run
 */
export async function takeTurns(/** @type {Browser} */ browser, runs, tell = (/** @type {string} */ _line) => {}) {
  /** @type {Map<string, Visited[]>} */
  const found = new Map()
  // The first round fills the caches of the servers, and is not counted.
  for (let round = -1; round < visits; round += 1) {
    for (const { name, contestant, visit: way } of runs) {
      const visited = await visit(browser, contestant, way)
      if (round >= 0) found.set(name, [...(found.get(name) ?? []), visited])
    }
    tell(`${round + 1} of ${visits} rounds`)
  }
  return Object.fromEntries(
    runs.map(({ name, visit: { press } }) => {
      const visited = found.get(name) ?? []
      const carriedOut = press
        ? {
            carriedOut: spread(
              visited.map((one) => one.carriedOut),
              0,
            ),
          }
        : {}
      return [name, { ...summaryOf(visited), ...carriedOut }]
    }),
  )
}

/** What goes over the wire for the first opening of a newcomer, and for that of a second visit. Measured once: bytes do not vary. */
export async function measureTraffic(
  /** @type {Browser} */ browser,
  /** @type {Contestant} */ contestant,
  /** @type {Product} */ { dialog, api, secure },
) {
  const { context, page } = await openContext(browser, contestant)
  const count = countTraffic(page, (request) => [dialog, api, secure].some((origin) => request.url().startsWith(origin)))
  const open = async () => {
    await page.goto(contestant.page, { waitUntil: 'load' })
    await page.waitForSelector('#open[data-ready]')
    await clickOpen(page)
    await openDialog(page, contestant)
    // What is fetched behind the first view belongs to it: all is there once nothing was asked for during a second.
    let before = -1
    let now = await count()
    while (now.requests > before) {
      before = now.requests
      await page.waitForTimeout(1_000)
      now = await count()
    }
    return now
  }
  const first = await open()
  const both = await open()
  await context.close()
  return {
    first,
    second: { requests: both.requests - first.requests, bytes: both.bytes - first.bytes, urls: both.urls.slice(first.requests) },
  }
}

/** The frame is there, and was opened before. */
export async function measureWarm(/** @type {Browser} */ browser, /** @type {Contestant} */ contestant) {
  const { context, page } = await openContext(browser, contestant)
  await page.goto(contestant.page, { waitUntil: 'load' })
  const times = []
  for (let round = -1; round < visits; round += 1) {
    await clickOpen(page)
    const { row } = await openDialog(page, contestant)
    if (round >= 0) times.push(row)
    await page.evaluate(() => window.Modal.close())
    await page.waitForFunction(() => !window.Modal.getState().open)
  }
  await context.close()
  return spread(times, 0)
}

/** @returns {{ name: string, contestant: Contestant, visit: Visit }[]} */
export function ourRuns(/** @type {Pages} */ pages, /** @type {Product} */ product) {
  const rates = /** @type {const} */ ([1, 4])
  const idle = ours(pages, product, 'idle')
  const none = ours(pages, product, 'none')
  return rates.flatMap((rate) => {
    const slow = rate === 1 ? '' : `, ${rate} × slower`
    return [
      ...Object.entries(ways).map(([way, visit]) => ({ name: `${way}${slow}`, contestant: idle, visit: { ...visit, rate } })),
      { name: `preload: none${slow}`, contestant: none, visit: { click: /** @type {const} */ ('idle'), rate } },
      {
        name: `preload: none, a press carried out${slow}`,
        contestant: none,
        visit: { click: /** @type {const} */ ('idle'), rate, press: true },
      },
    ]
  })
}

/**
 * Opening the dialog on a plain page of another origin: from the click until a wallet's row has been on the screen for two frames.
 */
export async function benchOpening(/** @type {Browser} */ browser, /** @type {Pages} */ pages, /** @type {Product} */ product) {
  const opened = await takeTurns(browser, ourRuns(pages, product))
  return {
    opened,
    warm: await measureWarm(browser, ours(pages, product, 'idle')),
    traffic: await measureTraffic(browser, ours(pages, product, 'none'), product),
  }
}
