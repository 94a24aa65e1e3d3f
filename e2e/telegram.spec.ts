import type { Page } from '@playwright/test'
import { dialogOf } from './support/dialog.ts'
import { expect, test } from './support/test.ts'

/* Telegram's own browser. Its bridge is in the page at the top alone: the dialog learns of it from the page. */

const tablet = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'

/** Puts Telegram's bridge into the page, as its apps do. */
const enterTelegram = (page: Page, platform?: string) =>
  page.addInitScript((name) => {
    if (window !== window.top) return
    Object.assign(window, { TelegramWebviewProxy: { postEvent() {} }, ...(name ? { Telegram: { WebApp: { platform: name } } } : {}) })
  }, platform)

/** The providers that the dialog offers, by name. */
async function offered(page: Page): Promise<string[]> {
  const dialog = dialogOf(page)
  void page.evaluate(() => void window.host.modal.open())
  await dialog.shows('Connect')
  const more = dialog.button('More ways to sign in')
  await expect(
    dialog
      .button(/^Continue with (?!email)/)
      .or(more)
      .first(),
  ).toBeVisible()
  if (await more.isVisible()) await more.click()
  const names = await dialog.button(/^Continue with (?!email)/).allTextContents()
  const labels = await Promise.all((await dialog.button(/^Continue with (?!email)/).all()).map((one) => one.getAttribute('aria-label')))
  return names.map((text, index) => (labels[index] ?? text).replace('Continue with ', ''))
}

test.describe('@once providers that Telegram’s browser cannot use are not offered', () => {
  for (const { name, userAgent, platform, absent, present } of [
    { name: 'iPhone', userAgent: iphone, platform: undefined, absent: ['Google', 'Facebook'], present: ['X', 'Apple'] },
    { name: 'iPad, by what Telegram says', userAgent: tablet, platform: 'ios', absent: ['Google', 'Facebook'], present: ['X', 'Apple'] },
    { name: 'Mac', userAgent: tablet, platform: 'macos', absent: ['X'], present: ['Google', 'Facebook'] },
  ])
    test.describe(name, () => {
      test.use({ userAgent })

      test('behavior: the page’s environment decides', async ({ page, hosts }) => {
        await enterTelegram(page, platform)
        await page.goto(hosts.url('meadow', 'script'))
        const names = await offered(page)
        expect(names).toEqual(expect.arrayContaining(present))
        for (const one of absent) expect(names).not.toContain(one)
      })
    })
})
