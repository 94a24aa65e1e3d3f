import { gzipBodyBytes } from '../scripts/bench/gzipBodyBytes.js'
import { measureTraffic, ours } from '../scripts/bench/opening.js'
import { servePages } from '../scripts/bench/pages.js'
import { expect, test } from './support/problems.ts'
import { readServer } from './support/server.ts'

/* What goes over the wire, as a visitor's browser meets it; `scripts/checks/sizes.js` judges the same from the build. */

/** Most that an opening may ask for, with all that is fetched behind the first view. A second visit finds the rest in its cache. */
const budgets = { first: { requests: 12, bytes: 210_000 }, second: { requests: 3, bytes: 5_000 } }

let pages: Awaited<ReturnType<typeof servePages>>
test.beforeAll(async () => {
  pages = await servePages(readServer())
})
test.afterAll(() => pages.close())

test('behavior: the page itself needs at most 10 kB before use @once', async ({ page }) => {
  const { sdk } = readServer()
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && request.frame() === page.mainFrame()) scripts.push(request.url())
  })
  // A page that is never idle: nothing is used yet, and nothing is made ready.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  await page.goto(`${pages.origin('shop')}/host`)
  await page.waitForFunction(() => 'Modal' in window)
  expect(scripts).toEqual([sdk])
  expect(await gzipBodyBytes(sdk)).toBeLessThanOrEqual(10_000)
})

test('behavior: a first opening and a second visit ask for no more than their budgets @once', async ({ browser }) => {
  const traffic = await measureTraffic(browser, ours(pages, readServer(), 'none'), readServer())
  for (const [name, { requests, bytes }] of Object.entries(budgets)) {
    const { requests: asked, bytes: sent, urls } = traffic[name as keyof typeof budgets]
    expect(asked, `${name}: ${urls.join(' ')}`).toBeLessThanOrEqual(requests)
    expect(sent, name).toBeLessThanOrEqual(bytes)
  }
})
