import { startTestServer } from '@latchkey/testkit/src/server/startTestServer.ts'
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { dialogOf } from './dialog.ts'

/** A provider's button in the Connect view, once it is on screen. The server says which there are, and those that find no room are behind one button. */
export async function providerButton(page: Page, name: string): Promise<Locator> {
  const dialog = dialogOf(page)
  await dialog.shows('Connect')
  const button = dialog.button(`Continue with ${name}`)
  const more = dialog.button('More ways to sign in')
  await expect(button.or(more).first()).toBeVisible()
  if (!(await button.isVisible())) await more.click()
  return button
}

/** Presses a provider's button in the Connect view. @returns the window that the press opened */
export async function openProvider(page: Page, name: string): Promise<Page> {
  const button = await providerButton(page, name)
  const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()])
  return popup
}

/** The providers that the Connect view offers, by name. */
export async function offeredSocials(page: Page): Promise<readonly string[]> {
  const dialog = dialogOf(page)
  const more = dialog.button('More ways to sign in')
  if (await more.isVisible()) await more.click()
  const buttons = await dialog.button(/^Continue with (?!email)/).all()
  const labels = await Promise.all(buttons.map((one) => one.getAttribute('aria-label')))
  return labels.map((label) => (label ?? '').replace('Continue with ', ''))
}

/** Says who one is on the page that plays the provider. */
export async function answerProvider(popup: Page, name: string, decision: 'Approve' | 'Deny' = 'Approve'): Promise<void> {
  await popup.getByLabel('Name').fill(name)
  await popup.getByRole('button', { name: decision }).click()
}

/** Picks the number that the dialog shows on the last page of a window that was cut off. */
export async function pickNumber(page: Page, popup: Page): Promise<void> {
  const number = await dialogOf(page).main.locator('.pick b').textContent({ timeout: 15_000 })
  await popup.getByRole('button', { name: number ?? '', exact: true }).click()
}

/** A name that nobody used before. */
export const newName = () => `mira${crypto.randomUUID().slice(0, 8)}`

/**
 * From now on the provider cuts its window off from whoever opened it, as some do: the way to it leads over a page with an opener policy of its own.
 *
 * @returns the way to stop
 */
export async function cutOff(context: BrowserContext): Promise<() => Promise<void>> {
  const server = await startTestServer((_request, response, { pathname }) => {
    if (pathname !== '/') return false
    response.writeHead(200, { 'content-type': 'text/html', 'cross-origin-opener-policy': 'same-origin' })
    response.end('<!doctype html><title>On the way</title><script>location.replace(decodeURIComponent(location.hash.slice(1)))</script>')
  })
  const first = /127\.0\.0\.1:\d+\/auth\?/
  let cut = false
  await context.route(first, async (route) => {
    if (cut) return route.fallback()
    cut = true
    await route.fulfill({
      status: 302,
      headers: { location: `http://127.0.0.1:${server.port}/#${encodeURIComponent(route.request().url())}` },
    })
  })
  return async () => {
    await context.unroute(first)
    await server.close()
  }
}
