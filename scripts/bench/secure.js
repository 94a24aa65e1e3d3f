import { chromium } from '@playwright/test'
import { partitionedLaunch } from '../lib/partitioned.js'
import { mailed } from './mailed.js'
import { median, round, spread } from './statistics.js'

/** @import { Browser, Page } from '@playwright/test' */
/** @import { Pages, Product } from './pages.js' */

const repeats = 15
const chainId = 'eip155:31337'

/** @typedef {Parameters<typeof window.secureBench.call>[0]} Method */

/** Signs in by e-mail through the frame's own methods. @returns the EVM address */
export async function signIn(/** @type {Page} */ page, /** @type {Product} */ product) {
  const email = `bench-${crypto.randomUUID()}@example.com`
  const call = (/** @type {Method} */ method, params = {}) =>
    page.evaluate(({ method: name, params: given }) => window.secureBench.call(name, { id: crypto.randomUUID(), ...given }), {
      method,
      params,
    })
  const { number } = /** @type {{ number: string }} */ (await call('connectEmail', { email }))
  const token = await mailed(product, email, /\/verify#(\S+)/)
  await page.evaluate(({ url, body }) => fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }), {
    url: `${product.api}/auth/v1/link/approve`,
    body: JSON.stringify({ token, number }),
  })
  await call('connectDevice')
  await call('connectOtp', { otp: await mailed(product, email, /\b(\d{6})\b/) })
  // The plain account: a signature of the smart one is another thing than what it is compared with.
  const { accounts } = /** @type {{ accounts: { namespace: string, type: string, address: string }[] }} */ (
    await call('getUser', { preferredAccountType: 'eoa' })
  )
  const account = accounts.find(({ namespace, type }) => namespace === 'eip155' && type === 'eoa')
  if (!account) throw new Error('There is no plain account.')
  return account.address
}

/**
 * One signature.
 *
 * @param {Page} page
 * @param {string} secure origin
 * @param {string} address
 * @param {{ from: string, to: string }} [marks] names by which the browser notes the press and the end, for a trace
 * @returns milliseconds from the press on the approving button until the signature is in the dialog's page
 */
export async function timeSigning(page, secure, address, marks) {
  await page.evaluate(([account, chain]) => window.secureBench.ask(account, chain), /** @type {const} */ ([address, chainId]))
  const frame = page.frames().find((candidate) => candidate.url().startsWith(secure))
  if (!frame) throw new Error('There is no secure frame.')
  const button = frame.locator('[data-testid="approve"][aria-disabled="false"]')
  await button.waitFor()
  await frame.evaluate((from) => {
    const note = (/** @type {Event} */ { timeStamp }) => {
      Object.assign(window, { pressed: performance.timeOrigin + timeStamp })
      if (from) performance.mark(from)
    }
    addEventListener('click', note, { capture: true, once: true })
  }, marks?.from)
  await button.click()
  const result = await page.evaluate(async (to) => {
    const at = await window.secureBench.result()
    if (to) performance.mark(to)
    return at
  }, marks?.to)
  if (result === undefined) throw new Error('Nothing was asked.')
  return result - (await frame.evaluate(() => /** @type {Window & { pressed: number }} */ (/** @type {unknown} */ (window)).pressed))
}

const row = (/** @type {readonly number[]} */ ours, /** @type {readonly number[]} */ plain, /** @type {string} */ against) => ({
  ours: spread(ours),
  plain: spread(plain),
  ratio: round(median(ours) / median(plain), 2),
  against,
})

/**
 * A page on the dialog's address that frames the secure origin as the dialog does.
 *
 * @returns the page, and how it starts the frame anew: milliseconds until it is connected
 */
export async function openSecure(/** @type {Browser} */ browser, /** @type {Pages} */ pages, /** @type {Product} */ product) {
  const page = await browser.newPage()
  const address = `${product.dialog}/bench`
  const isOurs = (/** @type {URL} */ url) => url.href === address || url.href === `${product.dialog}/secure.js`
  await page.route(isOurs, (route) =>
    route.continue({ url: `${pages.origin('shop')}${route.request().url() === address ? '/secure' : '/secure.js'}` }),
  )
  await page.goto(address)
  await page.waitForFunction(() => Boolean(window.secureBench))
  const query = new URLSearchParams({ projectId: product.projectId, chainId, version: '4', origin: pages.origin('shop') })
  const sdk = `${product.secure}/sdk?${query}`
  return { page, boot: () => page.evaluate((url) => window.secureBench.boot(url), sdk) }
}

/**
 * The secure frame against what a page could do by itself, in one run and in turns: its boot against an empty document's, its unlocking against
 * the plain way from words to an account, and a signature from the press to the result against one with a key that lies in the page.
 *
 * @param executablePath of the browser: this part launches its own, in which frames of other sites have storage
 */
export async function benchSecure(/** @type {string} */ executablePath, /** @type {Pages} */ pages, /** @type {Product} */ product) {
  const browser = await chromium.launch(await partitionedLaunch(executablePath))
  try {
    const { page, boot } = await openSecure(browser, pages, product)
    const empty = `${pages.origin('frame')}/empty`
    /** @type {Record<'boot' | 'empty' | 'unlock' | 'words' | 'sign' | 'bare', number[]>} */
    const times = { boot: [], empty: [], unlock: [], words: [], sign: [], bare: [] }

    const loadEmpty = () => page.evaluate((url) => window.secureBench.empty(url), empty)
    await boot()
    await loadEmpty()
    await boot()
    const account = await signIn(page, product)
    for (let index = 0; index < repeats; index += 1) {
      times.empty.push(await loadEmpty())
      times.boot.push(await boot())
      times.unlock.push(await page.evaluate(() => window.secureBench.unlock()))
      times.words.push(await page.evaluate(() => window.secureBench.words()))
      times.sign.push(await timeSigning(page, product.secure, account))
      times.bare.push(await page.evaluate(() => window.secureBench.bare()))
    }
    return {
      'boot until connected': row(times.boot, times.empty, 'An empty document of another origin, until loaded'),
      'unlock with a stored session': row(times.unlock, times.words, 'Words to an account, by viem in the page'),
      'press on "Sign" until the signature is there': row(times.sign, times.bare, 'A signature by viem, with the key in the page'),
    }
  } finally {
    await browser.close()
  }
}
