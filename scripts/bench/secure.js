import { chromium } from '@playwright/test'
import { partitionedLaunch } from '../lib/partitioned.js'
import { median, quantile, round } from './statistics.js'

const repeats = 12
const chainId = 'eip155:31337'

/** Waits for a mail in which the pattern is found, and answers its first group. */
async function mailed({ mail }, address, pattern) {
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    const [newest] = await (await fetch(`${mail}/messages?to=${encodeURIComponent(address)}`)).json()
    const found = pattern.exec(newest?.text ?? '')?.[1]
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`No mail to ${address}.`)
}

/** Signs in by e-mail through the frame's own methods. @returns the EVM address */
async function signIn(page, product) {
  const email = `bench-${crypto.randomUUID()}@example.com`
  const call = (method, params = {}) =>
    page.evaluate(([name, given]) => window.secureBench.call(name, { id: crypto.randomUUID(), ...given }), [method, params])
  const { number } = await call('connectEmail', { email })
  const token = await mailed(product, email, /\/verify#(\S+)/)
  await page.evaluate(
    ([url, body]) => fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
    [`${product.api}/auth/v1/link/approve`, JSON.stringify({ token, number })],
  )
  await call('connectDevice')
  await call('connectOtp', { otp: await mailed(product, email, /\b(\d{6})\b/) })
  // The plain account: a signature of the smart one is another thing than what it is compared with.
  const { accounts } = await call('getUser', { preferredAccountType: 'eoa' })
  return accounts.find(({ namespace, type }) => namespace === 'eip155' && type === 'eoa').address
}

/** Milliseconds from the press on the approving button until the signature is in the dialog's page. */
async function timeSigning(page, secure, address) {
  await page.evaluate(([account, chain]) => window.secureBench.ask(account, chain), [address, chainId])
  const frame = page.frames().find((candidate) => candidate.url().startsWith(secure))
  const button = frame.locator('[data-testid="approve"][aria-disabled="false"]')
  await button.waitFor()
  await frame.evaluate(() =>
    addEventListener('click', ({ timeStamp }) => Object.assign(window, { pressed: performance.timeOrigin + timeStamp }), true),
  )
  await button.click()
  const result = await page.evaluate(() => window.secureBench.result())
  return result - (await frame.evaluate(() => window.pressed))
}

const facts = (times) => ({ median: round(median(times), 1), p95: round(quantile(times, 0.95), 1) })
const row = (ours, plain, against) => ({
  ours: facts(ours),
  plain: facts(plain),
  ratio: round(median(ours) / median(plain), 2),
  against,
})

/**
 * The secure frame against what a page could do by itself, in one run and in turns: its boot against an empty document's, its unlocking against
 * the plain way from words to an account, and a signature from the press to the result against one with a key that lies in the page.
 *
 * @param executablePath of the browser: this part launches its own, in which frames of other sites have storage
 */
export async function benchSecure(executablePath, pages, product) {
  const browser = await chromium.launch(await partitionedLaunch(executablePath))
  try {
    const page = await browser.newPage()
    const address = `${product.dialog}/bench`
    const isOurs = (url) => url.href === address || url.href === `${product.dialog}/secure.js`
    await page.route(isOurs, (route) =>
      route.continue({ url: `${pages.origin('shop')}${route.request().url() === address ? '/secure' : '/secure.js'}` }),
    )
    await page.goto(address)
    await page.waitForFunction(() => Boolean(window.secureBench))
    const query = new URLSearchParams({ projectId: product.projectId, chainId, version: '4', origin: pages.origin('shop') })
    const sdk = `${product.secure}/sdk?${query}`
    const empty = `${pages.origin('frame')}/empty`
    const times = { boot: [], empty: [], unlock: [], words: [], sign: [], bare: [] }
    const run = (name, ...parameters) => page.evaluate(([method, given]) => window.secureBench[method](...given), [name, parameters])

    await run('boot', sdk)
    await run('empty', empty)
    await run('boot', sdk)
    const account = await signIn(page, product)
    for (let index = 0; index < repeats; index += 1) {
      times.empty.push(await run('empty', empty))
      times.boot.push(await run('boot', sdk))
      times.unlock.push(await run('unlock'))
      times.words.push(await run('words'))
      times.sign.push(await timeSigning(page, product.secure, account))
      times.bare.push(await run('bare'))
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
