import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import type { Page } from '@playwright/test'
import { type Address, erc20Abi } from 'viem'
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts'
import { findings } from './support/axe.ts'
import { chainClient, networkIds, tokenOf } from './support/server.ts'
import { expect, openConnected, test } from './support/test.ts'

/* Buying coins: in the sandbox, whose checkout is a page of ours and whose coins really arrive on the local chain. */

const newAccount = () => mnemonicToAccount(generateMnemonic(english))

test('behavior: a visitor buys coins with an extension: declined first, then paid, and they are in the account @once', async ({
  page,
  context,
  hosts,
  install,
  dialog,
  server,
}) => {
  const extension = await install()
  const account = newAccount()
  await extension.selectAccounts([account])
  const chain = chainClient(server, chainIds.first)
  await openConnected(page, hosts.url('meadow', 'script'))
  await page.evaluate(() => void window.host.modal.open())
  await dialog.shows('Account')
  await expect(dialog.main.locator('.tile').first()).toHaveText('Buy')
  await dialog.button('Buy').click()
  await dialog.shows('OnRamp')
  const amount = dialog.frame.getByRole('textbox', { name: 'Amount in USD' })
  await expect(dialog.text(/^0\.0\d+ ETH$/)).toBeVisible()
  await expect(dialog.text('$10 to $7,500, at once')).toBeVisible()
  await expect(dialog.text('Provider fee')).toBeVisible()

  await test.step('the limits are said where the way on is', async () => {
    await amount.fill('5')
    await expect(dialog.button('At least $10 by card')).toBeVisible()
    await dialog.frame.getByRole('radio', { name: /^Bank account/ }).check()
    await amount.fill('30000')
    await expect(dialog.button('At most $25,000 from a bank account')).toBeVisible()
    await dialog.frame.getByRole('radio', { name: /^Card/ }).check()
    await dialog.button('$250').click()
    await expect(dialog.button('Continue with Sandbox')).toBeEnabled()
  })
  const checkout = async (press: string): Promise<Page> => {
    const opening = context.waitForEvent('page')
    await dialog.button('Continue with Sandbox').click()
    const popup = await opening
    await expect(popup.getByRole('button', { name: 'Pay 250.00 USD with Test card' })).toBeVisible()
    await expect(dialog.heading('Finish in the Sandbox window')).toBeVisible()
    expect(await findings(popup)).toEqual([])
    expect(await popup.evaluate(() => window.opener)).toBeNull()
    await popup.getByRole('button', { name: press }).click()
    return popup
  }

  await test.step('a card that is declined buys nothing', async () => {
    await checkout('Pay with a card that is declined')
    await expect(dialog.heading('The purchase failed')).toBeVisible()
    await expect(dialog.text('The card was declined')).toBeVisible()
    expect(await chain.getBalance({ address: account.address })).toBe(0n)
    await dialog.button('Try again').click()
  })

  await checkout('Pay 250.00 USD with Test card')
  await expect(dialog.heading(/ETH arrived$/)).toBeVisible({ timeout: 30_000 })
  const bought = await chain.getBalance({ address: account.address })
  // 250 dollars at some 2,500 dollars, less the fees.
  expect(bought).toBeGreaterThan(90_000_000_000_000_000n)
  expect(bought).toBeLessThan(110_000_000_000_000_000n)
  await dialog.button('Done').click()
  await dialog.shows('Account')
  await expect(dialog.button(/^ETH 0\.\d+ on Local Chain/)).toBeVisible()

  await test.step('a dollar coin on the other network, by the page’s own call', async () => {
    await page.evaluate(() => void window.host.modal.close())
    await dialog.closed()
    await page.evaluate(() => void window.host.modal.open({ view: 'OnRamp' }))
    await dialog.shows('OnRamp')
    await dialog.frame.getByRole('combobox', { name: 'What you buy' }).selectOption('USDC · Local Chain Two')
    await dialog.button('$250').click()
    await expect(dialog.text(/^246\.\d+ USDC$/)).toBeVisible()
    await checkout('Pay 250.00 USD with Test card')
    await expect(dialog.heading(/USDC arrived$/)).toBeVisible({ timeout: 30_000 })
    const address = tokenOf(server, networkIds.second, 'USDC') as Address
    const second = chainClient(server, chainIds.second)
    expect(await second.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account.address] })).toBeGreaterThan(
      246_000_000n,
    )
  })
})
