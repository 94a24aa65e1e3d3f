import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { dialogOf } from './support/dialog.ts'
import { loginByEmail } from './support/login.ts'
import { mailed, newAddress } from './support/mail.ts'
import { stored } from './support/storage.ts'
import { connected, expect, request, stateOf, test } from './support/test.ts'

/* What a login leaves in the browser, and how long: several tabs, signing out, changing the address. */

/** As an address stands in a sentence of any direction. */
const isolated = (address: string) => `\u2066${address}\u2069`
const open = (page: Page) => void page.evaluate(() => void window.host.modal.open())
const accountOf = async (page: Page) => ((await request(page, 'eth_accounts')).result as string[])[0] ?? ''

test('behavior: two tabs are one login; signing out of one ends both and leaves nothing about the user in the browser', {
  tag: '@once',
}, async ({ page, context, browser, server, hosts, dialog, problems }) => {
  const email = newAddress()
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(hosts.url('meadow', 'script'))
    open(tab)
    await dialogOf(tab).shows('Connect')
  }

  await test.step('one mail at a time, whichever tab asks for it', async () => {
    for (const tab of [page, other]) {
      await dialogOf(tab).frame.getByLabel('Email', { exact: true }).fill(email)
      await dialogOf(tab).button('Continue with email').click()
      if (tab === page) await dialog.shows('EmailVerifyDevice')
    }
    await expect(dialogOf(other).text(/Please try again after \d+ seconds/)).toBeVisible()
  })

  await test.step('the login of one tab is the other’s', async () => {
    const number = (await dialog.main.locator('.pick b').textContent()) ?? ''
    // The mail is opened on a phone, which speaks another language and is dark.
    const phone = await browser.newContext({ locale: 'ar-EG', colorScheme: 'dark', viewport: { width: 390, height: 844 } })
    const tab = await phone.newPage()
    await tab.goto(await mailed(server, email, /(http:\/\/secure\.localhost:\d+\/verify#\S+)/))
    await expect(tab.getByRole('heading', { name: `تسجيل الدخول باسم ${isolated(email)}؟` })).toBeVisible()
    await expect(tab.locator('html')).toHaveAttribute('dir', 'rtl')
    expect(await findings(tab)).toEqual([])
    await tab.screenshot({ path: 'e2e/screenshots/frame/verify-arabic-dark.png' })
    await tab.getByRole('button', { name: number, exact: true }).click()
    await expect(tab.locator('main[data-state="approved"]')).toBeVisible()
    expect(await findings(tab)).toEqual([])
    await phone.close()
    await dialog.shows('EmailVerifyOtp')
    await dialog.frame.getByLabel('Six-digit code').fill(await mailed(server, email, /\b(\d{6})\b/))
    await dialog.closed()
    await other.reload()
    await connected(other)
    expect(await accountOf(other)).toBe(await accountOf(page))
  })

  await test.step('signing out', async () => {
    const address = await accountOf(page)
    const places = { host: hosts.origin('meadow'), dialog: server.dialog, secure: server.secure }
    const before = JSON.stringify(await stored(page, places))
    for (const word of [email, 'refreshToken']) expect(before).toContain(word)
    await page.evaluate(() => window.host.modal.disconnect())
    for (const tab of [page, other]) await expect.poll(async () => (await stateOf(tab)).status).toBe('disconnected')
    await expect.poll(async () => JSON.stringify(await stored(page, places))).not.toContain('refreshToken')
    const after = JSON.stringify(await stored(page, places)).toLowerCase()
    for (const word of [email, address.toLowerCase(), 'refreshtoken', 'contacts:', 'last-account', 'emailloginused', 'socialusername'])
      expect(after).not.toContain(word)
    expect(await accountOf(other)).toBe('')
  })
  expect(problems).toEqual([])
})

test('behavior: the address changes by two codes, and its old owner can take that back', { tag: '@once' }, async ({
  page,
  server,
  hosts,
  dialog,
}) => {
  test.skip(!process.env.LATCHKEY_LONG, 'waits for the 30 s between two mails')
  test.setTimeout(180_000)
  await page.goto(hosts.url('meadow', 'script'))
  open(page)
  const old = await loginByEmail(page, server)
  await dialog.closed()
  const next = newAddress()
  open(page)
  await dialog.button('Account settings').click()
  await dialog.button(`Email ${old}`).click()
  await dialog.frame.getByLabel('New email').fill(next)
  await dialog.button('Continue').click()
  const again = dialog.button('Continue')
  await expect(dialog.text(/Please try again after \d+ seconds/)).toBeVisible()
  await expect(again).toBeVisible({ timeout: 40_000 })
  await again.click()
  await expect(dialog.text('Step 2 of 3')).toBeVisible()
  await dialog.frame.getByLabel('Six-digit code').fill(await mailed(server, old, /change the address[\s\S]*?\b(\d{6})\b/))
  await expect(dialog.text('Step 3 of 3')).toBeVisible()
  await dialog.frame.getByLabel('Six-digit code').fill(await mailed(server, next, /\b(\d{6})\b/))
  await expect(dialog.heading('Email updated')).toBeVisible()
  await dialog.button('Done').click()
  await expect(dialog.button(`Email ${next}`)).toBeVisible()

  const tab = await page.context().newPage()
  await tab.goto(await mailed(server, old, /(http:\/\/secure\.localhost:\d+\/verify#\S+)/))
  await expect(tab.getByRole('heading', { name: `Give the wallet back to ${isolated(old)}?` })).toBeVisible()
  await tab.getByRole('button', { name: 'It wasn’t me: undo' }).click()
  await expect(tab.locator('main[data-state="undone"]')).toBeVisible()
  // Whoever made the change starts over: every session has ended.
  await page.reload()
  await expect.poll(async () => (await stateOf(page)).status).toBe('disconnected')
  open(page)
  await expect(dialog.frame.locator('b', { hasText: 'Session Expired' })).toBeVisible()
})
