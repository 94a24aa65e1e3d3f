import type { Page, Route } from '@playwright/test'
import { PNG } from 'pngjs'
import { expect, test } from './support/test.ts'

/* The first view is drawn before the dialog's own code runs: it looks as it stays, and what is done with it counts. */

/** Holds back the dialog's own code, and what it would ask the directory, until it is told. */
async function holdDialog(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route: Route) => {
    await released
    await route.continue()
  })
  // Its count is no part of the first view.
  await page.route('**/getWallets?*', () => {})
  return release
}

const rowsIn = (page: Page) => page.frameLocator('iframe[data-latchkey="dialog"]').locator('main[data-view="Connect"] ul.list button')

/** React has taken the elements over. */
const takenOver = (page: Page) => expect.poll(() => page.evaluate(() => window.host.modal.getState().ready)).toBe(true)

function differingPixels(one: Buffer, other: Buffer): number {
  const [before, after] = [PNG.sync.read(one), PNG.sync.read(other)]
  if (before.width !== after.width || before.height !== after.height) return Number.POSITIVE_INFINITY
  let count = 0
  for (let at = 0; at < before.data.length; at += 4)
    if ([0, 1, 2].some((channel) => Math.abs((before.data[at + channel] ?? 0) - (after.data[at + channel] ?? 0)) > 8)) count += 1
  return count
}

const looks = [
  { name: 'light, with an extension', options: {}, extension: true },
  { name: 'dark', options: { themeMode: 'dark' } },
  { name: 'a wallet used before, on a phone', options: {}, phone: true, recent: ['io.rabby'] },
  { name: 'without logins', options: { features: { email: false, socials: false } } },
] as const

test('behavior: the first view looks the same before and after the dialog takes it over @once', async ({
  context,
  hosts,
  install,
  server,
}) => {
  for (const [index, look] of looks.entries()) {
    const { name, options } = look
    if ('extension' in look) await install()
    const page = await context.newPage()
    if ('phone' in look) await page.setViewportSize({ width: 390, height: 780 })
    const site = `first${index}`
    const url = hosts.url(site, 'npm', { preload: 'none', ...options })
    if ('recent' in look)
      await page.addInitScript(
        ([key, value]) => {
          if (location.host.startsWith('dialog.')) localStorage.setItem(key, value)
        },
        [`latchkey:1:${server.projectId}:${new URL(url).origin}:recentWallets`, JSON.stringify(look.recent)] as const,
      )
    const release = await holdDialog(page)
    await page.goto(url)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await rowsIn(page).first().waitFor()
    const pictures = rowsIn(page).locator('img')
    await expect.poll(() => pictures.evaluateAll((all) => all.every((img) => (img as HTMLImageElement).complete))).toBe(true)
    const words = await rowsIn(page).allInnerTexts()
    const first = await page.screenshot({ animations: 'disabled' })
    release()
    await takenOver(page)
    expect(await rowsIn(page).allInnerTexts(), name).toEqual(words)
    expect(differingPixels(first, await page.screenshot({ animations: 'disabled' })), name).toBe(0)
    await page.close()
  }
})

test('behavior: what is typed and pressed before the dialog runs is carried out when it does @once', async ({ page, hosts, dialog }) => {
  const release = await holdDialog(page)
  await page.goto(hosts.url('early', 'npm', { preload: 'none' }))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.frame.locator('input[type="email"]').fill('ada@example.com')
  await dialog.button('Continue with email').click()
  await dialog.shows('Connect')
  release()
  await dialog.shows('EmailLogin')
  await expect(dialog.frame.getByRole('textbox', { name: 'Email' })).toHaveValue('ada@example.com')
})

test('behavior: a part of the dialog whose connection breaks is fetched again @once', async ({ page, hosts, dialog, expectProblems }) => {
  expectProblems('error: Failed to load resource: net::ERR_CONNECTION_RESET')
  const asked = new Map<string, number>()
  // Each is asked for ahead of time, and when it is needed.
  await page.route(/\/assets\/(index|AllWallets)-[^/]+\.js$/, (route: Route) => {
    const url = route.request().url()
    asked.set(url, (asked.get(url) ?? 0) + 1)
    return (asked.get(url) ?? 0) > 2 ? route.continue() : route.abort('connectionreset')
  })
  await page.goto(hosts.url('broken', 'npm', { preload: 'none' }))
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.choose('All wallets')
  await dialog.shows('AllWallets')
  expect([...asked.values()].map((times) => times > 2)).toEqual([true, true])
})

test('behavior: a visitor who saves data gets the script alone until they reach for the dialog @once', async ({ page, hosts, server }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(hosts.url('thrifty', 'script'))
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  await page.waitForLoadState('networkidle')
  const own = new URL(page.url()).origin
  expect(asked.filter((url) => !url.startsWith(own) && !url.startsWith('data:'))).toEqual([server.sdk])
})
