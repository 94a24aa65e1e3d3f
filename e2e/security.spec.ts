import type { Page } from '@playwright/test'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { dialogOf } from './support/dialog.ts'
import { loginByEmail } from './support/login.ts'
import { makeCode, onPage, openSecurity, pressCard, takeCustody } from './support/security.ts'
import { expect, request, test } from './support/test.ts'

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
  const code = await test.step('a recovery code is shown once and typed back', () => makeCode(popup))
  await test.step('the operator’s half is destroyed', async () => {
    await takeCustody(popup)
    await expect(popup.locator('[data-custody="user"]')).toContainText('Only you')
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
    await popup.getByRole('button', { name: /^Reveal: Private key, Ethereum/ }).click()
    const key = (await popup.locator('[data-secret="evm"] .key').textContent()) ?? ''
    expect(privateKeyToAccount(key.trim() as `0x${string}`).address).toBe(mine)
    await popup.getByRole('button', { name: 'Hide: 12 words' }).click()
    expect(await popup.locator('.words li').count()).toBe(0)
  })
  await popup.close()
  await dialog.shows('AccountSettings')
  expect(problems).toEqual([])

  await test.step('a fresh profile needs the code, says what is wrong with another one, and has the same address then', async () => {
    const context = await browser.newContext()
    const other = await context.newPage()
    await other.goto(hosts.url('meadow', 'script'))
    void other.evaluate(() => void window.host.modal.open())
    await loginByEmail(other, server, email)
    const there = dialogOf(other)
    await there.button('Use passkey or recovery code').click()
    const unlock = await pressCard(other)
    await onPage(unlock, 'unlock')
    const field = unlock.getByLabel('Recovery code')
    await field.fill(code.slice(0, -1))
    await unlock.getByRole('button', { name: 'Open with the code' }).click()
    await expect(unlock.getByText('A letter is wrong or missing')).toBeVisible()
    await field.fill('0000-0000-0000-0000-0000-0000-0000-0000-0000')
    await unlock.getByRole('button', { name: 'Open with the code' }).click()
    await expect(unlock.getByText('A letter is wrong or missing')).toBeVisible()
    await field.fill(code)
    await unlock.getByRole('button', { name: 'Open with the code' }).click()
    await onPage(unlock, 'unlock-done')
    await unlock.getByRole('button', { name: 'Done' }).click()
    await there.closed()
    expect(await address(other)).toBe(mine)
    await context.close()
  })
})
