import type { Page } from '@playwright/test'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { dialogOf } from './support/dialog.ts'
import { loginByEmail, pressLast, secureOf } from './support/login.ts'
import { mailed } from './support/mail.ts'
import {
  addAuthenticator,
  forgetEverything,
  inOneWindow,
  later,
  makeCode,
  onPage,
  openSecurity,
  pressCard,
  sound,
  takeCustody,
} from './support/security.ts'
import { expect, request, stateOf, test } from './support/test.ts'

/* Keys and custody: the wallet's own window, from a real click in the frame to real keys. */

const address = async (page: Page) => ((await request(page, 'eth_accounts')).result as string[])[0] ?? ''

test('behavior: "only you" with a recovery code, which opens the wallet on a fresh profile; the words open the same addresses', {
  tag: '@once',
}, async ({ page, browser, server, hosts, dialog, problems }) => {
  await page.goto(hosts.url('meadow', 'script'))
  void page.evaluate(() => void window.host.modal.open())
  const email = await loginByEmail(page, server)
  await dialog.closed()
  const mine = await address(page)

  const popup = await openSecurity(page)
  await expect(popup.getByRole('heading', { name: 'Operator-assisted' })).toBeVisible()
  await test.step('five minutes after the sign-in a fresh proof is asked for, and can be left', async () => {
    const back = await later(popup, 6 * 60_000)
    await popup.getByRole('button', { name: /^Recovery code/ }).click()
    await popup.getByRole('button', { name: 'Make a recovery code' }).click()
    await onPage(popup, 'stepUp')
    // Where the sign-in's mail is seconds old, the next one goes out 30 seconds after it.
    const sent = popup.getByText(`We sent a code to ${email}`)
    await expect(sent.or(popup.getByText('Please wait a little'))).toBeVisible()
    if (process.env.LATCHKEY_LONG && !(await sent.isVisible())) {
      await popup.getByRole('button', { name: 'Send a new code' }).click({ timeout: 40_000 })
      await expect(sent).toBeVisible()
    }
    if (await sent.isVisible()) {
      await popup.getByLabel('Six-digit code').fill(await mailed(server, email, /^ {4}(\d{6})$/m))
      await popup.getByRole('button', { name: 'Confirm' }).click()
      await onPage(popup, 'code-shown')
    }
    await popup.getByRole('button', { name: 'Back' }).click()
    await onPage(popup, 'code')
    await popup.getByRole('button', { name: 'Back' }).click()
    await onPage(popup, 'home')
    // Not earlier: the button for the next mail counts down by the clock that it began with.
    await back()
  })
  const code = await test.step('a recovery code is shown once and typed back', () => makeCode(popup))
  await test.step('the operator’s key share is destroyed', async () => {
    await takeCustody(popup, sound)
    await expect(popup.locator('[data-custody="user"]')).toContainText('Only you')
    await sound(popup, 'home')
  })

  await test.step('the words and keys are hidden until revealed, and open the same addresses elsewhere', async () => {
    await popup.getByRole('button', { name: /^12 words and keys/ }).click()
    await popup.getByRole('checkbox').check()
    await popup.getByRole('button', { name: 'Show my keys' }).click()
    await onPage(popup, 'export-shown')
    expect(await popup.locator('.words li, .key').count()).toBe(0)
    await popup.getByRole('button', { name: 'Reveal: 12 words' }).click()
    const words = await popup.locator('.words li').allTextContents()
    expect(mnemonicToAccount(words.join(' ')).address).toBe(mine)
    await popup.getByRole('button', { name: /^Reveal: Private key for Ethereum/ }).click()
    const key = (await popup.locator('[data-secret="evm"] .key').textContent()) ?? ''
    expect(privateKeyToAccount(key.trim() as `0x${string}`).address).toBe(mine)
    await popup.getByRole('button', { name: 'Hide: 12 words' }).click()
    expect(await popup.locator('.words li').count()).toBe(0)
  })
  await test.step('they are gone after 60 seconds, and when another window comes to the front', async () => {
    const words = popup.locator('.words li')
    const leave = {
      'the time is over': async () => later(popup, 61_000),
      'another window': () => popup.evaluate(() => void dispatchEvent(new Event('blur'))),
    }
    for (const [name, go] of Object.entries(leave)) {
      await popup.getByRole('button', { name: 'Reveal: 12 words' }).click()
      await expect(words, name).toHaveCount(12)
      const back = await go()
      await onPage(popup, 'export')
      await expect(words, name).toHaveCount(0)
      await expect(popup.locator('.key'), name).toHaveCount(0)
      await expect(popup.getByText('Your words and keys are hidden again')).toBeVisible()
      await back?.()
      await popup.getByRole('button', { name: 'Show my keys' }).click()
      await onPage(popup, 'export-shown')
      await expect(popup.getByText('They disappear in 60 s')).toBeVisible()
    }
  })
  await test.step('deleting says what it means, and signs out', async () => {
    await popup.getByRole('button', { name: 'I’m done' }).click()
    await popup.getByRole('button', { name: 'Delete this wallet' }).click()
    await expect(popup.getByText('Your coins are not deleted')).toBeVisible()
    await popup.getByRole('checkbox').check()
    await popup.getByRole('button', { name: 'Delete my wallet' }).click()
    await sound(popup, 'delete-done')
    await pressLast(popup.getByRole('button', { name: 'Done' }))
    await expect.poll(() => stateOf(page).then(({ status }) => status)).toBe('disconnected')
  })
  expect(problems).toEqual([])

  await test.step('signing in on a fresh profile keeps it; it needs the code, says what is wrong with another one, and has the same address then', async () => {
    const context = await browser.newContext()
    const other = await context.newPage()
    await other.goto(hosts.url('meadow', 'script'))
    void other.evaluate(() => void window.host.modal.open())
    await loginByEmail(other, server, email)
    const there = dialogOf(other)
    await there.button('Use passkey or recovery code').click()
    const unlock = await pressCard(other)
    await sound(unlock, 'unlock')
    const field = unlock.getByLabel('Recovery code')
    await field.fill(code.slice(0, -1))
    await unlock.getByRole('button', { name: 'Open with the code' }).click()
    await expect(unlock.getByText('A letter is wrong or missing')).toBeVisible()
    await field.fill('0000-0000-0000-0000-0000-0000-0000-0000-0000')
    await unlock.getByRole('button', { name: 'Open with the code' }).click()
    await expect(unlock.getByText('A letter is wrong or missing')).toBeVisible()
    await field.fill(code)
    await unlock.getByRole('button', { name: 'Open with the code' }).click()
    await sound(unlock, 'unlock-done')
    await pressLast(unlock.getByRole('button', { name: 'Done' }))
    await there.closed()
    expect(await address(other)).toBe(mine)
    await context.close()
  })
})

test('behavior: a passkey opens the wallet where the browser kept nothing, and only the user’s own yes does', { tag: '@once' }, async ({
  page,
  server,
  hosts,
  dialog,
}) => {
  await inOneWindow(page, 1)
  await page.goto(hosts.url('meadow', 'script'))
  void page.evaluate(() => void window.host.modal.open())
  const email = await loginByEmail(page, server)
  await dialog.closed()
  const mine = await address(page)
  const popup = await openSecurity(page, async (card) => {
    await card.getByTestId('open-window').click()
    await expect(card.getByText('The window was blocked')).toBeVisible()
  })

  await test.step('added with the user’s verification, and used once', async () => {
    await popup.getByRole('button', { name: /^Passkey/ }).click()
    const forget = await addAuthenticator(popup, false)
    await popup.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(popup.getByText('No passkey was used')).toBeVisible()
    await forget()
    await addAuthenticator(popup, true)
    await popup.getByRole('button', { name: 'Add a passkey' }).click()
    await sound(popup, 'passkey-done')
    await popup.getByRole('button', { name: 'Done' }).click()
    await takeCustody(popup)
  })

  await test.step('the browser forgets everything; signed in again, the wallet stays shut until the passkey is used', async () => {
    await forgetEverything(page)
    await page.reload()
    void page.evaluate(() => void window.host.modal.open())
    await loginByEmail(page, server, email)
    await dialog.button('Use passkey or recovery code').click()
    await dialog.shows('ApproveTransaction')
    await secureOf(page).getByTestId('open-window').click()
    await secureOf(page).getByRole('button', { name: 'Try again' }).click()
    await onPage(popup, 'unlock')
    await popup.getByRole('button', { name: 'Use my passkey' }).click()
    await onPage(popup, 'unlock-done')
    await popup.close()
    await dialog.closed()
    expect(await address(page)).toBe(mine)
  })
})
