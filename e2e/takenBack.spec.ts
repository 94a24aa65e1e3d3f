import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { loginByEmail } from './support/login.ts'
import { mailed, mailsTo, newAddress } from './support/mail.ts'
import { later, onPage, openSecurity } from './support/security.ts'
import { answerProvider, newName, openProvider } from './support/social.ts'
import { expect, request, stateOf, test } from './support/test.ts'

/* What the owner of an account sees when somebody else has been there, and what a thief with a link of theirs gets. */

const linkIn = /(http:\/\/secure\.localhost:\d+\/verify#\S+)/
const open = (page: Page) => void page.evaluate(() => void window.host.modal.open())
const accountOf = async (page: Page) => ((await request(page, 'eth_accounts')).result as string[])[0] ?? ''
const clean = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}
/** Opens a mailed link: its page has one button, which is the truthful one, and it undoes. */
async function undo(page: Page, link: string, heading: RegExp, says: readonly string[] = []): Promise<void> {
  const tab = await page.context().newPage()
  await tab.goto(link)
  await expect(tab.getByRole('heading', { name: heading })).toBeVisible()
  for (const words of says) await expect(tab.getByText(words).first()).toBeVisible()
  await expect(tab.getByRole('button')).toHaveText(['It wasn’t me: undo'])
  await clean(tab)
  await tab.getByRole('button').click()
  await expect(tab.locator('main[data-state="undone"]')).toBeVisible()
  await expect(tab.getByRole('heading', { name: 'Undone' })).toBeVisible()
  await tab.close()
}

test('behavior: a deletion that somebody else asked for: the one button in the mail’s page undoes it', { tag: '@once' }, async ({
  page,
  server,
  hosts,
  dialog,
}) => {
  await page.goto(hosts.url('meadow', 'script'))
  open(page)
  const email = await loginByEmail(page, server)
  await dialog.closed()
  const mine = await accountOf(page)
  const popup = await openSecurity(page)
  await popup.getByRole('button', { name: 'Delete this wallet' }).click()
  await popup.getByRole('checkbox').check()
  await popup.getByRole('button', { name: 'Delete my wallet' }).click()
  await onPage(popup, 'delete-done')
  await popup.close()
  await undo(page, await mailed(server, email, linkIn), /^Keep the wallet of/, ['Every device is signed out.'])
  await expect.poll(async () => (await mailsTo(server, email))[0]?.subject ?? '').toContain('was undone')
  await page.reload()
  open(page)
  await loginByEmail(page, server, email)
  await dialog.closed()
  expect(await accountOf(page)).toBe(mine)
})

test('behavior: a way to sign in that somebody else added is told by mail, and goes away again', { tag: ['@once', '@long'] }, async ({
  page,
  server,
  hosts,
  dialog,
}) => {
  await page.goto(hosts.url('meadow', 'script'))
  const [name, added] = [newName(), newAddress()]
  open(page)
  await answerProvider(await openProvider(page, 'Google'), name)
  await dialog.closed()
  open(page)
  await dialog.button('Account settings').click()
  await dialog.button('Email Add an address').click()
  await dialog.frame.getByLabel('New email').fill(added)
  await dialog.button('Continue').click()
  await dialog.frame.getByLabel('Six-digit code').fill(await mailed(server, added, /\b(\d{6})\b/))
  await expect(dialog.heading('Email updated')).toBeVisible()
  await expect.poll(async () => (await mailsTo(server, added))[0]?.text ?? '').toContain('was added as a way to sign in')
  await undo(page, await mailed(server, `${name}@people.example`, linkIn), /^Undo the change of how/, ['Goes away', added])
  await page.reload()
  await expect.poll(async () => (await stateOf(page)).status).toBe('disconnected')
})

test('error: a new device signs nobody else out; a known one needs a fresh proof for it', { tag: ['@once', '@long'] }, async ({
  page,
  browser,
  server,
  hosts,
  dialog,
}) => {
  await page.goto(hosts.url('meadow', 'script'))
  open(page)
  const email = await loginByEmail(page, server)
  await dialog.closed()
  const mine = await accountOf(page)

  await test.step('the thief, on a device of their own', async () => {
    const context = await browser.newContext()
    const other = await context.newPage()
    await other.goto(hosts.url('meadow', 'script'))
    open(other)
    await loginByEmail(other, server, email)
    await expect.poll(() => accountOf(other), { timeout: 20_000 }).toBe(mine)
    const popup = await openSecurity(other)
    await popup.getByRole('button', { name: /^Sign out everywhere/ }).click()
    await popup.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(popup.getByText('This device is new').first()).toBeVisible()
    await context.close()
  })
  expect(await accountOf(page)).toBe(mine)

  await test.step('the owner, six minutes after the sign-in and then with it fresh', async () => {
    const popup = await openSecurity(page)
    const back = await later(popup, 6 * 60_000)
    await popup.getByRole('button', { name: /^Sign out everywhere/ }).click()
    await popup.getByRole('button', { name: 'Sign out everywhere' }).click()
    await onPage(popup, 'stepUp')
    await popup.getByRole('button', { name: 'Back' }).click()
    await back()
    await popup.getByRole('button', { name: 'Sign out everywhere' }).click()
    await onPage(popup, 'signOut-done')
    // This device could open the wallet, so the wallet itself has signed that all key shares go.
    await expect(popup.getByText('No device’s key opens anything any more.')).toBeVisible()
    await expect.poll(async () => (await mailsTo(server, email))[0]?.subject ?? '').toContain('Every device was signed out')
  })
  await expect.poll(async () => (await stateOf(page)).status).toBe('disconnected')
})

test('error: a link to a thief’s own sign-in, which a victim follows elsewhere, signs nobody in, and says how to go on', {
  tag: '@once',
}, async ({ page, context, browser, hosts, dialog }) => {
  await page.goto(hosts.url('meadow', 'script'))
  open(page)
  const asked = context.waitForEvent('request', (one) => /127\.0\.0\.1:\d+\/auth\?/.test(one.url()))
  const popup = await openProvider(page, 'Google')
  const link = (await asked).url()
  await popup.getByLabel('Name').waitFor()
  await popup.close()
  await expect(dialog.heading('The sign-in window was closed')).toBeVisible()

  const victims = await browser.newContext({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' })
  const victim = await victims.newPage()
  await victim.goto(link)
  const name = newName()
  await answerProvider(victim, name)
  await expect(victim.getByRole('heading', { name: 'Start again on this device' })).toBeVisible()
  await expect(victim.getByText(new RegExp(`This signs in with your Google login .*${name}@people\\.example`))).toBeVisible()
  await expect(victim.getByText('Chrome on', { exact: false })).toBeVisible()
  await expect(victim.getByRole('button')).toHaveCount(0)
  await clean(victim)
  await victims.close()
  await expect(dialog.heading('Couldn’t sign you in')).toBeVisible({ timeout: 15_000 })
  expect((await stateOf(page)).status).toBe('disconnected')
})
