import { chainIds } from '@latchkey/testkit/src/chains/chainIds.ts'
import { familyExtensions } from '@latchkey/testkit/src/extensions/familyExtension.ts'
import { address as toAddress } from '@solana/kit'
import { type Address, erc20Abi } from 'viem'
import { newAccount } from './support/account.ts'
import { findings } from './support/axe.ts'
import { chainClient, networkIds, tokenOf } from './support/server.ts'
import { localSolana } from './support/solana.ts'
import { expect, openConnected, test } from './support/test.ts'

/* Buying coins: in the sandbox, whose checkout is a page of ours and whose coins really arrive on the local chain. */

const pay = 'Pay 250.00 USD with Test card'

test('behavior: a visitor buys coins with an extension: declined first, then paid, and they are in the account @once', async ({
  page,
  context,
  hosts,
  install,
  dialog,
  server,
}) => {
  // Three purchases, each with a window of its own.
  test.setTimeout(120_000)
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
    await dialog.text('Bank account').click()
    await amount.fill('30000')
    await expect(dialog.button('At most $25,000 from a bank account')).toBeVisible()
    await dialog.text('Card').click()
    await dialog.button('$250').click()
    await expect(dialog.button('Continue with Sandbox')).toBeEnabled()
  })
  const checkout = async (press: string): Promise<void> => {
    const opening = context.waitForEvent('page')
    await dialog.button('Continue with Sandbox').click()
    const popup = await opening
    await expect(popup.getByRole('button', { name: pay })).toBeVisible()
    await expect(dialog.heading('Finish in the Sandbox window')).toBeVisible()
    if (press !== pay) expect(await findings(popup)).toEqual([])
    await popup.getByRole('button', { name: press }).click()
    // Its work is done.
    await expect.poll(() => popup.isClosed()).toBe(true)
  }

  await test.step('a card that is declined buys nothing', async () => {
    await checkout('Pay with a card that is declined')
    await expect(dialog.heading('The purchase failed')).toBeVisible()
    await expect(dialog.text('The card was declined')).toBeVisible()
    expect(await chain.getBalance({ address: account.address })).toBe(0n)
    await dialog.button('Try again').click()
  })

  await checkout(pay)
  await expect(dialog.heading(/ETH\u2069 arrived$/)).toBeVisible({ timeout: 30_000 })
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
    await expect(dialog.text(/^24[56]\.\d+ USDC$/)).toBeVisible()
    await checkout(pay)
    await expect(dialog.heading(/USDC\u2069 arrived$/)).toBeVisible({ timeout: 30_000 })
    const address = tokenOf(server, networkIds.second, 'USDC') as Address
    const second = chainClient(server, chainIds.second)
    expect(await second.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account.address] })).toBeGreaterThan(
      245_000_000n,
    )
  })
})

test('behavior: SOL and dollars of a Solana chain arrive in the account that the extension has there @once @long', async ({
  page,
  context,
  hosts,
  dialog,
  server,
}) => {
  test.setTimeout(120_000)
  const harbor = await familyExtensions.solana(context, server)
  const [address = ''] = harbor.addresses
  const solana = localSolana(server)
  const dollars = async () => {
    const mint = toAddress(tokenOf(server, solana.id, 'USDC'))
    const { value } = await solana.rpc.getTokenAccountsByOwner(toAddress(address), { mint }, { encoding: 'jsonParsed' }).send()
    return BigInt(value[0]?.account.data.parsed.info.tokenAmount.amount ?? '0')
  }
  const before = { sol: await solana.balance(address), usdc: await dollars() }
  await openConnected(page, hosts.url('meadow', 'script', { projectId: server.projects.families }))
  const buy = async (coin: string, text: RegExp) => {
    void page.evaluate(() => void window.host.modal.open({ view: 'OnRamp' }))
    await dialog.shows('OnRamp')
    await dialog.frame.getByRole('combobox', { name: 'What you buy' }).selectOption(coin)
    await dialog.button('$250').click()
    await expect(dialog.text(text)).toBeVisible({ timeout: 20_000 })
    const opening = context.waitForEvent('page')
    await dialog.button('Continue with Sandbox').click()
    const popup = await opening
    await popup.getByRole('button', { name: pay }).click()
    await expect(dialog.heading(/\u2069 arrived$/)).toBeVisible({ timeout: 30_000 })
    await page.evaluate(() => void window.host.modal.close())
    await dialog.closed()
  }
  // 250 dollars at 150 dollars, less the fees.
  await buy('SOL · Local Solana', /^1\.64\d* SOL$/)
  await buy('USDC · Local Solana', /^245\.\d+ USDC$/)
  const after = { sol: await solana.balance(address), usdc: await dollars() }
  expect(after.sol - before.sol).toBeGreaterThan(1_640_000_000n)
  expect(after.sol - before.sol).toBeLessThan(1_650_000_000n)
  expect(after.usdc - before.usdc).toBeGreaterThan(245_000_000n)
})
