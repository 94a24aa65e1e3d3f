import { spawn } from 'node:child_process'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import { root } from '../entry/root.js'
import { chromiumArgs } from '../lib/chromium.js'
import { ensureChromium } from '../lib/ensureChromium.js'
import { servePages } from './pages.js'
import { benchPort } from './port.js'

/** @import { Browser } from '@playwright/test' */
/** @import { Lifetime, Own } from '../entry/lifetime.js' */
/** @import { Pages, Product } from './pages.js' */

/** Other hosts are this machine, which refuses at once: nobody's network is measured. */
const onlyLoopback = ['--host-resolver-rules=MAP * 127.0.0.1:1, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1']

/** Starts the product and waits for the line that describes it. */
async function startProduct(/** @type {string | undefined} */ overlays, /** @type {Own} */ own) {
  const child = spawn(process.execPath, [join(root, 'scripts/start.js'), '--port', String(benchPort), '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(overlays ? { LATCHKEY_WALLETS: overlays } : {}) },
  })
  const stop = () =>
    new Promise((resolve) => {
      if (child.exitCode !== null) return resolve(undefined)
      child.once('exit', resolve)
      child.kill('SIGTERM')
    })
  if (child.pid) child.once('exit', own(child.pid, stop))
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('{')) return { product: /** @type {Product} */ (JSON.parse(line)), stop }
  throw new Error('The product did not start.')
}

/**
 * Does something with the whole product, the pages of the bench and a browser, and stops them.
 *
 * @template T
 * @param {Lifetime} lifetime
 * @param {string | undefined} overlays folder of a wallet directory of its own
 * @param {(parts: { browser: Browser, pages: Pages, product: Product, executablePath: string }) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inBrowser(lifetime, overlays, work) {
  const chromiums = await ensureChromium()
  if (!chromiums) throw new Error('No Chromium could be found or installed. Set CHROMIUM_PATH.')
  const { product, stop } = await startProduct(overlays, lifetime.own)
  const pages = await servePages(product)
  // One with windows draws pages of its own, 200 files of them, in the first seconds of each visit: they took as much of the processor as the dialog.
  const browser = await chromium.launch({ executablePath: chromiums.quick ?? chromiums.full, args: [...chromiumArgs, ...onlyLoopback] })
  try {
    return await work({ browser, pages, product, executablePath: chromiums.full })
  } finally {
    await browser.close()
    await pages.close()
    await stop()
  }
}
