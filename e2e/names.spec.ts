import { faults } from '@latchkey/testkit/src/extensions/rpcErrors.ts'
import type { Page } from '@playwright/test'
import type { Address } from 'viem'
import { newAccount } from './support/account.ts'
import { type DialogDriver, dialogOf } from './support/dialog.ts'
import { loginByEmail, pressYes, secureOf } from './support/login.ts'
import { newLabel, resolver, zone } from './support/names.ts'
import { connected, expect, openConnected, request, test } from './support/test.ts'

/* A name for an account, on the real server; viem finds it on the chain, through the resolver of the zone. */

async function openRegistration(page: Page, dialog: DialogDriver) {
  await page.evaluate(() => void window.host.modal.open())
  await dialog.shows('Account')
  await dialog.button('Register a name').click()
  await dialog.shows('RegisterAccountName')
}
const write = (dialog: DialogDriver, text: string) => dialog.frame.getByRole('textbox', { name: 'Your name' }).fill(text)

test('behavior: a visitor registers a name with an extension; it is their profile, viem resolves it, and nobody else gets it @once', async ({
  page,
  context,
  hosts,
  install,
  dialog,
  server,
}) => {
  const extension = await install()
  const [first, second] = [newAccount(), newAccount()]
  await extension.selectAccounts([first])
  const label = newLabel()
  const name = `${label}.${zone}`
  await openConnected(page, hosts.url('meadow', 'script'))
  await openRegistration(page, dialog)
  await write(dialog, 'ab')
  await expect(dialog.text('At least 4 letters, numbers or hyphens')).toBeVisible()
  await write(dialog, 'mirа')
  await expect(dialog.text('Letters, numbers and hyphens only')).toBeVisible()
  await write(dialog, label)
  await expect(dialog.text(`${name} is free`)).toBeVisible()

  await test.step('what the wallet refuses is not registered, and the text stays', async () => {
    extension.on('personal_sign', 'ask')
    await dialog.button('Register').click()
    await expect(dialog.button(/^Confirm in Harbor/)).toBeVisible()
    await expect.poll(() => extension.pending.length).toBe(1)
    extension.decide(faults.rejected)
    await expect(dialog.text('Nothing was registered.')).toBeVisible()
    await expect(dialog.frame.getByRole('textbox', { name: 'Your name' })).toHaveValue(label)
    expect(await resolver(server).getEnsAddress({ name })).toBeNull()
    extension.on('personal_sign', 'approve')
  })

  await dialog.button('Try again').click()
  await dialog.shows('RegisterAccountNameSuccess')
  await expect(dialog.heading(`You’re ${name}`)).toBeVisible()
  expect(await resolver(server).getEnsAddress({ name })).toBe(first.address)
  await dialog.button('Done').click()
  await dialog.shows('Account')
  await expect(dialog.main.locator('.who')).toHaveText(name)

  await test.step('the same after a reload, and in the list of wallets', async () => {
    await page.reload()
    await connected(page)
    await page.evaluate(() => void window.host.modal.open())
    await dialog.shows('Account')
    await expect(dialog.main.locator('.who')).toHaveText(name)
    await dialog.button(/^Wallets/).click()
    await dialog.shows('ProfileWallets')
    await expect(dialog.text(name).first()).toBeVisible()
  })

  await test.step('a second visitor is told that it is taken, and takes one that is free', async () => {
    await extension.selectAccounts([second])
    const other = await context.newPage()
    await other.goto(hosts.url('harbor', 'script'))
    const driver = dialogOf(other)
    await other.evaluate(() => void window.host.modal.open())
    await driver.choose('Harbor')
    await connected(other)
    await driver.closed()
    await openRegistration(other, driver)
    await write(driver, label)
    await expect(driver.text(`${name} is taken`)).toBeVisible()
    await expect(driver.button('Register')).toHaveAttribute('aria-disabled', 'true')
    await driver.button(`its-${label}.${zone}`).click()
    await expect(driver.text(`its-${name} is free`)).toBeVisible()
    await driver.button('Register').click()
    await driver.shows('RegisterAccountNameSuccess')
    expect(await resolver(server).getEnsAddress({ name: `its-${name}` })).toBe(second.address)
    expect(await resolver(server).getEnsAddress({ name })).toBe(first.address)
  })
})

test('behavior: with a login by e-mail the secure frame shows what is signed for the name @once @long', async ({
  page,
  hosts,
  dialog,
  server,
}) => {
  const label = newLabel()
  const name = `${label}.${zone}`
  await page.goto(hosts.url('meadow', 'script'))
  await page.evaluate(() => void window.host.modal.open())
  await loginByEmail(page, server)
  await dialog.closed()
  const [address] = (await request(page, 'eth_accounts')).result as Address[]
  await openRegistration(page, dialog)
  await write(dialog, label)
  await expect(dialog.text(`${name} is free`)).toBeVisible()
  await dialog.button('Register').click()
  await dialog.shows('ApproveTransaction')
  const secure = secureOf(page)
  await expect(secure.getByText(`"name":"${name}"`)).toBeVisible()
  await pressYes(secure.getByRole('button', { name: 'Sign' }))
  await dialog.shows('RegisterAccountNameSuccess')
  expect(await resolver(server).getEnsAddress({ name })).toBe(address)
})
