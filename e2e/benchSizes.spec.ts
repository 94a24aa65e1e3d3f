import { gzipBodyBytes } from '../scripts/bench/gzipBodyBytes.js'
import { connectRows } from '../scripts/bench/opening.js'
import { servePages } from '../scripts/bench/pages.js'
import { type WatchedWindow, watchRows } from '../scripts/bench/watchRows.js'
import { expect, test } from './support/problems.ts'
import { readServer } from './support/server.ts'

/* Sizes as a visitor's browser meets them; `scripts/checks/sizes.js` judges the same from the build. */

let pages: Awaited<ReturnType<typeof servePages>>
test.beforeAll(async () => {
  pages = await servePages(readServer())
})
test.afterAll(() => pages.close())

test('behavior: the first Connect view needs at most 120 kB of script, and the page itself at most 10 kB before use', async ({
  page,
  context,
}) => {
  const { sdk, dialog } = readServer()
  await context.addInitScript(watchRows, { rows: connectRows, text: '', press: false })
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

  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.frameLocator('iframe[data-latchkey="dialog"]').locator('main[data-view="Connect"] button').first().waitFor()
  const frame = page.frames().find((candidate) => candidate.url().startsWith(dialog))
  const needed = await frame?.evaluate(() => {
    const shown = (window as unknown as WatchedWindow).watched.frames[0] ?? Number.POSITIVE_INFINITY
    return performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.split('?')[0]?.endsWith('.js') && performance.timeOrigin + entry.startTime <= shown)
      .map((entry) => entry.name)
  })
  expect(needed?.length).toBeGreaterThan(0)
  let bytes = 0
  for (const url of new Set(needed)) bytes += await gzipBodyBytes(url)
  expect(bytes).toBeLessThanOrEqual(120_000)
})
