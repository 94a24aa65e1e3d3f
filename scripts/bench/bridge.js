import { median, spread } from './statistics.js'

/** @import { Browser } from '@playwright/test' */
/** @import { Pages } from './pages.js' */

/**
 * Round trips between two origins: the Bridge against a raw MessagePort, in one run.
 *
 * @returns by payload: median and quartiles in milliseconds, and of the ratios of the turns' medians
 */
export async function benchBridge(/** @type {Browser} */ browser, /** @type {Pages} */ pages) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${pages.origin('shop')}/page`)
  await page.waitForFunction(() => Boolean(window.bench))
  const results = await page.evaluate((origin) => window.bench(origin), pages.origin('frame'))
  await context.close()
  return Object.fromEntries(
    Object.entries(results).map(([payload, turns]) => [
      payload,
      {
        port: spread(
          turns.flatMap(({ port }) => port),
          3,
        ),
        bridge: spread(
          turns.flatMap(({ bridge }) => bridge),
          3,
        ),
        ratio: spread(
          turns.map(({ port, bridge }) => median(bridge) / median(port)),
          2,
        ),
      },
    ]),
  )
}
