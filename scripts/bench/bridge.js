import { median, quantile, round } from './statistics.js'

/** @import { Browser } from '@playwright/test' */
/** @import { Pages } from './pages.js' */

/**
 * Round trips between two origins: the Bridge against a raw MessagePort, in one run.
 *
 * @returns by payload: median and 95th percentile in milliseconds, and the ratio of the medians
 */
export async function benchBridge(/** @type {Browser} */ browser, /** @type {Pages} */ pages) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${pages.origin('shop')}/page`)
  await page.waitForFunction(() => Boolean(window.bench))
  const results = await page.evaluate((origin) => window.bench(origin), pages.origin('frame'))
  await context.close()
  const facts = (/** @type {readonly number[]} */ times) => ({ median: round(median(times), 3), p95: round(quantile(times, 0.95), 3) })
  return Object.fromEntries(
    Object.entries(results).map(([payload, { port, bridge }]) => [
      payload,
      { port: facts(port), bridge: facts(bridge), ratio: round(median(bridge) / median(port), 2) },
    ]),
  )
}
