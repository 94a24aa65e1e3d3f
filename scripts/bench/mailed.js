/** @import { Product } from './pages.js' */

/**
 * Waits for a mail in which the pattern is found, and answers its first group.
 *
 * @throws Error when none comes within 20 s
 */
export async function mailed(/** @type {Pick<Product, 'mail'>} */ { mail }, /** @type {string} */ address, /** @type {RegExp} */ pattern) {
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    const [newest] = await (await fetch(`${mail}/messages?to=${encodeURIComponent(address)}`)).json()
    const found = pattern.exec(newest?.text ?? '')?.[1]
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`No mail to ${address}.`)
}
