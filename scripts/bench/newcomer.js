import { chromium } from '@playwright/test'
import { createPublicClient, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { partitionedLaunch } from '../lib/partitioned.js'
import { mailed } from './mailed.js'
import { spread } from './statistics.js'

/** @import { Browser, BrowserContext, FrameLocator, Page } from '@playwright/test' */
/** @import { Pages, Product } from './pages.js' */

/** The first one fills the caches of the servers, and is not counted. */
const visits = 8
const chainId = 31337
const message = '0x48656c6c6f'

/**
 * What a visitor does, as fast as the dialog lets them; each press and each field filled in counts as one tap.
 *
 * @typedef {object} Visitor
 * @property {Page} page
 * @property {FrameLocator} dialog
 * @property {(act: () => Promise<unknown>) => Promise<void>} tap
 */

/** A wallet in the page, as an extension puts it there, whose user says yes at once. */
async function addWallet(/** @type {BrowserContext} */ context) {
  const account = privateKeyToAccount(generatePrivateKey())
  await context.exposeFunction('benchSign', (/** @type {`0x${string}`} */ raw) => account.signMessage({ message: { raw } }))
  await context.addInitScript(
    ([address, chain]) => {
      const answers = /** @type {Record<string, (params: string[]) => unknown>} */ ({
        eth_requestAccounts: () => [address],
        eth_accounts: () => [],
        eth_chainId: () => chain,
        personal_sign: ([text]) => /** @type {any} */ (window).benchSign(text),
      })
      const provider = {
        on: () => {},
        removeListener: () => {},
        request: async (/** @type {{ method: string, params?: string[] }} */ { method, params = [] }) => {
          const answer = answers[method]
          if (!answer) throw Object.assign(new Error('Not here'), { code: 4200 })
          return answer(params)
        },
      }
      const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
      const info = { uuid: '5d5b33ca-0d5a-4f0b-8f5c-9d3f8f2f8c11', name: 'Harbor', rdns: 'example.harbor', icon }
      const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
      addEventListener('eip6963:requestProvider', announce)
      announce()
    },
    /** @type {const} */ ([account.address, `0x${chainId.toString(16)}`]),
  )
}

/** The ways to connect that are measured. */
const ways = {
  extension: {
    prepare: addWallet,
    connect: async (/** @type {Visitor} */ { dialog, tap }) => tap(() => dialog.getByRole('button', { name: /^Harbor/ }).click()),
    sign: async () => {},
  },
  email: {
    prepare: async () => {},
    connect: async (/** @type {Visitor} */ { page, dialog, tap }, /** @type {Product} */ product) => {
      const address = `bench-${crypto.randomUUID()}@example.com`
      const field = dialog.getByRole('textbox', { name: 'Email' })
      await tap(() => field.fill(address))
      await tap(() => field.press('Enter'))
      const number = (await dialog.locator('.pick b').textContent())?.trim() ?? ''
      const link = await mailed(product, address, /(http:\/\/secure\.localhost:\d+\/verify#\S+)/)
      const tab = await page.context().newPage()
      await tap(() => tab.goto(link, { waitUntil: 'commit' }))
      await tap(() => tab.getByRole('button', { name: number, exact: true }).click())
      await tab.locator('main[data-state="approved"]').waitFor()
      await tab.close()
      const code = await mailed(product, address, /\b(\d{6})\b/)
      await tap(() => dialog.locator('main[data-view="EmailVerifyOtp"]').getByRole('textbox').first().fill(code))
    },
    sign: async (/** @type {Visitor} */ { dialog, tap }) =>
      tap(() => dialog.frameLocator('iframe[data-latchkey="secure"]').locator('[data-testid="approve"][aria-disabled="false"]').click()),
  },
}

/** One visit of a newcomer, from the press on "Connect wallet" until their signature is verified. @returns milliseconds, and taps */
async function visit(
  /** @type {Browser} */ browser,
  /** @type {Pages} */ pages,
  /** @type {Product} */ product,
  /** @type {keyof typeof ways} */ name,
) {
  const way = ways[name]
  const context = await browser.newContext()
  try {
    await way.prepare(context)
    const page = await context.newPage()
    await page.goto(`${pages.origin('shop')}/host?preload=idle`, { waitUntil: 'load' })
    await page.waitForSelector('#open[data-ready]')
    await page.waitForFunction(() => window.Modal.getState().ready)
    const began = performance.now()
    let taps = 0
    const tap = async (/** @type {() => Promise<unknown>} */ act) => {
      taps += 1
      await act()
    }
    const visitor = { page, dialog: page.frameLocator('iframe[data-latchkey="dialog"]'), tap }
    await tap(() => page.click('#open'))
    await way.connect(visitor, product)
    await page.waitForFunction(() => window.Modal.getState().status === 'connected', undefined, { polling: 'raf' })
    // The page asks for what it needs; nobody presses anything for that.
    const signing = page.evaluate(async (text) => {
      const provider = window.Modal.provider('eip155')
      const [address] = /** @type {`0x${string}`[]} */ (await provider.request({ method: 'eth_accounts' }))
      const signature = /** @type {`0x${string}`} */ (await provider.request({ method: 'personal_sign', params: [text, address] }))
      return { address: /** @type {`0x${string}`} */ (address), signature }
    }, message)
    await way.sign(visitor)
    const { address, signature } = await signing
    const client = createPublicClient({ transport: http(product.chains[`eip155:${chainId}`]) })
    if (!(await client.verifyMessage({ address, message: { raw: message }, signature }))) throw new Error('The signature is wrong.')
    return { milliseconds: performance.now() - began, taps }
  } finally {
    await context.close()
  }
}

/**
 * How long a new visitor waits for the machine until their first signature, and how often they tap: who measures reads, decides and types in no time.
 *
 * @param executablePath of the browser: this part launches its own, in which frames of other sites have storage
 */
export async function benchNewcomer(/** @type {string} */ executablePath, /** @type {Pages} */ pages, /** @type {Product} */ product) {
  const browser = await chromium.launch(await partitionedLaunch(executablePath))
  try {
    /** @type {Record<string, { time: ReturnType<typeof spread>, taps: number }>} */
    const results = {}
    for (const name of /** @type {(keyof typeof ways)[]} */ (Object.keys(ways))) {
      const found = []
      for (let round = -1; round < visits; round += 1) {
        const visited = await visit(browser, pages, product, name)
        if (round >= 0) found.push(visited)
      }
      results[name] = {
        time: spread(
          found.map(({ milliseconds }) => milliseconds),
          0,
        ),
        taps: Math.max(...found.map(({ taps }) => taps)),
      }
    }
    return results
  } finally {
    await browser.close()
  }
}
