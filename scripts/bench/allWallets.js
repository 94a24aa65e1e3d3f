import { ours } from './opening.js'
import { openPeers, versionOf } from './openPeers.js'
import { round, spread } from './statistics.js'

/** @import { Browser, Frame, Locator, Page } from '@playwright/test' */
/** @import { Lifetime } from '../entry/lifetime.js' */
/** @import { Pages, Product } from './pages.js' */
/** @import { Contestant } from './visit.js' */

/** @typedef {Awaited<ReturnType<typeof visitList>>} Visited */

const visits = Number(process.env.LATCHKEY_BENCH_VISITS ?? 15)
const timeout = 30_000

/** A wallet in our list of all. */
export const ourCells = 'main[data-view="AllWallets"] button.cell'

/**
 * A dialog with a list of all wallets.
 *
 * @typedef {object} List
 * @property {string} name
 * @property {string} page address
 * @property {boolean} isFramed false: it is drawn in the page
 * @property {string} cells selector of a wallet in the list, in documents and open shadow trees alike
 * @property {(frame: Frame) => Locator} all what leads to the list
 */

/**
 * Ours.
 *
 * @param {Contestant} contestant
 * @returns {List}
 */
const ourList = ({ name, page }) => ({
  name,
  page,
  isFramed: true,
  cells: ourCells,
  all: (dialog) => dialog.getByRole('button', { name: /^All wallets/ }),
})

/** Runs in the dialog's document: notes the time from an event until a cell with a text has been drawn. */
function noteCell(/** @type {{ event: string, text: string, cells: string }} */ { event, text, cells }) {
  const noted = { time: 0 }
  Object.assign(window, { noted })
  /** @returns {Element[]} */
  const find = (/** @type {Document | ShadowRoot} */ root) =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(element.matches(cells) ? [element] : []),
      ...(element.shadowRoot ? find(element.shadowRoot) : []),
    ])
  const isDrawn = (/** @type {Element} */ element) =>
    (element.shadowRoot ?? element).textContent?.includes(text) && element.getBoundingClientRect().height > 0
  addEventListener(
    event,
    ({ timeStamp }) => {
      const look = () => {
        // In the frame after the one in which it is there, it has been drawn.
        if (find(document).some(isDrawn)) requestAnimationFrame((now) => Object.assign(noted, { time: now - timeStamp }))
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    },
    { capture: true, once: true },
  )
}

/** @returns milliseconds from what a user does until the cell is there */
async function timeCell(
  /** @type {Frame} */ dialog,
  /** @type {Parameters<typeof noteCell>[0]} */ wanted,
  /** @type {() => Promise<void>} */ act,
) {
  await dialog.evaluate(noteCell, wanted)
  await act()
  const time = await dialog.waitForFunction(
    () => /** @type {Window & { noted: { time: number } }} */ (/** @type {unknown} */ (window)).noted.time,
    undefined,
    { timeout },
  )
  return /** @type {Promise<number>} */ (time.jsonValue())
}

/** The document in which a dialog draws, once it is there. */
async function dialogOf(/** @type {Page} */ page, /** @type {List} */ { isFramed }) {
  if (!isFramed) return page.mainFrame()
  const element = await page.waitForSelector('iframe[data-latchkey="dialog"]', { state: 'visible' })
  // The frame is there before its document is, which whoever looks for a button in it waits for.
  const found = await element.contentFrame()
  if (!found) throw new Error('There is no dialog.')
  return found
}

/** One visit of a newcomer, who looks at the first view for a second. */
async function visitList(/** @type {Browser} */ browser, /** @type {List} */ list) {
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  try {
    const page = await context.newPage()
    await page.goto(list.page, { waitUntil: 'load' })
    await page.click('#open[data-ready]')
    const dialog = await dialogOf(page, list)
    const all = list.all(dialog)
    await all.waitFor({ timeout })
    await page.waitForTimeout(1_000)
    const { cells } = list
    const row = await timeCell(dialog, { event: 'click', text: '', cells }, () => all.click())
    const field = dialog.locator('input[type=search], wui-search-bar input')
    await field.click()
    const result = await timeCell(dialog, { event: 'input', text: 'Rainbow', cells }, () =>
      field.pressSequentially('rainbow', { delay: 0 }),
    )
    return { row, result }
  } finally {
    await context.close()
  }
}

/**
 * AppKit, in its last major version that has an open licence.
 *
 * @returns {List}
 */
const appKit = (/** @type {string} */ address, /** @type {Product} */ { api, projectId }) => ({
  name: 'AppKit',
  isFramed: false,
  page: `${address}?${new URLSearchParams({ api, projectId })}`,
  cells: 'w3m-all-wallets-list-item',
  all: (page) => page.getByTestId('all-wallets'),
})

/**
 * From the press on "All wallets" to the first wallet, and from the first key of a search to its first result: ours and AppKit's by turns, with the
 * same directory from the same server.
 */
export async function benchAllWallets(
  /** @type {Browser} */ browser,
  /** @type {Pages} */ pages,
  /** @type {Product} */ product,
  /** @type {Lifetime} */ lifetime,
) {
  const served = await openPeers(['appkit'], lifetime)
  const lists = { ours: ourList(ours(pages, product, 'none')), other: appKit(served.page('appkit'), product) }
  const found = { ours: /** @type {Visited[]} */ ([]), other: /** @type {Visited[]} */ ([]) }
  try {
    // The first round fills the caches of the server, and is not counted.
    for (let turn = -1; turn < visits; turn += 1) {
      for (const name of /** @type {const} */ (['ours', 'other'])) {
        const visited = await visitList(browser, lists[name])
        if (turn >= 0) found[name].push(visited)
      }
    }
  } finally {
    served.close()
  }
  const of = (/** @type {'row' | 'result'} */ what) => {
    const times = (/** @type {'ours' | 'other'} */ name) =>
      spread(
        found[name].map((visited) => visited[what]),
        0,
      )
    return { ours: times('ours'), other: times('other'), ratio: round(times('ours').median / times('other').median, 2) }
  }
  return { version: versionOf('@reown/appkit'), row: of('row'), result: of('result') }
}
