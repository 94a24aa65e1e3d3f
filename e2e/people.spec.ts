import { readFileSync } from 'node:fs'
import { languageTags } from '@latchkey/protocol'
import type { Page } from '@playwright/test'
import type { DialogDriver } from './support/dialog.ts'
import { dialogFrame } from './support/frames.ts'
import { inspect } from './support/inspect.ts'
import { connected, expect, openConnect, stateOf, test } from './support/test.ts'

/* How different users meet the dialog. */

/** Presses Tab until the wanted element has the focus, as a user would. */
async function tabTo(page: Page, isFocused: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 25; presses += 1) {
    if (await isFocused()) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not reach it')
}

const focused = (dialog: DialogDriver, name: RegExp) => () =>
  dialog.main.evaluate((main, source) => {
    const active = main.ownerDocument.activeElement
    return new RegExp(source).test(active?.getAttribute('aria-label') ?? active?.textContent ?? '')
  }, name.source)

test('behavior: the keyboard alone connects and disconnects', async ({ page, hosts, install, dialog }) => {
  await install()
  await page.goto(hosts.url('meadow', 'script'))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.shows('Connect')
  await tabTo(page, focused(dialog, /^Harbor/))
  await page.keyboard.press('Enter')
  await connected(page)
  await dialog.closed()
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.shows('Account')
  await tabTo(page, focused(dialog, /^Disconnect/))
  await page.keyboard.press('Enter')
  await expect.poll(() => stateOf(page).then(({ status }) => status)).toBe('disconnected')
})

test('behavior: opened by keyboard, the first row has the focus; Escape closes and gives it back', { tag: '@once' }, async ({
  page,
  hosts,
  install,
  dialog,
}) => {
  await install()
  await page.goto(hosts.url('meadow', 'script'))
  await page.getByRole('button', { name: 'Connect wallet' }).focus()
  await page.keyboard.press('Enter')
  await dialog.shows('Connect')
  await expect(dialog.wallet('WalletConnect')).toBeFocused()
  await page.keyboard.press('Escape')
  await dialog.closed()
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeFocused()
})

test('behavior: Escape goes back first, and twice in a row never leaves a dead page', { tag: '@once' }, async ({
  page,
  hosts,
  install,
  dialog,
}) => {
  const extension = await install()
  extension.on('eth_requestAccounts', 'ask')
  await openConnect(page, hosts.url('meadow', 'script'))
  await dialog.choose('Harbor')
  await dialog.shows('ConnectingExternal')
  await page.keyboard.press('Escape')
  await dialog.shows('Connect')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog.closed()
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await dialog.shows('Connect')
})

test('behavior: steps aside for a question of the page’s own wallet, and comes back', async ({ page, server, dialog }) => {
  await openConnect(page, server.app)
  await dialog.choose('Test wallet')
  const prompt = page.locator('dialog.test-wallet')
  await expect(prompt).toBeVisible()
  await dialog.closed()
  // Reachable by keyboard and pointer: nothing of ours makes it inert.
  await expect(prompt.getByRole('button', { name: 'Connect' })).toBeFocused()
  await prompt.getByRole('button', { name: 'Reject' }).click()
  await dialog.shows('ConnectingExternal')
  await expect(dialog.heading('Request cancelled')).toBeVisible()
})

test('behavior: steps aside for a plain overlay that a wallet draws into the page', { tag: '@once' }, async ({
  page,
  hosts,
  install,
  dialog,
}) => {
  const extension = await install()
  extension.on('eth_requestAccounts', 'ask')
  await openConnect(page, hosts.url('meadow', 'script'))
  await dialog.choose('Harbor')
  await expect.poll(() => extension.pending.length).toBe(1)
  await page.evaluate(() => {
    const overlay = document.createElement('div')
    overlay.id = 'wallet-overlay'
    overlay.style.cssText = 'position:fixed;inset:40px;background:#fff;z-index:2147483647'
    const yes = document.createElement('button')
    yes.textContent = 'Approve in the page'
    overlay.append(yes)
    document.body.append(overlay)
  })
  await dialog.closed()
  // A real click: an inert page would not take it.
  await page.getByRole('button', { name: 'Approve in the page' }).click()
  await page.evaluate(() => document.getElementById('wallet-overlay')?.remove())
  extension.decide({ code: 4001, message: 'User rejected the request.' })
  await dialog.shows('ConnectingExternal')
})

test('behavior: Arabic is drawn from right to left and does the job', { tag: '@once' }, async ({ page, hosts, install, dialog }) => {
  await install()
  await openConnect(page, hosts.url('meadow', 'script', { locale: 'ar' }))
  await expect(dialog.frame.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(dialog.frame.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(dialog.frame.getByRole('heading', { level: 1 })).toContainText(/[\u0600-\u06ff]/)
  // The wallet's icon stands at the right end of its row.
  const row = await dialog.wallet('Harbor').boundingBox()
  const icon = await dialog.wallet('Harbor').locator('img').boundingBox()
  expect((icon?.x ?? 0) - (row?.x ?? 0)).toBeGreaterThan((row?.width ?? 0) / 2)
  await dialog.wallet('Harbor').click()
  await connected(page)
})

const readWords = (...files: readonly string[]): Readonly<Record<string, string>> =>
  Object.assign(
    {},
    ...files.map((file) => JSON.parse(readFileSync(new URL(`../dialog-app/src/locales/${file}.json`, import.meta.url), 'utf8')) as object),
  )

test('behavior: every language is there to choose, and the dialog speaks it on a small phone with nothing cut off', {
  tag: '@once',
}, async ({ page, server, dialog }) => {
  await page.setViewportSize({ width: 320, height: 740 })
  await page.goto(server.app)
  const nothingIsCutOff = async (tag: string) => expect.soft((await inspect(await dialogFrame(page), 'none')).overflow, tag).toEqual([])
  for (const tag of languageTags) {
    const words = tag === 'en' ? readWords('en', 'next-en', 'later-en') : readWords(tag)
    const said = (id: string) => words[id] ?? `${id} is missing`
    await page.getByLabel('Dialog language').selectOption(tag)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await dialog.shows('Connect')
    await expect(dialog.frame.locator('html')).toHaveAttribute('lang', tag)
    await expect(dialog.button(said('connect.allWallets'))).toBeVisible()
    await nothingIsCutOff(tag)
    await dialog.button(said('connect.allWallets')).click()
    await expect(dialog.heading(said('all.title'))).toBeVisible()
    await nothingIsCutOff(tag)
    await dialog.button(said('shell.close')).click()
    await dialog.closed()
  }
})

test('behavior: on a phone the dialog is a sheet at the bottom', { tag: '@once' }, async ({ page, hosts, install, dialog }) => {
  await install()
  await page.setViewportSize({ width: 390, height: 844 })
  await openConnect(page, hosts.url('meadow', 'script'))
  const card = dialog.frame.locator('.card', { has: dialog.main })
  await expect
    .poll(async () => {
      const box = await card.boundingBox()
      return box && { start: box.x, width: box.width, end: Math.round(box.y + box.height) }
    })
    .toEqual({ start: 0, width: 390, end: 844 })
  await dialog.wallet('Harbor').click()
  await connected(page)
})

test('behavior: offline is said, the list stays, and it goes away by itself', { tag: '@once' }, async ({
  page,
  context,
  hosts,
  install,
  dialog,
  expectProblems,
}) => {
  // What is on its way when the line breaks is what the browser itself complains of.
  expectProblems('error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED')
  await install()
  await openConnect(page, hosts.url('meadow', 'script'))
  await context.setOffline(true)
  // A view that is on its way in may still have its picture beside it.
  await expect(dialog.text('You’re offline').first()).toBeVisible()
  await expect(dialog.wallet('Harbor')).toBeVisible()
  await context.setOffline(false)
  await expect(dialog.text('You’re offline')).toHaveCount(0)
})

test('behavior: the theme follows the page and the user', { tag: '@once' }, async ({ page, hosts, install, dialog }) => {
  await install()
  await page.emulateMedia({ colorScheme: 'dark' })
  await openConnect(page, hosts.url('meadow', 'script'))
  await expect(dialog.frame.locator('[data-theme="dark"]').first()).toBeAttached()
  await page.evaluate(() => window.host.modal.setTheme({ themeMode: 'light' }))
  await expect(dialog.frame.locator('[data-theme="light"]').first()).toBeAttached()
})

test('behavior: opened for a view whose code is slow: what was there before is not shown, and it is said that something comes', {
  tag: '@once',
}, async ({ page, hosts, dialog }) => {
  let release: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/assets\/AllWallets-.*\.js/, (route) => held.then(() => route.continue()))
  await page.goto(hosts.url('slow-view', 'script'))
  await page.evaluate(() => void window.host.modal.open({ view: 'AllWallets' }))
  await expect(dialog.frame.locator('.card[aria-busy="true"]')).toBeVisible()
  await expect(dialog.main).toBeHidden()
  release()
  await dialog.shows('AllWallets')
  await expect(dialog.heading('All wallets')).toBeVisible()
  await page.keyboard.press('Escape')
  await dialog.closed()
})

test('behavior: open resolves with the session, and with null when the user closes it', async ({ page, hosts, install, dialog }) => {
  await install()
  await page.goto(hosts.url('meadow', 'script'))
  const closing = page.evaluate(() => window.host.modal.open())
  await dialog.shows('Connect')
  await dialog.button('Close').click()
  expect(await closing).toBeNull()
  const opening = page.evaluate(() => window.host.modal.open())
  await dialog.choose('Harbor')
  expect(await opening).toMatchObject({
    namespace: 'eip155',
    networkId: 'eip155:31337',
    caipAddress: expect.stringMatching(/^eip155:31337:0x/),
    wallet: { name: 'Harbor', kind: 'host' },
  })
})
