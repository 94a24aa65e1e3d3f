import { chromium } from '@playwright/test'
import { partitionedLaunch } from '../../lib/partitioned.js'
import { openSecure, signIn, timeSigning } from '../secure.js'
import { moments, traced } from './browser.js'
import { profiled, shares } from './inspector.js'

/** @import { Browser } from '@playwright/test' */
/** @import { Pages, Product } from '../pages.js' */

/**
 * Where both sides of the Bridge, and the bare port beside it, spend their time while messages go to and fro.
 *
 * @returns shares of the time, in percent: both documents are in one process, with one thread
 */
export async function traceBridge(/** @type {Browser} */ browser, /** @type {Pages} */ pages) {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(`${pages.origin('shop')}/page`)
    await page.waitForFunction(() => Boolean(window.bench))
    const run = () => page.evaluate((origin) => window.bench(origin), pages.origin('frame'))
    // Once unrecorded: what is measured is warm.
    await run()
    const session = await context.newCDPSession(page)
    const call = (/** @type {string} */ method, params = {}) => session.send(/** @type {'Profiler.enable'} */ (method), params)
    return await profiled({ call }, run)
  } finally {
    await context.close()
  }
}

/** Where the Bridge's time goes, in words. */
export const textOfBridge = (/** @type {Awaited<ReturnType<typeof traceBridge>>} */ { functions }) => shares(functions, '%').join('\n')

/** One signature of the embedded wallet, from the press on "Sign" until it is in the dialog's page. */
export async function traceSigning(/** @type {string} */ executablePath, /** @type {Pages} */ pages, /** @type {Product} */ product) {
  const browser = await chromium.launch(await partitionedLaunch(executablePath))
  try {
    const { page, boot } = await openSecure(browser, pages, product)
    await boot()
    const account = await signIn(page, product)
    for (let turn = 0; turn < 3; turn += 1) await timeSigning(page, product.secure, account)
    return await traced('signing', browser, () => timeSigning(page, product.secure, account, moments))
  } finally {
    await browser.close()
  }
}
